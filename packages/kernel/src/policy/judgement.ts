import type { ToolPath } from '../tool/catalog/tool-path.js';
import type { ArgumentCondition } from './condition/argument-condition.js';
import { judgeCondition } from './condition/judge-condition.js';

/** Who makes a call, as far as policy cares. */
export interface Caller {
  /** The session of its execution. */
  readonly session: string;
  /** The agent that submitted the program, if it has a name. */
  readonly agent: string | undefined;
  /** The execution that calls. */
  readonly executionId: string | undefined;
  /** Digest of the saved program that makes the call; undefined if it is the program of the execution. */
  readonly program?: string | undefined;
}

/** One call as rules and grants see it. */
export interface JudgedCall {
  /** The tool that is called. */
  readonly path: ToolPath;
  /** Who calls it. */
  readonly caller: Caller;
  /** When, in milliseconds since 1970. */
  readonly now: number;
  /** As validated. Without them no condition can be judged. */
  readonly args?: unknown;
  /** Digest of the tool's definition, for grants that are bound to one. */
  readonly tool?: string | undefined;
}

/** Why a rule or a grant counts for a call, or does not. */
export type JudgementReason =
  | { readonly kind: 'matches' }
  | { readonly kind: 'other-path' | 'other-agent' | 'other-session' | 'other-execution' | 'other-program' }
  | { readonly kind: 'expired' | 'used-up' | 'tool-changed' | 'damaged' }
  | { readonly kind: 'condition-holds' | 'condition-fails' }
  | { readonly kind: 'condition-unclear'; readonly problem: string };

/** Whether a rule or a grant applies to a call, and why. */
export interface Judgement {
  /** Whether it applies to the call. */
  readonly applies: boolean;
  /** Why, or why not. */
  readonly because: JudgementReason;
}

export const doesNotApply = (kind: Exclude<JudgementReason['kind'], 'condition-unclear'>): Judgement => ({
  applies: false,
  because: { kind },
});

/** A restriction applies if its condition cannot be judged; a permission does not. */
export function judgeWhen(
  when: ArgumentCondition | undefined,
  args: unknown,
  effect: 'restricts' | 'permits',
): Judgement {
  if (when === undefined) return { applies: true, because: { kind: 'matches' } };
  const judged = judgeCondition(when, args);
  switch (judged.kind) {
    case 'holds':
      return { applies: true, because: { kind: 'condition-holds' } };
    case 'fails':
      return { applies: false, because: { kind: 'condition-fails' } };
    case 'unclear':
      return { applies: effect === 'restricts', because: { kind: 'condition-unclear', problem: judged.problem } };
  }
}
