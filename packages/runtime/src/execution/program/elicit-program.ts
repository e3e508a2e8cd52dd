// Makes a program of a single question, so that it is journaled, paused, resumed and replayed like any other program.

import { ToolshedError } from '@toolshed/kernel';
import { z } from 'zod';

class InvalidElicitBlockError extends ToolshedError {
  override readonly name = 'InvalidElicitBlockError';
  override readonly code = 'elicitation/invalid';

  constructor(problem: string) {
    super(`Cannot ask: the elicit block ${problem}. Give one JSON object, such as {"type": "text", "prompt": "…"}`);
  }
}

const Spec = z.looseObject({ type: z.unknown(), sensitive: z.unknown() }).partial();

/** The program that asks the question in a block of JSON, and returns the answer. */
export function elicitProgram(json: string): string {
  const spec = readSpec(json);
  const isKept = spec.type === 'secret' || spec.sensitive === true;
  const ask = `await elicit(${literalOf(spec)});`;
  if (!isKept) return `const { action, content, reason } = ${ask}\nreturn { action, content, reason };`;
  const note = `...(action === 'accept' ? { note: ${JSON.stringify(NOT_SHOWN)} } : {})`;
  return `const { action, content, reason, sensitive } = ${ask}\nreturn { action, content, reason, sensitive, ${note} };`;
}

const NOT_SHOWN =
  'User provided secret value (not shown). "content" has its handle, of a form one for each field: in a program of this session, pass it to a tool’s field of type Secret.';

function readSpec(json: string): z.infer<typeof Spec> {
  let spec: unknown;
  try {
    spec = JSON.parse(json);
  } catch {
    throw new InvalidElicitBlockError('is not JSON');
  }
  const read = Spec.safeParse(spec);
  if (!read.success) throw new InvalidElicitBlockError('is not an object');
  return read.data;
}

/**
 * One field a line. Nested values are not indented, which would cost the square of their depth.
 *
 * Threat: `"__proto__":` sets a prototype where it is code and not data. Outside a string only a key is followed by a
 * colon, and inside one quotation marks are escaped.
 */
function literalOf(spec: object): string {
  const fields = Object.entries(spec).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`);
  return `{\n${fields.join('')}}`.replaceAll('"__proto__":', '["__proto__"]:');
}
