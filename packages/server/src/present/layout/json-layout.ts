// JSON as a person likes to read it: on one line what fits on one line. Still JSON, so still one text per value.

export function layOutJson(value: unknown, width: number): string {
  return write(value, Math.max(20, width), '') ?? 'undefined';
}

function write(value: unknown, width: number, indent: string): string | undefined {
  if (typeof value !== 'object' || value === null) return onOneLine(value);
  const room = width - indent.length;
  const inline = mayFit(value, room) ? onOneLine(value) : undefined;
  if (inline !== undefined && inline.length <= room) return inline;
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

/**
 * Whether a value may take no more than `room` characters. Looks at no more of it than that: what is nested deep, or is
 * long, is looked at again on each level above it.
 */
function mayFit(value: object, room: number): boolean {
  const left: unknown[] = [value];
  let size = 0;
  for (let next = left.pop(); next !== undefined && size <= room; next = left.pop()) {
    size += 1;
    if (typeof next === 'string') size += next.length;
    if (typeof next !== 'object' || next === null) continue;
    for (const key in next) {
      size += 1;
      if (size > room) break;
      left.push(Reflect.get(next, key));
    }
  }
  return size <= room;
}

/** With a space after commas and inside braces. Breaks and indents are the printer's, never part of a string. */
function onOneLine(value: unknown): string | undefined {
  return JSON.stringify(value, null, 1)
    ?.replaceAll(/\[\n\s*/g, '[')
    .replaceAll(/\n\s*\]/g, ']')
    .replaceAll(/\n\s*/g, ' ');
}
