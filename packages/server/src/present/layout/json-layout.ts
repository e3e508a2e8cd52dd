// JSON as a person likes to read it: on one line what fits on one line. Still JSON, so still one text per value.

export function layOutJson(value: unknown, width: number): string {
  return write(value, Math.max(20, width), '') ?? 'undefined';
}

function write(value: unknown, width: number, indent: string): string | undefined {
  const inline = onOneLine(value);
  if (inline === undefined || typeof value !== 'object' || value === null || inline.length <= width - indent.length) {
    return inline;
  }
  const deeper = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => write(item, width, deeper) ?? 'null')
    : Object.entries(value).flatMap(([key, item]) => {
        const text = write(item, width - key.length - 4, deeper);
        return text === undefined ? [] : [`${JSON.stringify(key)}: ${text}`];
      });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${items.map((item) => deeper + item).join(',\n')}\n${indent}${close}`;
}

/** With a space after commas and inside braces. Breaks and indents are the printer's, never part of a string. */
function onOneLine(value: unknown): string | undefined {
  return JSON.stringify(value, null, 1)
    ?.replaceAll(/\[\n\s*/g, '[')
    .replaceAll(/\n\s*\]/g, ']')
    .replaceAll(/\n\s*/g, ' ');
}
