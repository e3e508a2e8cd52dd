// The state that programs of a session share: one record of the store for each session and agent, replaced as a whole if
// nobody else did so meanwhile. So quotas hold across processes and machines, and no write is half done.
//
// Writes of this process to one record wait for each other, and those that wait are written together.

import { type AnsweredBy, type Clock, type JsonValue, type SharedRecord, ToolError } from '@toolshed/kernel';
import { sha256 } from '../digest.js';
import { stateCleared } from '../stores/audit/audit-facts.js';
import type { AuditedRecords } from '../stores/audit/audited-records.js';
import {
  applyWrite,
  assertKey,
  emptyState,
  StateDocument,
  type StateScope,
  type StateWrite,
  type StateWriter,
} from './state-document.js';

/** A value that programs of a session keep. */
export interface StateEntry {
  /** Whose it is; undefined for programs that no agent was named for. */
  readonly agent: string | undefined;
  /** Its name. */
  readonly key: string;
  /** What was written last. */
  readonly value: JsonValue;
  /** When that was. */
  readonly at: number;
}

export interface SessionState {
  get(scope: StateScope, key: string): Promise<JsonValue | undefined>;
  keys(scope: StateScope): Promise<readonly string[]>;
  /** Whether the key was there before. `assertMayAct` is called before each try to write. */
  write(scope: StateScope, write: StateWrite, writer: StateWriter, assertMayAct: () => void): Promise<boolean>;
  /** All that a session keeps, for people. */
  list(session: string): Promise<readonly StateEntry[]>;
  /** Removes all of it; returns how many values there were. */
  clear(session: string, by: AnsweredBy): Promise<number>;
}

interface PendingWrite {
  readonly write: StateWrite;
  readonly writer: StateWriter;
  readonly assertMayAct: () => void;
  readonly resolve: (existed: boolean) => void;
  readonly reject: (error: unknown) => void;
}

const KIND = 'session-state';

/** From the last write. Longer than most pauses, and an end for sessions nobody comes back to. */
const LASTS_MS = 30 * 24 * 60 * 60 * 1_000;

/** Each failure means that another writer was faster. */
const MOST_TRIES = 100;

const PAGE = 100;

export function createSessionState(records: AuditedRecords | undefined, clock: Clock): SessionState {
  const queues = new Map<string, PendingWrite[]>();

  const recordsHere = (): AuditedRecords => {
    if (records) return records;
    throw new ToolError(
      'state/unavailable',
      'Cannot keep state: the store of this host keeps no records; the host has to use a store that Toolshed opened',
    );
  };

  async function read(scope: StateScope): Promise<StateDocument> {
    const record = await recordsHere().get(KIND, keyOf(scope));
    return record === undefined ? emptyState(scope) : documentOf(record);
  }

  async function drain(key: string, scope: StateScope, queue: PendingWrite[]): Promise<void> {
    while (queue.length > 0) await writeTogether(key, scope, queue.splice(0));
    queues.delete(key);
  }

  async function writeTogether(key: string, scope: StateScope, group: readonly PendingWrite[]): Promise<void> {
    try {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const outcomes = await tryWrite(key, scope, group);
        if (outcomes === undefined) continue;
        for (const settle of outcomes) settle();
        return;
      }
      throw new ToolError('state/busy', 'Cannot write the state of the session: others keep writing; try again');
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  /** The reply to each of them once it is written; undefined if another writer was faster. */
  async function tryWrite(
    key: string,
    scope: StateScope,
    group: readonly PendingWrite[],
  ): Promise<readonly (() => void)[] | undefined> {
    const record = await recordsHere().get(KIND, key);
    const before = record === undefined ? emptyState(scope) : documentOf(record);
    let document = before;
    const outcomes = group.map(({ write, writer, assertMayAct, resolve, reject }) => {
      try {
        assertMayAct();
        const written = applyWrite(document, write, writer, clock.now());
        document = written.document;
        return () => resolve(written.existed);
      } catch (error) {
        return () => reject(error);
      }
    });
    const isWritten = document === before || (await store(key, record, document));
    return isWritten ? outcomes : undefined;
  }

  const store = (key: string, record: SharedRecord | undefined, document: StateDocument): Promise<boolean> => {
    const life = { lastsMs: LASTS_MS };
    return record === undefined
      ? recordsHere().add(KIND, key, document, life)
      : recordsHere().replace(KIND, key, record.version, document, life);
  };

  async function recordsOf(session: string): Promise<readonly SharedRecord[]> {
    const prefix = prefixOf(session);
    const found: SharedRecord[] = [];
    for (let after = prefix; ; ) {
      const page = await recordsHere().list(KIND, { after, limit: PAGE });
      const own = page.filter(({ key }) => key.startsWith(prefix));
      found.push(...own);
      const last = page.at(-1);
      if (last === undefined || own.length < page.length) return found;
      after = last.key;
    }
  }

  return {
    async get(scope, key) {
      assertKey(key);
      return (await read(scope)).entries.find(([name]) => name === key)?.[1];
    },
    keys: async (scope) => (await read(scope)).entries.map(([key]) => key).sort(),
    write(scope, write, writer, assertMayAct) {
      const key = keyOf(scope);
      return new Promise((resolve, reject) => {
        const pending = { write, writer, assertMayAct, resolve, reject };
        const queue = queues.get(key);
        if (queue) {
          queue.push(pending);
          return;
        }
        const own = [pending];
        queues.set(key, own);
        void drain(key, scope, own);
      });
    },
    async list(session) {
      return (await recordsOf(session))
        .map(documentOf)
        .flatMap(({ agent, entries }) =>
          entries.map(([key, value, at]) => ({ agent: agent ?? undefined, key, value, at })),
        );
    },
    async clear(session, by) {
      let count = 0;
      for (const record of await recordsOf(session)) {
        const { agent, entries } = StateDocument.safeParse(record.value).data ?? {};
        const facts = { session, agent: agent ?? undefined, values: entries?.length };
        const taken = await recordsHere().take(KIND, record.key, stateCleared(facts, by, clock.now()));
        count += taken === undefined ? 0 : (StateDocument.safeParse(taken.value).data?.entries.length ?? 0);
      }
      return count;
    },
  };
}

/** Of a fixed length, whatever a session is called, and without characters that could make it look like another's. */
const prefixOf = (session: string): string => `${sha256(session)}/`;

const keyOf = ({ session, agent }: StateScope): string =>
  `${prefixOf(session)}${agent === undefined ? '-' : sha256(agent)}`;

function documentOf({ value }: SharedRecord): StateDocument {
  const document = StateDocument.safeParse(value);
  if (document.success) return document.data;
  throw new ToolError(
    'state/unreadable',
    'Cannot read the state of the session: it is damaged, or a newer version wrote it; a person can clear it',
  );
}
