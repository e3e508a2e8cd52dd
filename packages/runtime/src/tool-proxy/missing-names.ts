// What to write in place of a name that other environments have and a program does not.

import { calleeOf } from '../callee.js';

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
  ['$search', 'write await tools.$search("words")'],
  ['$describe', 'write await tools.$describe("path"), with the path of a tool as a text'],
  ['$result', 'write await tools.$result(executionId)'],
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

/** What is known where a program fails, of the tools and of its text. */
export interface KnownTools {
  /** Whether a name is a namespace of tools. */
  isNamespace(name: string): boolean;
  /** The paths of tools that a text most likely means, best first. */
  nearest(text: string): readonly string[];
  /** A line of the program, from 1; undefined where its text is not at hand. */
  line(number: number): string | undefined;
}

export const NO_TOOLS: KnownTools = { isNamespace: () => false, nearest: () => [], line: () => undefined };

export interface Thrown {
  readonly name: string | undefined;
  readonly message: string;
  readonly line: number;
}

/** The engine's message about a name, with advice on what to write; any other message unchanged. */
export function withNameAdvice({ name, message, line }: Thrown, tools: KnownTools): string {
  if (message === NO_IMPORT) return `${message}: a program cannot import anything. Remove the import and use tools.*`;
  const called = calledAdvice(message);
  if (called !== undefined) return `${message}: ${called}`;
  if (/^console\.\w{1,30} is not a function$/.test(message))
    return `${message}: console has debug, log, info, warn and error`;
  const [ofAll] = /^[^\n]{0,200}\.\$all is not a function/.exec(message) ?? [];
  if (ofAll !== undefined) return `${ofAll}: ${ALL}`;
  if (message.startsWith(NO_THIS)) return `${message}: this is undefined in a program, write tools without it`;
  if (name === 'TypeError') return withInputAdvice(message, tools.line(line) ?? '');
  if (name === 'SyntaxError') return withExistingPath(message, tools);
  if (name !== 'ReferenceError' || message.length > LONGEST) return message;
  const missing = /^([\w$]+) is not defined$/.exec(message)?.[1] ?? '';
  if (tools.isNamespace(missing)) return `${message}: tools are called by their whole path, write tools.${missing}`;
  const advice = ADVICE.get(missing);
  if (advice !== undefined && advice !== CALL) return `${message}: ${advice}`;
  const meant = meantBy(missing, tools.line(line) ?? '', tools, advice === CALL);
  if (meant.length > 0) return `${message}: tools are called by their path, write ${meant.join(' or ')}`;
  return advice === undefined ? message : `${message}: ${advice}`;
}

const ALL =
  '$all belongs to a tool and takes the place of its call: write await tools.a.b.$all({ … }), with the arguments of the call';
const MOST_MEANT = 2;

/** `functions.mail.list(…)`, and `mail_list(…)`: a tool by another name. */
function meantBy(missing: string, line: string, tools: KnownTools, isCaller: boolean): readonly string[] {
  const at = line.indexOf(missing);
  if (missing === '' || at < 0) return [];
  const [whole = '', members = ''] = CALLED.exec(line.slice(at + missing.length, at + LONGEST_CALLED)) ?? [];
  if (whole === '') return [];
  // One word alone is as likely a function that was forgotten.
  const wanted = isCaller ? members.slice(1) : `${missing}${members}`;
  if (!isCaller && !/[a-z0-9]_[a-z]|[a-z][A-Z]|\./.test(wanted)) return [];
  const near = tools.nearest(wanted);
  return near.slice(0, near[0] === wanted ? 1 : MOST_MEANT).map((path) => `${calleeOf(path)}({ … })`);
}
const CALLED = /^((?:\.[A-Za-z_$][\w$]*)*)\s*\(/;
const LONGEST_CALLED = 200;

/** What a program was started with is undefined for most. */
function withInputAdvice(message: string, line: string): string {
  const isRead = message.startsWith('Cannot read properties of undefined') && /\binput\s*[.[]/.test(line);
  return isRead || /^Cannot destructure [^\n]{0,100} 'input'/.test(message)
    ? `${message.replace(/\.$/, '')}. ${NO_INPUT}`
    : message;
}
const NO_INPUT =
  'input is undefined, because the program was started without one: write the values into the program, or ask with elicit(…)';

/** The text of a program does not tell whether the tool is there whose path it writes with a hyphen. */
function withExistingPath(message: string, tools: KnownTools): string {
  const [, before, callee] = HYPHENATED.exec(message) ?? [];
  if (before === undefined || callee === undefined) return message;
  const path = callee.slice('tools.'.length).replaceAll(/\["([^"]+)"\]/g, '.$1');
  const near = tools.nearest(path);
  if (near.length === 0 || near[0] === path) return message;
  const meant = near.slice(0, MOST_MEANT).map((one) => `${calleeOf(one)}(…)`);
  return `${before}There is no tool ${path}; did you mean ${meant.join(' or ')}?`;
}
const HYPHENATED = /^([^\n]{0,400}?)A path with a hyphen needs brackets: write (tools[^\s(]{1,400})\(…\)/;

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
