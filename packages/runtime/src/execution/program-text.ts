import { ToolshedError } from '@toolshed/kernel';

/** A program as it will be journaled: without the fence an agent may have put around it. */
export function programText(written: string, maxBytes: number): string {
  const source = withoutFence(written.replace(/^\uFEFF/, ''));
  const bytes = Buffer.byteLength(source);
  if (bytes > maxBytes) throw new ProgramTooLargeError(bytes, maxBytes);
  return source;
}

class ProgramTooLargeError extends ToolshedError {
  override readonly name = 'ProgramTooLargeError';
  override readonly code = 'limit/source-size';

  constructor(bytes: number, maxBytes: number) {
    super(`Cannot run the program: it has ${bytes} bytes, more than the ${maxBytes} that limits.sourceBytes allows`);
  }
}

const FENCE = /^\s*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?[ \t]*\1[ \t]*\s*$/;

const withoutFence = (text: string): string => FENCE.exec(text)?.[2] ?? text;
