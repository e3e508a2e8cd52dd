import { ToolshedError } from '@toolshed/kernel';

/** A tool for agents was called with arguments that do not go together. Nothing was done. */
export class InvalidToolCallError extends ToolshedError {
  override readonly name = 'InvalidToolCallError';
  override readonly code = 'usage/invalid';
}
