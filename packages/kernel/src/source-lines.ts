// The lines of a program, as the engine counts them.
//
// Threat: a separator that an engine takes for the end of a line and a screen does not. The call that waits would be shown
// on another line than the one that makes it.

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;

/** Without the empty line after a final line end. */
export function sourceLines(source: string): readonly string[] {
  const lines = source.split(LINE_END);
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
