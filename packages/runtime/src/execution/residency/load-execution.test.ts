import { ExecutionId } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../stores/memory/memory-store.js';
import { systemClock } from '../../stores/system-clock.js';
import { OwnershipLostError } from '../journal/journal-errors.js';
import { createLoad, type LoadDeps } from './load-execution.js';

const ID = ExecutionId.parse('exec_one');
const started = {
  kind: 'started',
  seq: 0,
  at: 1,
  format: 1,
  source: '',
  seed: 'seed',
  session: 's',
  labels: {},
  engine: 'test',
} as const;

describe('an execution that is loaded', () => {
  it('is not driven under a lease that ended while its journal was read', async () => {
    const { journal } = createMemoryStore({ clock: systemClock });
    const leases = [{ id: 'own_old' }, { id: 'own_new' }];
    let now = 0;
    const released: string[] = [];
    const deps: Partial<LoadDeps> = {
      store: {
        ...journal,
        claim: async () => ({ epoch: 2 }),
        async read() {
          now = 1;
          return [started];
        },
      },
      owners: {
        entered: async () => leases[0],
        get lease() {
          return leases[now];
        },
      } as never,
      facts: { claimed: () => undefined } as never,
      find: () => undefined,
      isDraining: () => false,
      released: () => undefined,
      drive: () => {
        throw new Error('it is driven');
      },
      release: async (_id, { id }) => void released.push(id),
    };
    await expect(createLoad(deps as LoadDeps)(ID)).rejects.toThrow(OwnershipLostError);
    expect(released).toEqual(['own_old']);
  });
});
