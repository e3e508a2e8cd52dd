/** Why a file that somebody named could not be read, in words. */
export function whyUnreadable(error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder';
    case 'EACCES':
    case 'EPERM':
      return 'you may not read it';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
