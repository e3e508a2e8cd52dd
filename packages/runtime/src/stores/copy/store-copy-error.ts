import { ToolshedError } from '@toolshed/kernel';

/** A store cannot be copied as it is, or where it was to go; nothing was changed that a node reads. */
export class StoreCopyError extends ToolshedError {
  override readonly name = 'StoreCopyError';
  override readonly code = 'store/copy-refused';
}
