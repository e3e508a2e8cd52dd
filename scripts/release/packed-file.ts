/** What `npm pack` calls the file of a package. */
export const packedFile = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
