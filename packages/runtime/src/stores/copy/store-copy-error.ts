import { ToolshedError } from '@toolshed/kernel';

/** The store cannot be copied, or not to this target; nothing that a node reads was changed. */
export class StoreCopyError extends ToolshedError {
  override readonly name = 'StoreCopyError';
  override readonly code = 'store/copy-refused';
}
