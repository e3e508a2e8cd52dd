// The tool that stands for a saved program. It has no handler of its own: the runtime enters the program in its place.

import { defineTool, type Tool } from '@toolshed/kernel';
import { canonicalJson } from '@toolshed/kernel/runtime';
import { sha256 } from '../digest.js';
import type { SavedVersion } from './saved-program.js';

/** Any object, if the person who saved it gave no schema. */
const ANY_OBJECT = { type: 'object' } as const;

/**
 * A call of it is safe in itself: every call that the program makes passes the gate, as if its caller had made it.
 *
 * @throws InvalidOptionsError if its path or its schema cannot be used.
 */
export function programTool(saved: Omit<SavedVersion, 'execution' | 'savedAt'>): Tool {
  const { path, version, description, digest, savedBy } = saved;
  const tool = defineTool({
    path,
    description,
    input: saved.input ?? ANY_OBJECT,
    destructive: false,
    // It has not acted before it was entered.
    idempotent: true,
    handler: () =>
      Promise.reject(new TypeError(`The saved program ${path} is entered as a program, not run as a handler`)),
  });
  const server = `version ${version}, saved by ${savedBy.principal}`;
  return { ...tool, origin: { shown: { kind: 'program', server, name: path }, identity: `program ${digest}` } };
}

/** What grants for calls inside of a program are bound to: a program that changed in any way has another one. */
export const digestOfProgram = ({ path, source, input }: Pick<SavedVersion, 'path' | 'source' | 'input'>): string =>
  sha256(canonicalJson({ path, source, input: input ?? null }));
