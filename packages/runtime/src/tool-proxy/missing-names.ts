// What to write in place of a name that other environments have and a program does not.

const HTTP = 'a program reaches the network only through tools.*; find one with: await tools.$search("http")';
const FILES = 'a program reaches files only through tools.*; find one with: await tools.$search("files")';
const MODULES = 'a program has no modules: use tools.* and the language itself';
const BROWSER = 'a program runs in no browser and has no page: use tools.*';
const ENTITY = 'the text was escaped for HTML: send &, <, > and quotation marks as they are';
const EXPORTS = 'a program exports nothing: write return in its place';
const PYTHON = 'this is Python; a program is JavaScript or TypeScript';

const ADVICE: ReadonlyMap<string, string> = new Map([
  ['fetch', HTTP],
  ['XMLHttpRequest', HTTP],
  ['axios', HTTP],
  ['WebSocket', HTTP],
  ['EventSource', HTTP],
  ['Request', HTTP],
  ['Response', HTTP],
  ['Headers', HTTP],
  ['http', HTTP],
  ['https', HTTP],
  ['requests', `${PYTHON}, and ${HTTP}`],
  ['require', MODULES],
  ['__dirname', FILES],
  ['__filename', FILES],
  ['fs', FILES],
  ['path', 'join paths as text: folder + "/" + name'],
  ['os', MODULES],
  ['module', EXPORTS],
  ['exports', EXPORTS],
  [
    'process',
    'a program has no process and no environment: ask for a value with elicit(…), or use a tool that knows it',
  ],
  ['Deno', FILES],
  ['Bun', FILES],
  ['global', 'write globalThis'],
  ['Buffer', 'use Uint8Array; Uint8Array.fromBase64(text) reads base64'],
  ['setImmediate', 'write setTimeout(run, 0)'],
  ['performance', 'time does not advance while a program runs: use Date.now(), which moves with each result'],
  ['window', BROWSER],
  ['document', BROWSER],
  ['navigator', BROWSER],
  ['localStorage', BROWSER],
  ['sessionStorage', BROWSER],
  ['alert', 'to show something write emit(value), to ask write await elicit({ type: "confirmation", message: "…" })'],
  ['confirm', 'write await elicit({ type: "confirmation", message: "…" })'],
  ['prompt', 'write await elicit({ type: "text", message: "…" })'],
  ['AbortController', 'write await Promise.race([call, sleep(ms)]) to wait no longer than that'],
  ['FormData', 'pass the fields to the tool as an object'],
  ['Blob', 'use Uint8Array, or text'],
  ['WebAssembly', 'programs have no WebAssembly'],
  ['print', `${PYTHON}: write console.log(…)`],
  ['len', `${PYTHON}: write list.length`],
  ['str', `${PYTHON}: write String(x)`],
  ['None', `${PYTHON}: write null`],
  ['True', `${PYTHON}: write true`],
  ['False', `${PYTHON}: write false`],
  ['json', `${PYTHON}: write JSON.parse(…) or JSON.stringify(…)`],
  ['gt', ENTITY],
  ['lt', ENTITY],
  ['amp', ENTITY],
  ['quot', ENTITY],
]);

/** The engine's message for `import()`. */
const NO_IMPORT = 'Not supported';
const LONGEST = 100;

/** The engine's message about a name, with advice; any other message unchanged. */
export function withNameAdvice(name: string | undefined, message: string): string {
  if (message === NO_IMPORT) return `${message}: a program cannot import anything. Remove the import and use tools.*`;
  if (name !== 'ReferenceError' || message.length > LONGEST) return message;
  const advice = ADVICE.get(/^(\w+) is not defined$/.exec(message)?.[1] ?? '');
  return advice === undefined ? message : `${message}: ${advice}`;
}
