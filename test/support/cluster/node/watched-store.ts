// A store that writes down what it was asked and what it said, and stops its process at named points. Nothing else is
// different from the store inside.

import type { JournalEntry, JournalStore, OwnerStore } from '@toolshed/kernel';
import { FIRST_EPOCH } from '@toolshed/kernel/runtime';
import type { Store } from '@toolshed/runtime';
import type { StopPoints } from './stop-points.ts';
import type { WitnessLine } from './witness.ts';

export interface WatchedStoreDeps {
  readonly node: string;
  readonly store: Store;
  readonly points: StopPoints;
  /** What the store keeps leases for, where a broken one does not say so itself. */
  readonly leaseMs: number | undefined;
  readonly write: (line: WitnessLine) => void;
}

export function watchedStore({ node, store, points, leaseMs: kept, write }: WatchedStoreDeps): Store {
  return { ...store, journal: watchedJournal(), owners: watchedOwners() };

  function watchedJournal(): JournalStore {
    const { journal } = store;
    const { claim } = journal;
    return {
      ...journal,
      async create(execution, entries, summary) {
        const sent = Date.now();
        const created = await journal.create(execution, entries, summary);
        const { owner } = summary;
        const facts = { execution, ...seqsOf(entries), epoch: FIRST_EPOCH, ...(owner === undefined ? {} : { owner }) };
        if (created === execution) write({ kind: 'appended', node, sent, acked: Date.now(), ...facts });
        if (entries.some(({ kind }) => kind === 'invoking')) await reachInvoking();
        return created;
      },
      async append(execution, entries, summary, fence) {
        const kinds = new Set(entries.map(({ kind }) => kind));
        if (kinds.has('answered')) points.reach('answer sent');
        if (kinds.has('returned')) points.reach('outcome sent');
        const sent = Date.now();
        const epoch = await journal.append(execution, entries, summary, fence);
        const { owner } = summary;
        const claimed = fence && {
          fence: fence.epoch,
          ...(epoch === undefined ? {} : { epoch }),
          ...(owner === undefined ? {} : { owner }),
        };
        write({ kind: 'appended', node, sent, acked: Date.now(), execution, ...seqsOf(entries), ...claimed });
        if (kinds.has('answered')) points.reach('answer committed');
        if (kinds.has('invoking')) await reachInvoking();
        return epoch;
      },
      ...(claim && {
        async claim(execution, lease) {
          const sent = Date.now();
          const claimed = await claim(execution, lease);
          if (claimed)
            write({ kind: 'claimed', node, sent, acked: Date.now(), execution, lease, epoch: claimed.epoch });
          if (claimed) points.reach('claimed');
          return claimed;
        },
      }),
    };
  }

  async function reachInvoking(): Promise<void> {
    points.reach('invoking committed');
    await points.reachAndDawdle('invoking read late');
  }

  function watchedOwners(): OwnerStore {
    const { owners } = store;
    const leased = async (ask: OwnerStore['renew'], ...[owner, leaseMs]: Parameters<OwnerStore['renew']>) => {
      const sent = Date.now();
      const isHeld = await ask(owner, leaseMs);
      if (isHeld) write({ kind: 'leased', node, sent, acked: Date.now(), lease: owner.id, leaseMs: kept ?? leaseMs });
      return isHeld;
    };
    return {
      ...owners,
      enter: (owner, leaseMs) => leased(owners.enter, owner, leaseMs),
      async renew(owner, leaseMs) {
        points.reach('renewing');
        const isHeld = await leased(owners.renew, owner, leaseMs);
        points.reach('renewed');
        return isHeld;
      },
      async remove(lease) {
        write({ kind: 'lease given up', node, sent: Date.now(), acked: Date.now(), lease });
        await owners.remove(lease);
      },
    };
  }
}

const seqsOf = (entries: readonly JournalEntry[]): { readonly from: number; readonly to: number } => ({
  from: entries[0]?.seq ?? 0,
  to: entries.at(-1)?.seq ?? -1,
});
