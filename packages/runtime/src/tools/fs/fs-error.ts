import { ToolshedError } from '@toolshed/kernel';

export type FsErrorCode =
  | 'fs/invalid-path'
  | 'fs/outside-root'
  | 'fs/denied'
  | 'fs/link'
  | 'fs/hard-link'
  | 'fs/root-missing'
  | 'fs/not-found'
  | 'fs/not-a-file'
  | 'fs/not-a-folder'
  | 'fs/not-text'
  | 'fs/not-base64'
  | 'fs/not-empty'
  | 'fs/exists'
  | 'fs/too-large'
  | 'fs/too-deep'
  | 'fs/not-permitted'
  | 'fs/no-space'
  | 'fs/failed';

/** What a program may learn about a failed file call: paths as it wrote them, never those of the host. */
export class FsError extends ToolshedError {
  override readonly name = 'FsError';

  constructor(
    override readonly code: FsErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Runs file work and turns what the system says into an FsError; "Cannot <action>" starts every message. */
export async function explaining<T>(action: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    const [code, state] = MEANINGS.get(errno) ?? ['fs/failed', `the system reported ${errno}`];
    throw new FsError(code, `Cannot ${action}: ${state}`);
  }
}

export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;

const MEANINGS: ReadonlyMap<string, readonly [FsErrorCode, string]> = new Map([
  ['ENOENT', ['fs/not-found', 'there is no such file or folder; look with fs.list']],
  ['ENOTDIR', ['fs/not-a-folder', 'a part of the path is not a folder; look with fs.list']],
  ['EISDIR', ['fs/not-a-file', 'it is a folder']],
  ['ELOOP', ['fs/link', 'it is a symbolic link, and links are never followed']],
  ['EEXIST', ['fs/exists', 'it already exists']],
  ['ENOTEMPTY', ['fs/not-empty', 'the folder is not empty; pass recursive: true']],
  ['EINVAL', ['fs/invalid-path', 'the system does not take these paths together']],
  ['ENAMETOOLONG', ['fs/invalid-path', 'the path is too long']],
  ['EACCES', ['fs/not-permitted', 'the host may not do this']],
  ['EPERM', ['fs/not-permitted', 'the host may not do this']],
  ['EROFS', ['fs/not-permitted', 'the disk is read-only']],
  ['ENOSPC', ['fs/no-space', 'the disk is full']],
]);
