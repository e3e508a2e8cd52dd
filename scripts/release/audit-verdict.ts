/** What `npm audit --json` said: nothing severe, what is severe, or that this registry cannot say. */
export type AuditVerdict =
  | { readonly kind: 'clean'; readonly lesser: number }
  | { readonly kind: 'severe'; readonly names: readonly string[] }
  | { readonly kind: 'not-available'; readonly because: string };

interface AuditReport {
  readonly message?: string;
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>;
}

export function readAudit(stdout: string): AuditVerdict {
  const report = parsed(stdout);
  if (report?.vulnerabilities === undefined)
    return { kind: 'not-available', because: report?.message ?? 'it printed no report' };
  const all = Object.entries(report.vulnerabilities);
  const names = all.filter(([, { severity }]) => /^(high|critical)$/.test(severity)).map(([name]) => name);
  return names.length === 0 ? { kind: 'clean', lesser: all.length } : { kind: 'severe', names };
}

function parsed(stdout: string): AuditReport | undefined {
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}
