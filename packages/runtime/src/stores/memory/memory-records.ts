// Records of a memory store, kept as texts so that nobody holds a live value.

import { randomUUID } from 'node:crypto';
import type { Clock, JsonValue, SharedRecord, SharedRecords } from '@toolshed/kernel';
import { type AuditFact, recordText } from '@toolshed/kernel/runtime';
import type { AuditedRecords } from '../audit/audited-records.js';
import { systemClock } from '../system-clock.js';
import type { MemoryAudit } from './memory-audit.js';

interface Kept {
  readonly text: string;
  readonly version: string;
  readonly expiresAt: number | undefined;
}

/** Records of one process, lost when it ends. */
export const createMemoryRecords = (clock: Clock = systemClock): SharedRecords =>
  createAuditedMemoryRecords(clock, () => 0);

export function createAuditedMemoryRecords(clock: Clock, record: MemoryAudit['record']): AuditedRecords {
  const kinds = new Map<string, Map<string, Kept>>();
  const isThere = ({ expiresAt }: Kept): boolean => expiresAt === undefined || expiresAt > clock.now();

  function find(kind: string, key: string): Kept | undefined {
    const kept = kinds.get(kind)?.get(key);
    return kept !== undefined && isThere(kept) ? kept : undefined;
  }

  function write(kind: string, key: string, value: JsonValue, lastsMs: number | undefined, fact?: AuditFact): void {
    const text = recordText(kind, key, value);
    const all = kinds.get(kind) ?? new Map<string, Kept>();
    for (const [other, kept] of all) if (!isThere(kept)) all.delete(other);
    all.set(key, { text, version: randomUUID(), expiresAt: lastsMs === undefined ? undefined : clock.now() + lastsMs });
    kinds.set(kind, all);
    if (fact !== undefined) record(fact);
  }

  return {
    async add(kind, key, value, { lastsMs } = {}, fact) {
      if (find(kind, key) !== undefined) return false;
      write(kind, key, value, lastsMs, fact);
      return true;
    },
    async put(kind, key, value, { lastsMs } = {}) {
      write(kind, key, value, lastsMs);
    },
    async replace(kind, key, version, value, { lastsMs } = {}, fact) {
      if (find(kind, key)?.version !== version) return false;
      write(kind, key, value, lastsMs, fact);
      return true;
    },
    async get(kind, key) {
      const kept = find(kind, key);
      return kept && toRecord(key, kept);
    },
    async list(kind, { after, limit }) {
      return [...(kinds.get(kind) ?? [])]
        .filter(([key, kept]) => isThere(kept) && (after === undefined || key > after))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, limit)
        .map(([key, kept]) => toRecord(key, kept));
    },
    async take(kind, key, fact) {
      const kept = find(kind, key);
      kinds.get(kind)?.delete(key);
      if (kept !== undefined && fact !== undefined) record(fact);
      return kept && toRecord(key, kept);
    },
  };
}

const toRecord = (key: string, { text, version }: Kept): SharedRecord => ({ key, value: JSON.parse(text), version });
