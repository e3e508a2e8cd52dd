import { ToolshedError } from '@toolshed/kernel';

/** A store cannot be backed up, or a backup cannot be restored; nothing was put in place. */
export class BackupError extends ToolshedError {
  override readonly name = 'BackupError';
  override readonly code = 'store/backup-refused';
}
