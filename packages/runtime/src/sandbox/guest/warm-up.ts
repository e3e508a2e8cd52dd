// What an isolate does before it gets its program: a call's code path, often enough for the engine to have optimised it.
// Otherwise a program's first calls, which are often all it has, take three times as long as later ones.
//
// It leaves nothing for a program to find: it uses a bridge of its own, which is thrown away. The engine
// learns about a function, whichever bridge it belongs to.

import type { Bridge } from './bridge.js';
import type { ProgramRunner } from './run-program.js';

interface Assembled {
  readonly bridge: Bridge;
  readonly runner: ProgramRunner;
  readonly tools: object;
  deliver(call: number, json: string, at: number): void;
}

/**
 * Where the engine has its baseline compiler, which worker processes do without, it compiles functions that were called often
 * enough, but in batches: half of a call's code path would be waiting in a batch that is never full. `filler` is large
 * enough to fill any batch.
 */
export function createWarmUp(assemble: () => Assembled, filler: (n: number) => void): () => void {
  const CALLS = 16;
  return () => {
    const { bridge, runner, tools, deliver } = assemble();
    const { some } = tools as { readonly some: { tool(args: object): Promise<unknown> } };
    for (let call = 1; call <= CALLS; call++) {
      some.tool({ call });
      bridge.drain();
      deliver(call, '{}', 0);
    }
    runner.compile('return 0', '');
    runner.run();
    for (let n = 0; n < CALLS; n++) filler(n);
  };
}
