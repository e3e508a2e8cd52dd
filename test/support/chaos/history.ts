// Everything a chaos run leaves to be judged: what journals say, what the world says, and what people were told.

import type { AuditLine, JournalEntry } from '@toolshed/kernel';
import type { Effect } from './effects.ts';
import type { PolicyName } from './shop.ts';

/** Hosts keep the pace of their own timers, so two of them differ from the time of day by a little. */
export const CLOCK_MS = 5;

export interface History {
  readonly executions: readonly KeptExecution[];
  /** In the order of the file. */
  readonly effects: readonly Effect[];
  /** Executions that lists show a question of. */
  readonly asking: ReadonlySet<string>;
  readonly told: readonly Told[];
  /** Calls, by host and execution, whose outcome a host warned that it could not write before it closed. */
  readonly givenUp: ReadonlySet<string>;
  /** By the name of each opening. */
  readonly hosts: ReadonlyMap<string, KnownHost>;
  /** What the store says is left of each counted grant that is still there. */
  readonly usesLeft: ReadonlyMap<string, number>;
  readonly audit: readonly Pick<AuditLine, 'what' | 'detail' | 'execution' | 'call'>[];
}

export interface KeptExecution {
  readonly id: string;
  readonly status: string;
  readonly entries: readonly JournalEntry[];
}

export interface KnownHost {
  readonly policy: PolicyName;
  /** A host that was killed may have taken what it had not written with it. */
  readonly wasKilled: boolean;
}

/** What a host acknowledged, so that it must be true whatever died since. */
export type Told =
  | { readonly kind: 'started'; readonly execution: string; readonly key: string | undefined }
  | {
      readonly kind: 'answered';
      readonly elicitation: string;
      readonly tag: string;
      readonly approved: boolean;
      /** In canonical JSON. */
      readonly args: string | undefined;
      readonly principal: string;
    }
  | { readonly kind: 'cancelled'; readonly execution: string }
  | { readonly kind: 'granted'; readonly grant: string; readonly uses: number }
  | { readonly kind: 'revoked'; readonly grant: string; readonly at: number };
