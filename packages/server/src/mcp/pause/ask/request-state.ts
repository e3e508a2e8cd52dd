// The `requestState` a client carries from a question to its answer. It is a sealed note to ourselves: the client can
// neither read it nor change it, and it fits one principal, one execution, one call with its very arguments, and the
// very questions that were shown.
//
// Invariants
//   R1. A state that was not sealed here, with the key in the data folder or in the store that nodes share, opens nothing.
//       The key outlives the process.
//   R2. A state answers once. In this process its nonce is remembered; after a restart, or at another node, the journal
//       shows it, because an answer that came this way since is counted against the count the state was sealed with. A
//       client that sends it again learns the outcome of the first, and nothing is answered.
//   R3. What a state lets through is an answer to a question that is still open and still reads the same. It never
//       starts an execution.

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { ElicitationId, ExecutionId, ToolshedError } from '@toolshed/kernel';
import { canonicalJson } from '@toolshed/kernel/runtime';
import { z } from 'zod';

const RequestState = z.strictObject({
  principal: z.string(),
  execution: ExecutionId,
  /** Digest of the tool's name and its arguments: the retry must be of the same call. */
  call: z.string(),
  /** Digest of each question that was asked, by its id (R3). */
  asked: z.record(ElicitationId, z.string()),
  /** How many answers to each question did not fit, by its id. */
  tries: z.record(ElicitationId, z.int()).optional(),
  /** Answers that had come through this server when it was sealed (R2). */
  answers: z.int(),
  expiresAt: z.int(),
});
export type RequestState = Readonly<z.infer<typeof RequestState>>;

export type StateProblem = 'forged' | 'expired' | 'not-yours' | 'another-call';

export class RequestStateError extends ToolshedError {
  override readonly name = 'RequestStateError';
  override readonly code = 'mcp/request-state';

  constructor(readonly problem: StateProblem) {
    super(
      `Cannot use this requestState: ${PROBLEMS[problem]}; nothing was answered. Call get_execution to see what is open`,
    );
  }
}

const PROBLEMS = {
  forged: 'it was not sealed by this server',
  expired: 'it has expired',
  'not-yours': 'it was given to another client',
  'another-call': 'it was given for another tool or other arguments',
} as const satisfies Record<StateProblem, string>;

export interface OpenedState {
  readonly state: RequestState;
  /** Whether this process opened it before. */
  readonly wasUsed: boolean;
}

export interface StateSeal {
  seal(state: Omit<RequestState, 'expiresAt'>): string;
  /** Opens a state and uses it up. Throws RequestStateError. */
  open(sealed: string, expected: Pick<RequestState, 'principal' | 'call'>): OpenedState;
}

/** The same, with a key that has to be fetched first. */
export interface SealedStates {
  seal(...given: Parameters<StateSeal['seal']>): string | Promise<string>;
  open(...given: Parameters<StateSeal['open']>): OpenedState | Promise<OpenedState>;
}

export interface StateSealDeps {
  /** 32 bytes, kept in the data folder or in the store. */
  readonly key: Uint8Array;
  readonly now: () => number;
  readonly ttlMs?: number;
}

const PREFIX = 'ts1.';
const BOUND_TO = Buffer.from('toolshed mcp request-state 1');
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const A_DAY_MS = 24 * 60 * 60 * 1_000;

export function createStateSeal({ key, now, ttlMs = A_DAY_MS }: StateSealDeps): StateSeal {
  const used = new Map<string, number>();
  const use = (nonce: string, expiresAt: number): void => {
    for (const [old, until] of used) if (until < now()) used.delete(old);
    used.set(nonce, expiresAt);
  };
  return {
    seal(state) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(BOUND_TO);
      const text = JSON.stringify({ ...state, expiresAt: now() + ttlMs } satisfies RequestState);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, expected) {
      const { nonce, state } = unseal(sealed, key);
      if (state.principal !== expected.principal) throw new RequestStateError('not-yours');
      if (state.call !== expected.call) throw new RequestStateError('another-call');
      if (state.expiresAt <= now()) throw new RequestStateError('expired');
      const wasUsed = used.has(nonce);
      use(nonce, state.expiresAt);
      return { state, wasUsed };
    },
  };
}

/** R1. Threat: base64 that decodes to the same bytes under two spellings. Only the spelling we write is read. */
function unseal(sealed: string, key: Uint8Array): { readonly nonce: string; readonly state: RequestState } {
  const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
  if (PREFIX + bytes.toString('base64url') !== sealed || bytes.length <= NONCE_BYTES + TAG_BYTES) {
    throw new RequestStateError('forged');
  }
  const nonce = bytes.subarray(0, NONCE_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce)
      .setAAD(BOUND_TO)
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    return { nonce: nonce.toString('base64url'), state: RequestState.parse(JSON.parse(text)) };
  } catch {
    throw new RequestStateError('forged');
  }
}

export const digestOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');
