// What to write in place of a name that other environments have and a program does not.

const HTTP = 'a program reaches the network only through tools.*; find one with: await tools.$search("http")';
const FILES = 'a program reaches files only through tools.*; find one with: await tools.$search("files")';
const MODULES = 'a program has no modules: use tools.* and the language itself';
const BROWSER = 'a program runs in no browser and has no page: use tools.*';
const STORE = 'write await store.get(key) and await store.set(key, value), which keep values for later programs';
const ENTITY = 'the text was escaped for HTML: send &, <, > and quotation marks as they are';
const RACE = 'write await Promise.race([call, sleep(ms)]) to wait no longer than that';
const EXPORTS = 'a program exports nothing: write return in its place';
const CALL = 'a tool is called by its path after tools: for "a.b" write await tools.a.b({ … })';
const DECLARE = 'declare it with const or let';
const PYTHON = 'this is Python; a program is JavaScript or TypeScript';

const ADVICE: ReadonlyMap<string, string> = new Map([
  ['fetch', HTTP],
  ['XMLHttpRequest', HTTP],
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
  ['_', 'a program has no lodash: use the methods of lists and objects'],
  ['lodash', 'a program has no lodash: use the methods of lists and objects'],
  ['z', 'a program has no zod: check values with plain conditions'],
  ['moment', 'use Date'],
  ['dayjs', 'use Date'],
  ['axios', HTTP],
  ['range', `${PYTHON}: write Array.from({ length: n }, (_, i) => i)`],
  ['dict', `${DECLARE}; for Python’s dict write { … }`],
  ['int', `${DECLARE}; for Python’s int write Number(x)`],
  ['float', `${DECLARE}; for Python’s float write Number(x)`],
  ['enumerate', `${DECLARE}; for Python’s enumerate write list.entries()`],
  ['sorted', `${DECLARE}; for Python’s sorted write list.toSorted()`],
  ['sum', `${DECLARE}; for Python’s sum write list.reduce((a, b) => a + b, 0)`],
  ['isinstance', `${PYTHON}: write typeof x, or x instanceof Class`],
  ['callTool', CALL],
  ['call_tool', CALL],
  ['use_mcp_tool', CALL],
  ['mcp', CALL],
  ['tool', CALL],
  ['client', CALL],
  ['toolshed', CALL],
  ['functions', CALL],
  ['ToolError', 'an error of a tool is an Error: read its .code, .message and .reason'],
  ['exit', 'end the program with return'],
  ['shed', CALL],
  ['sdk', CALL],
  ['api', CALL],
  ['ctx', CALL],
  ['context', CALL],
  ['search', 'write await tools.$search("words")'],
  ['search_tools', 'write await tools.$search("words")'],
  ['describe_tool', 'write await tools.$describe("path")'],
  ['execute', 'this is the program already: write what it would run'],
  ['log', `${DECLARE}; to print write console.log(…)`],
  ['wait', `${DECLARE}; to wait write await sleep(ms)`],
  ['delay', `${DECLARE}; to wait write await sleep(ms)`],
  ['timeout', `${DECLARE}; to wait write await sleep(ms)`],
  ['ask', 'to ask a person write await elicit({ type: "text", message: "…" })'],
  ['state', `${DECLARE}; what earlier programs kept is read with await store.get(key)`],
  ['memory', `${DECLARE}; what earlier programs kept is read with await store.get(key)`],
  ['cache', `${DECLARE}; what earlier programs kept is read with await store.get(key)`],
  ['args', `${DECLARE}; what the program was started with is input`],
  ['params', `${DECLARE}; what the program was started with is input`],
  ['os', MODULES],
  ['module', EXPORTS],
  ['exports', EXPORTS],
  [
    'process',
    'a program has no process and no environment: end with return; ask for a value with elicit(…), or use a tool that knows it',
  ],
  ['Deno', FILES],
  ['Bun', FILES],
  ['global', 'write globalThis'],
  [
    'Buffer',
    'new TextDecoder().decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))) reads base64 as text, new TextEncoder().encode(text) makes bytes',
  ],
  ['setImmediate', 'write setTimeout(run, 0)'],
  ['performance', 'time does not advance while a program runs: use Date.now(), which moves with each result'],
  ['window', BROWSER],
  ['document', BROWSER],
  ['navigator', BROWSER],
  ['localStorage', STORE],
  ['sessionStorage', STORE],
  ['alert', 'to show something write emit(value), to ask write await elicit({ type: "confirmation", message: "…" })'],
  ['confirm', 'write await elicit({ type: "confirmation", message: "…" })'],
  ['prompt', 'write await elicit({ type: "text", message: "…" })'],
  ['AbortController', RACE],
  ['AbortSignal', RACE],
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
const NO_THIS = "Cannot read properties of undefined (reading 'tools')";
const LONGEST = 100;

/** Whether a name is a namespace of tools. */
export type IsNamespace = (name: string) => boolean;

/** The engine's message about a name, with advice on what to write; any other message unchanged. */
export function withNameAdvice(name: string | undefined, message: string, isNamespace: IsNamespace): string {
  if (message === NO_IMPORT) return `${message}: a program cannot import anything. Remove the import and use tools.*`;
  const called = calledAdvice(message);
  if (called !== undefined) return `${message}: ${called}`;
  if (/^console\.\w{1,30} is not a function$/.test(message))
    return `${message}: console has debug, log, info, warn and error`;
  if (message.startsWith(NO_THIS)) return `${message}: this is undefined in a program, write tools without it`;
  if (name !== 'ReferenceError' || message.length > LONGEST) return message;
  const missing = /^([\w$]+) is not defined$/.exec(message)?.[1] ?? '';
  if (isNamespace(missing)) return `${message}: tools are called by their whole path, write tools.${missing}`;
  const advice = ADVICE.get(missing);
  return advice === undefined ? message : `${message}: ${advice}`;
}

/** Of the engine's message about what is called and is no function. */
function calledAdvice(message: string): string | undefined {
  if (message === 'tools is not a function') return CALL;
  if (message.startsWith(NO_ITERATOR))
    return 'Promise.all and its like take a list: const [a, b] = await Promise.all([…, …])';
  if (/^tools[.\w$]{1,60}\(\.\.\.\) is not a function/.test(message)) return BY_PATH;
  return undefined;
}
const NO_ITERATOR = 'object is not iterable (cannot read property Symbol(Symbol.iterator))';
const BY_PATH = 'a tool returns a promise; a path that is known as a text is called as tools["a.b"]({ … })';
