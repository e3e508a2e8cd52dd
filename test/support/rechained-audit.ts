import { DatabaseSync } from 'node:sqlite';
import { AuditLine } from '@toolshed/kernel';
import { AUDIT_ROOT, type AuditFact, chain } from '@toolshed/kernel/runtime';
import { sha256 } from '@toolshed/runtime/internal/digest';

/** Writes every line again, with what is made of it, as one chain. */
export function rechained(file: string, to: (fact: AuditFact) => AuditFact): readonly string[] {
  using database = new DatabaseSync(file, { readOnly: true });
  let hash = AUDIT_ROOT;
  const updates = database
    .prepare('SELECT * FROM audit ORDER BY n')
    .all()
    .map((row) => {
      const {
        n,
        previous: _,
        hash: __,
        ...fact
      } = AuditLine.parse(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
      const line = chain(to(fact), n, hash, sha256);
      ({ hash } = line);
      const session = line.session === undefined ? 'NULL' : `'${line.session}'`;
      return `UPDATE audit SET session = ${session}, previous = '${line.previous}', hash = '${hash}' WHERE n = ${n}`;
    });
  return [...updates, `UPDATE audit_head SET hash = '${hash}'`];
}

/** The log of a file as the version before sessions were named would have written it. */
export const asEarlierVersion = (file: string): readonly string[] =>
  rechained(file, ({ session: _, ...earlier }) => earlier);
