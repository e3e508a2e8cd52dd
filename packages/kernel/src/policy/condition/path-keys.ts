// The keys of a path into arguments, apart from its schema.

/** As `ArgumentPath` reads it. */
type Path = string | readonly (string | number)[];

/** From the outside in. */
export function keysOf(path: Path | undefined): readonly string[] {
  if (path === undefined) return [];
  return typeof path === 'string' ? path.split('.') : path.map(String);
}

export const describePath = (path: Path | undefined): string => {
  if (path === undefined || path.length === 0) return 'it';
  return `"${keysOf(path).join('.')}"`;
};
