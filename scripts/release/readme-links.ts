// A package's README links to files of the repository, which a page on npm does not have. There, a link leads to the
// repository where that is known, and is its text alone where it is not.

import { posix } from 'node:path';
import type { Repository } from './repository.ts';

/** A fenced block, code within a line, or a link or image. Code stays as it is. */
const PART =
  /^(?<fence>`{3,})[^\n]*\n[\s\S]*?^\k<fence>$|`[^`\n]*`|(?<image>!?)\[(?<text>[^\]]*)\]\((?<href>[^)\s]+)\)/gm;

export interface ReadmePlace {
  /** The folder of the README in the repository: `packages/cli`. */
  readonly directory: string;
  readonly repository: Repository | undefined;
}

export function publishedReadme(readme: string, { directory, repository }: ReadmePlace): string {
  return readme.replaceAll(PART, (whole, ...rest) => {
    const { image, text, href }: Readonly<Record<string, string | undefined>> = rest.at(-1);
    if (href === undefined || /^([a-z][a-z0-9+.-]*:|#)/i.test(href)) return whole;
    if (repository === undefined) return text ?? '';
    // "HEAD" is whatever the main branch is called; a page is shown, the file of an image is sent.
    const path = posix.normalize(posix.join(directory, href));
    return `${image}[${text}](${repository.page}/${image === '!' ? 'raw' : 'blob'}/HEAD/${path})`;
  });
}
