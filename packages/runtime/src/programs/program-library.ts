// Where saved programs are kept: each version is a record that is written once, and a head for each path says which is the
// newest.
//
// Invariants
//   L1. A version has one writer: of several processes that save under one path at once, each gets a version of its own.
//   L2. What was saved never changes. The head moves only to a newer version, or to "deleted".
//   L3. A process that dies between a version and its head leaves a version that no caller knows of; the next save takes
//       the number after it.
//   L4. `stamp` differs after each change, so that hosts notice it with one small read.
//   L5. The audit log says who saved each version and who deleted a program, in the transaction that does it.

import { randomUUID } from 'node:crypto';
import type { AnsweredBy, JsonValue, SharedRecord, ToolLog } from '@toolshed/kernel';
import { programChanged } from '../stores/audit/audit-facts.js';
import type { AuditedRecords } from '../stores/audit/audited-records.js';
import { createReadableRecords } from '../stores/readable-records.js';
import { SavedHead, SavedVersion } from './saved-program.js';

export interface ProgramLibrary {
  /** Keeps a new version, with the next number; returns it. */
  add(program: Omit<SavedVersion, 'version'>): Promise<SavedVersion>;
  /** Whether it was there, and is deleted now. Its versions stay. */
  remove(path: string, by: AnsweredBy, at: number): Promise<boolean>;
  /** Also one that was deleted. */
  head(path: string): Promise<SavedHead | undefined>;
  version(path: string, version: number): Promise<SavedVersion | undefined>;
  /** Those that are not deleted, by their paths. */
  heads(): Promise<readonly SavedHead[]>;
  /** Changes whenever a program is saved or deleted. */
  stamp(): Promise<string | undefined>;
}

const HEADS = 'program';
const VERSIONS = 'program-version';
const STAMPS = 'program-stamp';
const STAMP = 'all';
const PAGE = 200;

export function createProgramLibrary(records: AuditedRecords, log: Pick<ToolLog, 'warn'>): ProgramLibrary {
  const readable = createReadableRecords(SavedHead, 'a saved program', log);
  const find = async (path: string): Promise<{ head: SavedHead; record: SharedRecord } | undefined> => {
    const record = await records.get(HEADS, path);
    return record && { head: SavedHead.parse(record.value), record };
  };

  const moveHead = async (saved: SavedVersion): Promise<void> => {
    const { source: _, ...head } = saved;
    for (;;) {
      const found = await find(saved.path);
      if (found === undefined) {
        if (await records.add(HEADS, saved.path, toJson(head))) return;
        continue;
      }
      // L2: another process has saved a newer one meanwhile.
      if (found.head.version >= saved.version) return;
      if (await records.replace(HEADS, saved.path, found.record.version, toJson(head))) return;
    }
  };

  const addVersion = (saved: SavedVersion): Promise<boolean> => {
    const { path, version, digest, savedAt, savedBy, execution } = saved;
    // L5.
    const fact = { at: savedAt, path, execution, detail: `version ${version}`, digest };
    return records.add(
      VERSIONS,
      keyOf(path, version),
      toJson(saved),
      {},
      programChanged('program-saved', fact, savedBy),
    );
  };

  /** L4. */
  const changed = (): Promise<void> => records.put(STAMPS, STAMP, randomUUID());

  return {
    async add(program) {
      let version = ((await find(program.path))?.head.version ?? 0) + 1;
      // L1 and L3.
      while (!(await addVersion({ ...program, version }))) version++;
      const saved = { ...program, version };
      await moveHead(saved);
      await changed();
      return saved;
    },
    async remove(path, by, at) {
      for (;;) {
        const found = await find(path);
        if (found === undefined || found.head.deleted !== undefined) return false;
        const head = { ...Object(found.record.value), deleted: { at, by } };
        const { version, digest } = found.head;
        const fact = programChanged('program-deleted', { at, path, detail: `version ${version}`, digest }, by);
        if (!(await records.replace(HEADS, path, found.record.version, toJson(head), {}, fact))) continue;
        await changed();
        return true;
      }
    },
    head: async (path) => (await find(path))?.head,
    async version(path, version) {
      const record = await records.get(VERSIONS, keyOf(path, version));
      return record && SavedVersion.safeParse(record.value).data;
    },
    async heads() {
      const heads: SavedHead[] = [];
      for (let after: string | undefined; ; ) {
        const page = await records.list(HEADS, { limit: PAGE, ...(after === undefined ? {} : { after }) });
        heads.push(...readable(page).map(({ value }) => value));
        after = page.at(-1)?.key;
        if (page.length < PAGE || after === undefined) return heads.filter(({ deleted }) => deleted === undefined);
      }
    },
    stamp: async () => (await records.get(STAMPS, STAMP))?.version,
  };
}

/** No path holds an "@". */
const keyOf = (path: string, version: number): string => `${path}@${version}`;

/** Without undefined members, which are not JSON. */
const toJson = (value: object): JsonValue => JSON.parse(JSON.stringify(value));
