// The process that checks programs: started for the first check, kept for the next, ended when it is idle, takes too long
// or breaks its protocol. It checks one program at a time, and sessions take turns.
//
// Threat: a program whose types take forever or fill the memory. It costs one process, and is not checked; nothing else
// depends on the process.

import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { ownEntry } from '../machine/own-entry.js';
import type { FoundCompiler } from './find-compiler.js';
import { checkerFlags } from './checker-flags.js';
import { createFairTurns } from './fair-turns.js';
import { CheckReply, type CheckRequest, type Finding } from './check-request.js';

export interface CheckerProcess extends Disposable {
  check(program: string, declarations: string, session: string): Promise<CheckedBy>;
}

export type CheckedBy =
  | { readonly kind: 'found'; readonly findings: readonly Finding[] }
  /** `reason`: what follows "it was not checked, because". */
  | { readonly kind: 'not-checked'; readonly reason: string };

export interface CheckerTimes {
  readonly checkMs: number;
  readonly startMs: number;
  readonly idleMs: number;
}

const TIMES: CheckerTimes = { checkMs: 2_000, startMs: 15_000, idleMs: 60_000 };
const MOST_WAITING = { ofOne: 8, ofAll: 256 };

const notChecked = (reason: string): CheckedBy => ({ kind: 'not-checked', reason });
const LATE = notChecked('it could not be checked in time');
const TOO_DEEP = notChecked('its expressions nest deeper than the compiler can follow: write it in smaller steps');
const BUSY = notChecked('too many programs of this session wait for their check: send it again in a moment');

export function createCheckerProcess(compiler: FoundCompiler, times: CheckerTimes = TIMES): CheckerProcess {
  let child: ChildProcess | undefined;
  const turns = createFairTurns(MOST_WAITING);
  let number = 0;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  const end = (): void => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  };

  const started = async (): Promise<ChildProcess | undefined> => {
    if (child?.connected) return child;
    end();
    child = start(compiler);
    const reply = await replyOf(child, times.startMs);
    if (reply?.kind === 'ready') return child;
    end();
    return undefined;
  };

  const checkNow = async (request: CheckRequest): Promise<CheckedBy> => {
    const running = isClosed ? undefined : await started();
    if (running === undefined || isClosed) return LATE;
    const replied = replyOf(running, times.checkMs);
    running.send(request, () => undefined);
    const reply = await replied;
    if (reply?.kind === 'found' && reply.number === request.number) return reply;
    // The process reports that it could not check this one, and stays usable.
    if (reply?.kind === 'failed' && reply.number === request.number) return TOO_DEEP;
    end();
    return LATE;
  };

  return {
    async check(program, declarations, session) {
      const mine = turns.take(session, () => checkNow({ number: ++number, program, declarations }));
      if (mine === undefined) return BUSY;
      clearTimeout(idle);
      try {
        return await mine;
      } finally {
        if (turns.waiting === 0) idle = setTimeout(end, times.idleMs).unref();
      }
    },
    [Symbol.dispose]() {
      isClosed = true;
      end();
    },
  };
}

function start({ file, folders }: FoundCompiler): ChildProcess {
  const entry = realpathSync(ownEntry('check-process'));
  const { execArgv, env } = checkerFlags(entry, folders);
  const child = fork(entry, [file], { execArgv: [...execArgv], env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  // If it cannot be started, the check that waits for its reply notices.
  child.on('error', () => undefined);
  hold(child, 'no');
  return child;
}

/** The next message, parsed strictly; undefined if none comes in time, or it is not ours. */
function replyOf(child: ChildProcess, forMs: number): Promise<CheckReply | undefined> {
  const { promise, resolve } = Promise.withResolvers<CheckReply | undefined>();
  const give = (raw: unknown): void => resolve(CheckReply.safeParse(raw).data);
  const giveUp = (): void => resolve(undefined);
  const timer = setTimeout(giveUp, forMs);
  hold(child, 'yes');
  child.once('message', give).once('exit', giveUp).once('error', giveUp);
  return promise.finally(() => {
    clearTimeout(timer);
    hold(child, 'no');
    child.off('message', give).off('exit', giveUp).off('error', giveUp);
  });
}

/** A process that waits for work must not keep the host from ending. */
function hold(child: ChildProcess, wanted: 'yes' | 'no'): void {
  for (const one of [child, child.channel]) {
    if (wanted === 'yes') one?.ref();
    else one?.unref();
  }
}
