import { randomBytes } from 'node:crypto';

/**
 * What the script of a program is called inside its isolate, in every stack of the engine. Random, and shown to no
 * program: code that a program generates cannot call itself the same, and so be taken for the program's own text. One for
 * all isolates of a process, made before it is locked down.
 */
export const SCRIPT_NAME = `program-${randomBytes(16).toString('hex')}`;
