import { AuditFact } from '@toolshed/kernel/runtime';
import { type Row, textIn } from '../../rows/column.js';

/** What a line says; undefined if it cannot be read. */
export function factIn(row: Row): AuditFact | undefined {
  try {
    return AuditFact.safeParse(JSON.parse(textIn(row, 'body'))).data;
  } catch {
    return undefined;
  }
}
