import { ToolError } from '@toolshed/kernel';

/** A value that the request's format cannot express. It is refused: what is sent is what was approved. */
export const unwritable = (name: string, problem: string): ToolError =>
  new ToolError('openapi/invalid-arguments', `Cannot write "${name}" into the request: ${problem}`);
