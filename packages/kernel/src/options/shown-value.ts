// A wrong value as an error message shows it.
//
// Threat: a secret in a log. Options hold keys, passphrases, headers and addresses with passwords in them, and an error
// about options is logged. So only short and plain values are shown; for others, only their type.

const LONGEST = 40;
const SENSITIVE = /key|pass|secret|token|auth|header|cookie|credential|env/i;
const ADDRESS = /^([a-z][a-z0-9+.-]*:\/\/)/i;

/** `path`: where the value is; nothing below a name such as `headers` or `passphrase` is shown. */
export function shownValue(value: unknown, path: readonly PropertyKey[]): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return path.some((step) => SENSITIVE.test(String(step))) ? 'a text' : shownText(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Of an address only its scheme: the rest may hold a password. */
function shownText(text: string): string {
  const [scheme] = ADDRESS.exec(text) ?? [];
  if (scheme !== undefined) return JSON.stringify(`${scheme}…`);
  return text.length > LONGEST ? `a text of ${text.length} characters` : JSON.stringify(text);
}
