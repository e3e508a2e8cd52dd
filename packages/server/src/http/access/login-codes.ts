// Codes that sign a browser in to the inbox. Only the terminal that `toolshed serve` runs in shows them. Those that a person
// makes at another terminal are in `sign-in-codes.ts`.
//
// Threat: a web page the person visits, which can reach this machine's ports but cannot read that terminal.
// A code signs in one browser and is then invalid; the terminal shows the next one.
//
// Where nodes share their tokens they share the codes: one that node A shows signs in at node B, once, because taking its
// record is something one caller can do. What is kept is a digest and ends soon after the node that shows the code: the
// node renews it, and checks whether somebody has used it elsewhere.

import type { SharedRecords, ToolLog } from '@toolshed/kernel';
import { createMemoryRecords } from '@toolshed/runtime';
import { z } from 'zod';
import { digestOf, newSecret } from './token.js';

export interface LoginCodes extends AsyncDisposable {
  readonly current: string;
  /** Resolves when the first code can be used at every node. */
  readonly ready: Promise<void>;
  /** Redeems a code once: who it signs in, and whether it was this node's current code, which is then replaced. */
  redeem(code: string): Promise<{ readonly name: string; readonly isOwn: boolean } | undefined>;
}

export interface LoginCodesDeps {
  /** Default: of this process alone. */
  readonly records: SharedRecords | undefined;
  /** The name of a person who signs in with a code of this node. */
  readonly user: string;
  readonly log: Pick<ToolLog, 'warn'>;
  /** Called when the current code was used at another node and was replaced. */
  onUsedElsewhere(): void;
}

const KIND = 'login-code';
const LASTS_MS = 600_000;
const RENEW_MS = 120_000;
const LOOK_MS = 1_000;
const Value = z.strictObject({ name: z.string() });

export function createLoginCodes({ records: shared, user, log, onUsedElsewhere }: LoginCodesDeps): LoginCodes {
  const records = shared ?? createMemoryRecords();
  const life = shared === undefined ? {} : { lastsMs: LASTS_MS };
  let current = newSecret();
  let renewedAt = performance.now();
  let isLooking = false;

  const publish = async (): Promise<void> => {
    renewedAt = performance.now();
    await records.put(KIND, digestOf(current), { name: user }, life);
  };
  const warn = (error: unknown): void =>
    log.warn({ err: error }, 'sharing the sign-in code failed; the sign-in link cannot be used until it succeeds');

  async function look(): Promise<void> {
    const looked = current;
    const kept = await records.get(KIND, digestOf(looked));
    // Redeemed here meanwhile, and replaced.
    if (looked !== current) return;
    if (kept === undefined) {
      current = newSecret();
      await publish();
      onUsedElsewhere();
    } else if (performance.now() - renewedAt > RENEW_MS) {
      renewedAt = performance.now();
      await records.replace(KIND, kept.key, kept.version, kept.value, life);
    }
  }

  const ready = publish().catch(warn);
  const lookOnce = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    await ready;
    await look().catch(warn);
    isLooking = false;
  };
  const timer = shared === undefined ? undefined : setInterval(() => void lookOnce(), LOOK_MS).unref();

  return {
    get current() {
      return current;
    },
    ready,
    async redeem(code) {
      await ready;
      const taken = await records.take(KIND, digestOf(code));
      const value = Value.safeParse(taken?.value);
      if (!value.success) return undefined;
      const isOwn = code === current;
      if (isOwn) {
        current = newSecret();
        await publish();
      }
      return { ...value.data, isOwn };
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      if (shared !== undefined) await records.take(KIND, digestOf(current)).catch(() => undefined);
    },
  };
}
