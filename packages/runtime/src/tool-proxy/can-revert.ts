import type { Tool } from '@toolshed/kernel';
import { attempt } from './thrown.js';

/** Whether a call with these arguments could be undone afterwards; false if the tool fails to say. */
export const canRevert = (tool: Tool, args: unknown): boolean =>
  tool.revert !== undefined && attempt(() => tool.isRevertible?.(args) ?? true, false);
