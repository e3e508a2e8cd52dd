import type { Tool } from '@toolshed/kernel';

const MOST_TOOLS = 200;

/**
 * The tools that a program may call: those whose whole path it has the words for, in whatever order and by whatever
 * detour (`const { github } = tools`). If it mentions a namespace but none of its tools, the first tool stands
 * in for the others, so that the namespace exists. Undefined if there are too many to check quickly.
 */
export function mentionedTools(program: string, tools: readonly Tool[]): readonly Tool[] | undefined {
  const words = new Set(program.match(/[\w$-]+/g)?.flatMap((word) => [word, ...word.split('-')]));
  const byNamespace = new Map<string, Tool[]>();
  const first = new Map<string, Tool>();
  for (const tool of tools) {
    const segments = tool.path.split('.');
    const name = segments.pop() ?? '';
    if (!segments.every((segment) => words.has(segment))) continue;
    const namespace = segments.join('.');
    if (!first.has(namespace)) first.set(namespace, tool);
    if (!words.has(name)) continue;
    const known = byNamespace.get(namespace);
    if (known) known.push(tool);
    else byNamespace.set(namespace, [tool]);
  }
  const mentioned = [...first].flatMap(([namespace, tool]) => byNamespace.get(namespace) ?? [tool]);
  return mentioned.length > MOST_TOOLS ? undefined : mentioned;
}

// Threat: a hundred thousand blanks. No two parts that match blanks stand side by side, so each is tried in one way.
const CHAIN = /\btools((?:\s*\??\.\s*[A-Za-z_$][\w$]*|\s*(?:\?\.\s*)?\[\s*(?:"[^"\\]{1,64}"|'[^'\\]{1,64}')\s*\])+)/g;
const SEGMENT = /[\w$-]+/g;

const MOST_SEGMENTS = 16;
const MOST_PATHS = 5_000;

/**
 * The paths that a program writes out, `tools.github.issues["create"]`, each with those it begins with.
 *
 * Threat: a chain of a hundred thousand segments, in a comment even, whose beginnings together are gigabytes. What is
 * longer than paths are, or more than programs have, is not looked at: a tool that is called all the same is found then.
 */
export function mentionedPaths(program: string): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const [, chain = ''] of program.matchAll(CHAIN)) {
    let path = '';
    let segments = 0;
    for (const [segment] of chain.matchAll(SEGMENT)) {
      if (++segments > MOST_SEGMENTS || paths.size >= MOST_PATHS) break;
      path = path === '' ? segment : `${path}.${segment}`;
      paths.add(path);
    }
    if (paths.size >= MOST_PATHS) break;
  }
  return paths;
}
