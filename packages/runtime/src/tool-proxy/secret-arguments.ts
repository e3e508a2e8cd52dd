// Where handles become values: in the fields a tool's schema marks, and nowhere else.

import { type Tool, ToolError } from '@toolshed/kernel';
import { marksSecrets, secretsIn } from '@toolshed/kernel/runtime';
import type { SessionSecrets } from '../secrets/session-secrets.js';

const marked = new WeakMap<Tool, boolean>();

/** Whether a tool has any field for a secret; most have none, and cost nothing here. */
export function takesSecrets(tool: Tool): boolean {
  const known = marked.get(tool);
  if (known !== undefined) return known;
  const isMarked = marksSecrets(tool.input.json);
  marked.set(tool, isMarked);
  return isMarked;
}

export interface RefusedSecret {
  readonly code: string;
  readonly message: string;
}

/** Why a call may not be made with these arguments, before anybody is asked about it; undefined if it may. */
export async function refuseSecrets(
  tool: Tool,
  args: unknown,
  session: string,
  secrets: SessionSecrets,
): Promise<RefusedSecret | undefined> {
  if (!takesSecrets(tool)) return undefined;
  for (const { at, text } of secretsIn(tool.input.json, args)) {
    const field = at.join('.');
    // Threat: a secret pasted into a program is in its source, in the journal, and known to the author of the program.
    if (!text.startsWith('secret:')) return { code: 'secret/plain-text', message: `"${field}": ${PLAIN}` };
    const use = await secrets.mayUse(session, text).catch(asRefusal);
    if (use === true) continue;
    const { code, message } = use === false ? { code: 'secret/unavailable', message: GONE } : use;
    return { code, message: `"${field}": ${message}` };
  }
  return undefined;
}

const asRefusal = (error: unknown): RefusedSecret => {
  if (!(error instanceof ToolError)) throw error;
  return { code: error.code, message: error.message.replace(/^Cannot /, 'it cannot ') };
};

const PLAIN =
  "it takes a secret's handle, not a text; ask the person with elicit({ type: 'secret', message: '…' }) and pass on the data of the answer";
const GONE =
  "there is no such secret in this session, or it is no longer kept; ask for it again with elicit({ type: 'secret', message: '…' })";

/** The arguments with values in place of handles: what the handler gets, and nothing else ever does. */
export async function exchangeSecrets(
  tool: Tool,
  args: unknown,
  session: string,
  secrets: SessionSecrets,
): Promise<unknown> {
  if (!takesSecrets(tool)) return args;
  let exchanged = args;
  for (const { at, text } of secretsIn(tool.input.json, args)) {
    const value = await secrets.value(session, text);
    exchanged = replaceAt(exchanged, at, value);
  }
  return exchanged;
}

/** The arguments were parsed for this call alone, so they are changed in place. */
function replaceAt(args: unknown, at: readonly (string | number)[], value: string): unknown {
  const last = at.at(-1);
  if (last === undefined) return value;
  const holder = at.slice(0, -1).reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), args);
  if (typeof holder !== 'object' || holder === null) throw new TypeError('A marked field has no parent object');
  Object.defineProperty(holder, last, { value, enumerable: true, configurable: true, writable: true });
  return args;
}
