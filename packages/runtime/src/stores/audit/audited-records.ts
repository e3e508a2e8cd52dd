import type { JsonValue, RecordLife, SharedRecord, SharedRecords } from '@toolshed/kernel';
import type { AuditFact } from '@toolshed/kernel/runtime';

/**
 * Records of which the audit log keeps who changed what. The line is written in the transaction of the change, and only
 * with it. A host's own store may take no facts; its log has no such lines.
 */
export interface AuditedRecords extends SharedRecords {
  add(kind: string, key: string, value: JsonValue, life?: RecordLife, fact?: AuditFact): Promise<boolean>;
  replace(
    kind: string,
    key: string,
    version: string,
    value: JsonValue,
    life?: RecordLife,
    fact?: AuditFact,
  ): Promise<boolean>;
  take(kind: string, key: string, fact?: AuditFact): Promise<SharedRecord | undefined>;
}
