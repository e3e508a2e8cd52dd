import { ToolError } from '@toolshed/kernel';

/** A value that the form of the request has no way to say. It is refused: what is sent is what was approved. */
export const unwritable = (name: string, problem: string): ToolError =>
  new ToolError('openapi/invalid-arguments', `Cannot write "${name}" into the request: ${problem}`);
