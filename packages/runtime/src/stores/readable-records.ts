// Records of a store, each read by itself: one that is damaged, or that a newer version wrote, hides nothing but itself.

import type { SharedRecord, ToolLog } from '@toolshed/kernel';
import type { z } from 'zod';

export type ReadableRecords<T> = (records: readonly SharedRecord[]) => readonly { value: T; record: SharedRecord }[];

/** `what`: what a record is, for the one warning that is given of each that cannot be read. */
export function createReadableRecords<T>(
  schema: z.ZodType<T>,
  what: string,
  log: Pick<ToolLog, 'warn'>,
): ReadableRecords<T> {
  const warned = new Set<string>();
  return (records) =>
    records.flatMap((record) => {
      const { success, data, error } = schema.safeParse(record.value);
      if (success) return [{ value: data, record }];
      const { key, version } = record;
      if (!warned.has(version)) log.warn({ err: error, key }, `${what} cannot be read, and is left out`);
      warned.add(version);
      return [];
    });
}
