// A finding in the words of somebody who writes programs, short, with what to write instead.

import type { ToolCatalog } from '@toolshed/kernel';
import { GUEST_GLOBALS } from '../sandbox/permitted-globals.js';
import { calleeOf } from '../callee.js';
import { ownWords } from '../catalog/unknown-tool.js';
import type { Finding } from './check-request.js';

/** Undefined for a finding that is not a mistake here. */
export function problemWords(finding: Finding, catalog: ToolCatalog): string | undefined {
  switch (finding.kind) {
    case 'name':
      return nameWords(finding.name, finding.meant);
    case 'own-name':
      return `"${finding.name}" already exists, with its types: remove this declaration and use ${finding.name} as it is`;
    case 'tool':
      return toolWords(finding.path, catalog);
    case 'awaiting':
      return finding.member === ''
        ? 'This is a promise, not its value: write await before the call'
        : `"${finding.member}" is read from a promise: await the call first, (await tools.…).${finding.member}`;
    case 'property':
      return `There is no "${finding.member}" here${ofType(finding.message)}`;
    case 'suspicion':
      return finding.message;
    case 'syntax':
      return `This cannot be read: ${finding.message}`;
    case 'argument':
      return `${finding.path}: ${argumentWords(finding.message, catalog.find(finding.path) !== undefined)}`;
  }
}

function nameWords(name: string, meant: string | undefined): string | undefined {
  const permit = GUEST_GLOBALS[name]?.permit;
  if (permit !== undefined && permit !== 'removed') return undefined;
  if (ELSEWHERE.has(name)) return `There is no ${name} in a program: only tools.* reaches the outside`;
  return `"${name}" is not defined${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
}

/** Globals that other JavaScript environments have. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'fetch',
  'require',
  'import',
  'process',
  'Buffer',
  'module',
  'exports',
  '__dirname',
  '__filename',
  'window',
  'document',
  'localStorage',
  'XMLHttpRequest',
  'WebSocket',
  'Deno',
  'Bun',
  'fs',
]);

/** Threat to good programs: an unavailable source has tools that nobody can see now, and `$…` is the host's own. */
function toolWords(path: string, catalog: ToolCatalog): string | undefined {
  if (path.includes('$') || catalog.find(path) !== undefined || catalog.absence(path) !== undefined) return undefined;
  if (catalog.tools.some((tool) => tool.path.startsWith(`${path}.`))) return undefined;
  const own = ownWords(path);
  if (own !== undefined && !catalog.namespaces.some(({ name }) => name === path.split('.', 1)[0])) return own;
  const near = catalog.nearest(path, 3).map(calleeOf);
  const advice = near.length === 0 ? 'search for the tool you need' : `did you mean ${near.join(' or ')}?`;
  return `There is no ${calleeOf(path)}: ${advice}`;
}

function argumentWords(message: string, isTool: boolean): string {
  const excess = /'([^']+)' does not exist in type '/.exec(message)?.[1];
  if (excess !== undefined) {
    const meant = /Did you mean to write '([^']+)'/.exec(message)?.[1];
    return `"${excess}" is not an argument${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
  }
  const missing = /^Property '([^']+)' is missing in type/.exec(message)?.[1];
  if (missing !== undefined) return `"${missing}" is missing`;
  const several = /is missing the following properties from type .*: ([^:]+)$/.exec(message)?.[1];
  if (several !== undefined) return `these are missing: ${several}`;
  const counted = /^Expected (\S+) arguments?, but got (\d+)/.exec(message);
  if (counted)
    return `it takes ${counted[1]} argument${counted[1] === '1' ? '' : 's'} and got ${counted[2]}${isTool ? '; give one object' : ''}`;
  const unfit =
    /^(?:Type|Argument of type) '(.+?)' is not assignable to (?:type|parameter of type) '(.+?)'\.(?: Did you mean '(.+)'\?)?$/.exec(
      message,
    );
  if (unfit) {
    const [, given = '', wanted = '', meant] = unfit;
    const words = meant === undefined ? '' : `; did you mean ${shortened(meant)}?`;
    return `${shortened(given)} does not fit ${shortened(wanted)}${awaits(given)}${words}`;
  }
  return shortened(message);
}

/** `Property 'a' does not exist on type '{ b: string; }'. Did you mean 'b'?` says the name again. */
function ofType(message: string): string {
  const [, type, meant] =
    /^Property '.*?' does not exist on type '([\s\S]+?)'\.(?: Did you mean '(.+)'\?)?$/.exec(message) ?? [];
  if (type === undefined) return `: ${shortened(message)}`;
  return meant === undefined ? `, only ${shortened(type)}` : `; did you mean "${meant}"?`;
}

const awaits = (type: string): string => (type.startsWith('Promise<') ? '; await it first' : '');

const LONGEST = 200;
const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
