import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<true>();

/** Runs a handler, and remembers in whatever it awaits and calls that it is one. */
export const inHandler = <T>(run: () => T): T => scope.run(true, run);

/**
 * Whether a handler is calling. Its execution keeps a slot while the handler waits, so what it starts must not wait for
 * one: the two would wait for each other.
 */
export const isInHandler = (): boolean => scope.getStore() === true;
