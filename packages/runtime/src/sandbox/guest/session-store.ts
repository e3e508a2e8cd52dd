// `store`: small values that outlive the program. Each method is an ordinary call of a tool under `toolshed.store`.

import type { Bridge } from './bridge.js';
import type { Callee, Primordials } from './primordials.js';
import type { ProgramStacks } from './place/program-stacks.js';
import type { WriteValue } from './values/write-value.js';

export interface StoreParts {
  readonly stacks: ProgramStacks;
  readonly writeValue: WriteValue;
}

export function installStore(p: Primordials, bridge: Bridge, { stacks, writeValue }: StoreParts): void {
  const call = (method: string, caller: Callee, fill: (args: Record<string, unknown>) => void): Promise<unknown> => {
    try {
      const args = p.create(null);
      fill(args);
      const text = writeValue(args, 'send');
      if (text === undefined) throw new p.TypeError('Arguments must be JSON values');
      return bridge.issue(`"tool",["toolshed","store","${method}"]`, text, stacks.callerOf(caller));
    } catch (error) {
      return new p.Promise((_, reject) => reject(error));
    }
  };
  const get = (key: unknown): Promise<unknown> =>
    call('get', get, (args) => {
      args['key'] = key;
    });
  const set = (key: unknown, value: unknown): Promise<unknown> =>
    call('set', set, (args) => {
      args['key'] = key;
      args['value'] = value;
    });
  const remove = (key: unknown): Promise<unknown> =>
    call('delete', remove, (args) => {
      args['key'] = key;
    });
  const list = (): Promise<unknown> => call('list', list, () => undefined);
  p.defineProperty(globalThis, 'store', {
    __proto__: null,
    value: p.freeze({ __proto__: null, get, set, delete: remove, list }),
    writable: true,
    enumerable: false,
    configurable: true,
  });
}
