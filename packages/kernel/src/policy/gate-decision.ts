import { z } from 'zod';
import { ExecutionId, GrantId } from '../ids.js';

/** Why the gate decided so: what the approver, the journal and the tests read. */
const Because = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rule'), rule: z.string() }),
  z.strictObject({ kind: z.literal('grant'), grant: GrantId }),
  /** A person approved this call beforehand, as one of a plan: the permit with this index in it. */
  z.strictObject({ kind: z.literal('plan'), plan: ExecutionId, permit: z.int().nonnegative() }),
  z.strictObject({ kind: z.literal('safe') }),
  z.strictObject({ kind: z.literal('destructive') }),
]);

export const Verdict = z.enum(['allow', 'ask', 'deny']);
export type Verdict = z.infer<typeof Verdict>;

/** What the gate decided about a call, and the rule or grant that decided it. */
export const GateDecision = z.strictObject({
  kind: Verdict,
  because: Because,
  /** How many different people have to approve, where one is not enough. */
  approvals: z.int().min(2).optional(),
  /** A grant that would have let the call pass, had the tool not changed since it was given. */
  lapsed: GrantId.optional(),
  /** A grant that cannot be read and may have refused the call: no other grant lets it pass. */
  unreadable: GrantId.optional(),
});
export type GateDecision = Readonly<z.infer<typeof GateDecision>>;

const RANK = { allow: 0, ask: 1, deny: 2 } as const satisfies Record<Verdict, number>;

/** The stricter decision wins, so rule order never matters and a deny cannot be outvoted. */
export function stricter(a: GateDecision, b: GateDecision): GateDecision {
  return RANK[b.kind] > RANK[a.kind] ? b : a;
}

/** The rule that decided, in brackets after a space; nothing if none did. */
export const inBrackets = ({ because }: GateDecision): string => (because.kind === 'rule' ? ` (${because.rule})` : '');
