// Failures of the machine that no part of ours had words for: a full disk while a token or a draft is written, for example.
// They are no defects of Toolshed.

/** The words for such a failure; `undefined` for any other error, which is a defect. */
export function systemErrorWords(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const at = 'path' in error && typeof error.path === 'string' ? ` ("${error.path}")` : '';
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `Cannot finish: no space is left on the disk${at}. Make room, then run it again; "toolshed doctor" shows how much is left`;
    case 'EROFS':
      return `Cannot finish: the disk is read-only${at}. Set TOOLSHED_HOME, or give --home, to a folder you can write to`;
    case 'EMFILE':
    case 'ENFILE':
      return 'Cannot finish: too many files are open. Close some programs, or raise the limit (ulimit -n), then run it again';
    default:
      return undefined;
  }
}
