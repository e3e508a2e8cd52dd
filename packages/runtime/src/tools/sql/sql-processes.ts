// The processes that run SQL for one plugin: started when needed, kept for the next call, killed when a
// call takes too long.

import { type ChildProcess, fork } from 'node:child_process';
import { createFairQueue } from '../../fair-queue.js';
import { ownEntry } from '../../machine/own-entry.js';
import { SqlError } from './sql-error.js';
import { SqlReply, type SqlRequest } from './sql-request.js';

export interface SqlProcesses {
  /** Rejects with an SqlError when the time is up, the call is cancelled or the process dies. */
  run(request: SqlRequest, caller: SqlCaller & { readonly timeoutMs: number }): Promise<SqlReply>;
}

/** Whose statement it is: sessions that wait for a process are served in turn. */
export interface SqlCaller {
  readonly session: string;
  readonly signal: AbortSignal;
}

const MAX_PROCESSES = 4;
/** Fewer than all, so that another session's statement is not kept waiting by slow ones. */
const MAX_PER_SESSION = 2;
const KEPT_IDLE_MS = 10_000;

interface Applicant {
  readonly session: string;
  readonly start: () => void;
}

export function createSqlProcesses(): SqlProcesses {
  // Found now, so that a host whose file was left behind fails when its tool is made and not at its first statement.
  const entry = ownEntry('sql-process');
  /** Each with the timer that ends it. */
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const waiting = createFairQueue<Applicant>();
  const busy = new Map<string, number>();
  let total = 0;

  const busyOf = (session: string): number => busy.get(session) ?? 0;

  const take = ({ session, start: begin }: Applicant): boolean => {
    if (total >= MAX_PROCESSES || busyOf(session) >= MAX_PER_SESSION) return false;
    total++;
    busy.set(session, busyOf(session) + 1);
    begin();
    return true;
  };

  const takeTurn = (session: string): Promise<void> =>
    new Promise((begin) => {
      waiting.push(session, { session, start: begin });
      waiting.serve(take);
    });

  function passTurn(session: string): void {
    total--;
    const left = busyOf(session) - 1;
    if (left === 0) busy.delete(session);
    else busy.set(session, left);
    waiting.serve(take);
  }

  function keep(child: ChildProcess): void {
    holdHost(child, 'no');
    const forget = setTimeout(() => {
      idle.delete(child);
      child.kill('SIGKILL');
    }, KEPT_IDLE_MS);
    idle.set(child, forget.unref());
  }

  function takeIdle(): ChildProcess | undefined {
    for (const [child, forget] of idle) {
      clearTimeout(forget);
      idle.delete(child);
      if (child.connected) return child;
    }
    return undefined;
  }

  return {
    async run(request, caller) {
      await takeTurn(caller.session);
      try {
        if (caller.signal.aborted) throw cancelled();
        const child = takeIdle() ?? start(entry);
        const reply = await exchange(child, request, caller);
        keep(child);
        return reply;
      } finally {
        passTurn(caller.session);
      }
    },
  };
}

/** An empty environment: what the process can reveal must not include the host's secrets. */
function start(entry: string): ChildProcess {
  return fork(entry, {
    execArgv: ['--max-old-space-size=256'],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function exchange(
  child: ChildProcess,
  request: SqlRequest,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<SqlReply> {
  const { promise, resolve, reject } = Promise.withResolvers<SqlReply>();
  const give = (raw: unknown): void => {
    const reply = SqlReply.safeParse(raw);
    if (reply.success) resolve(reply.data);
    else fail(stopped());
  };
  const fail = (error: SqlError): void => {
    child.kill('SIGKILL');
    reject(error);
  };
  const onEnd = (): void => fail(stopped());
  const onAbort = (): void => fail(cancelled());
  const timer = setTimeout(() => fail(timedOut(request, timeoutMs)), timeoutMs);
  holdHost(child, 'yes');
  child.once('message', give).once('exit', onEnd).once('error', onEnd);
  signal.addEventListener('abort', onAbort);
  child.send(request, (error) => error && fail(stopped()));
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    child.off('message', give).off('exit', onEnd).off('error', onEnd);
  });
}

/** A process that waits for work must not keep the host from ending. */
function holdHost(child: ChildProcess, wanted: 'yes' | 'no'): void {
  if (wanted === 'yes') child.ref();
  else child.unref();
  if (wanted === 'yes') child.channel?.ref();
  else child.channel?.unref();
}

const cancelled = (): SqlError =>
  new SqlError('sql/cancelled', 'Cannot finish the statement: the execution was cancelled');

const stopped = (): SqlError =>
  new SqlError(
    'sql/stopped',
    'Cannot finish the statement: its process died, most likely because it ran out of memory; query less data',
  );

function timedOut({ op }: SqlRequest, timeoutMs: number): SqlError {
  const advice = op === 'execute' ? 'check whether it took effect before trying again' : 'query less data';
  return new SqlError('sql/timeout', `Cannot finish the statement: it ran longer than ${timeoutMs} ms; ${advice}`);
}
