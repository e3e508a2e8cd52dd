// Moves each open call on by one deed: the one its state in the journal asks for. A call just issued, one just
// answered and one found after a crash take the same way.
//
// Invariants
//   C1. Nothing is done about a call that its journal does not say: the entry first, then the deed.
//   C2. A handler that may have acted and whose result is unknown is run again only if the journaled decision was that
//       the call is safe, the tool says it is idempotent, or a person said so.
//   C3. A handler that had only asked is run again and given the recorded answers, matched by order and digest.
//   C4. An attempt at a call is started by whoever journaled it, once.
//   C5. What an earlier process or another host let through is decided about once more before it starts or is repeated:
//       where the rules here are stricter, these hold.

import { type ElicitationRequest, type GateDecision, type Tool, ToolDeniedError } from '@toolshed/kernel';
import {
  type Again,
  type ExecutionState,
  inBrackets,
  InDoubtContent,
  type NewEntry,
  type OpenCall,
  type Question,
  questionsOf,
  readElicitRequest,
  type ToolCall,
  deniedCodeOf,
} from '@toolshed/kernel/runtime';
import { toFailure } from '../../tool-proxy/guest-boundary.js';
import type { CallOutcome } from '../../tool-proxy/invoke-tool.js';
import type { ExecutionJournal } from '../journal/execution-journal.js';
import { continuingEntry, invokingEntry, type InvokingCall, isAbout, isDoubtAnswered } from './attempts.js';
import { CHANGED_NOTE, isUnstarted, toolChanged } from './changed-tools.js';
import { approversOf, stricterNow } from './decide-again.js';
import { type CurrentTool, currentTool } from './current-tool.js';
import { createHandlerRuns } from './handler-runs.js';
import type { LiveDeps } from '../execution-deps.js';
import type { Owners } from '../residency/owners.js';
import { askQuestion } from '../questions/ask-question.js';
import { type QuestionDraft, responseTo } from '../questions/question-entries.js';
import type { RunningHandler } from './running-handler.js';
import { approvedQuestion, askedAgain, contextOf, isStale } from './stale-previews.js';

export interface CallStepsDeps extends LiveDeps {
  readonly journal: ExecutionJournal;
  readonly owner: Pick<Owners, 'isSure'>;
  /** Takes what became of a call: it will be journaled and delivered. */
  readonly post: (entry: NewEntry) => void;
  /** Takes what this process could not do; ends the execution here. */
  readonly fail: (error: unknown) => void;
  /** Told whenever a call moved, so that whoever waits for quiet looks again. */
  readonly moved: () => void;
}

export interface CallSteps {
  /** Does what the call's state asks for. */
  pursue(call: number): void;
  /** The same for several; those that may run are started by one write, as if they had been approved here. */
  pursueAll(calls: readonly number[]): void;
  /** Throws if this host lacks a tool that an open call needs to move on. */
  check(): void;
  /** Whether this host has the tool of an open call. */
  canStart(call: number): boolean;
  /** Starts a handler whose `invoking` was just journaled. */
  start(call: number): void;
  /** Whether a handler works, rather than waits for a person. */
  readonly isBusy: boolean;
  /** Whether a handler may have acted, and so must stay in memory. */
  readonly isHeld: boolean;
  readonly hasHandlers: boolean;
  /** Tells handlers that have only asked to end; resolves when no handler runs any more. */
  evict(): Promise<void>;
  /** Takes what became of a run that was let go of before, if its call still waits for that. */
  conclude(handler: RunningHandler, outcome: CallOutcome): boolean;
  /** Whether a call still waits for this outcome, and not for that of a later attempt. */
  isCurrent(state: ExecutionState, outcome: NewEntry): boolean;
  /** Told of an outcome that came too late to be that of its call. */
  superseded(outcome: NewEntry): void;
  /** Told that the outcome of a call is on disk. */
  wrote(call: number): void;
  /** Ends every handler, with or without aborting it; returns all whose outcome is not on disk. */
  abandon(reason: string, aborts: boolean): readonly RunningHandler[];
}

export function createCallSteps(deps: CallStepsDeps): CallSteps {
  const { journal, post, fail } = deps;
  const runs = createHandlerRuns({
    ...deps,
    lost: (call) => pursue(call),
    overdue: (call) => overdue(call),
  });
  /** Made when a tool first foresees something. */
  let previews: AbortController | undefined;
  let deeds = 0;

  const stateOf = (call: number): OpenCall | undefined => journal.state.open.get(call);

  /** Work that journals before it acts; counted, so that nobody takes the execution for quiet meanwhile. */
  const deed = (work: () => Promise<void>): void => {
    deeds++;
    work().then(
      () => {
        deeds--;
        deps.moved();
      },
      (error) => {
        deeds--;
        fail(error);
      },
    );
  };

  const currentOf = ({ issued }: { readonly issued: ToolCall }): CurrentTool => currentTool(issued, deps);

  /** Undefined if it has changed; throws if it is not here. */
  const toolOf = (open: { readonly issued: ToolCall }): Tool | undefined => {
    const current = currentOf(open);
    if (current.kind === 'missing') throw current.error;
    return current.kind === 'same' ? current.tool : undefined;
  };

  const endChanged = (call: number, { path }: ToolCall): void =>
    post({ kind: 'threw', call, error: toolChanged(path) });

  const start = (call: number): void => {
    const open = stateOf(call);
    if (open?.kind !== 'invoking' || runs.find(call) || runs.isStarted(call, open.attempt)) return;
    runs.reserve(call, open.attempt);
    if (deps.owner.isSure) startSurely(call, open);
    else
      deed(async () => {
        // An owner that was stopped may have been taken for dead. Only if it can write has nobody else acted since.
        const entries = await journal.append((state) => (isSame(state, open) ? continuingEntry(state, call) : []));
        if (entries.length > 0) startSurely(call, open);
      });
  };

  const startSurely = (call: number, open: InvokingCall): void => {
    if (!isSame(journal.state, open)) return;
    const current = currentOf(open);
    if (current.kind === 'same') runs.start(open, current.tool, isHarmless(open, current.tool));
    // It went while `invoking` was being written. Nothing has run, so the program is told, and nobody is left in doubt.
    else if (current.kind === 'changed') endChanged(call, open.issued);
    else post({ kind: 'threw', call, ...toFailure(current.error, open.issued.path, deps.log) });
  };

  const isSame = ({ open }: ExecutionState, before: InvokingCall): boolean =>
    isSameAttempt(open.get(before.issued.call), before);

  const stricterFor = (
    { issued, args }: { readonly issued: ToolCall; readonly args: string },
    approvers: number,
  ): GateDecision | undefined => stricterNow(journal.id, journal.state, issued, args, approvers, deps);

  /** C5. A call that was let through and has not started; one that has is seen to where it is found. */
  const startEntries = (state: ExecutionState, call: number, before: OpenCall, isOld: boolean): readonly NewEntry[] => {
    const open = state.open.get(call);
    if (!isSameAttempt(open, before)) return [];
    if (open?.kind !== 'admitted') return invokingEntry(state, call);
    const decision = stricterFor(open, approversOf(open.issued));
    if (decision) return [{ kind: 'redecided', call, decision }];
    return isOld
      ? [{ kind: 'redecided', call, decision: open.issued.decision, stale: true }]
      : invokingEntry(state, call);
  };

  /** Those that a person approved by a preview that no longer holds. */
  const staleAmong = async (calls: readonly (readonly [number, OpenCall])[]): Promise<ReadonlySet<number>> => {
    const { state } = journal;
    const looked = calls.map(async ([call, open]) => {
      const question = open.kind === 'admitted' ? approvedQuestion(state, call) : undefined;
      return question && (await isStale(journal.id, state, question, previewSignal(), deps)) ? [call] : [];
    });
    return new Set((await Promise.all(looked)).flat());
  };

  /** Journals that a call is denied, and tells the program. */
  const deny = (call: number, before: InvokingCall, decision: GateDecision): void =>
    deed(async () => {
      const entries = await journal.append((state): readonly NewEntry[] =>
        isSame(state, before) ? [{ kind: 'redecided', call, decision }] : [],
      );
      if (entries.length > 0) pursue(call);
    });

  /** Journals another attempt at each call and starts it. */
  const invoke = (...calls: readonly number[]): void =>
    deed(async () => {
      const before = calls.flatMap((call) => {
        const open = stateOf(call);
        if (open?.kind !== 'admitted' && open?.kind !== 'invoking') return [];
        if (toolOf(open) !== undefined) return [[call, open] as const];
        endChanged(call, open.issued);
        return [];
      });
      const stale = await staleAmong(before);
      const entries = await journal.append((state) =>
        before.flatMap(([call, open]) => startEntries(state, call, open, stale.has(call))),
      );
      for (const entry of entries) {
        if (entry.kind === 'invoking') start(entry.call);
        if (entry.kind === 'redecided') pursue(entry.call);
      }
    });

  const ask = (draft: QuestionDraft): void =>
    deed(async () => {
      await askQuestion(draft, deps);
      const { call } = draft;
      if (questionsOf(journal.state, call).at(-1)?.answer) pursue(call);
    });

  const askUnasked = (call: number, { issued, again }: Extract<OpenCall, { kind: 'asking' }>): void =>
    deed(async () => {
      if (issued.kind === 'tool-called') {
        const { decision, args } = issued;
        const tool = toolOf({ issued });
        if (tool === undefined) {
          endChanged(call, issued);
          return;
        }
        const asked = await deps.gate.question(
          tool,
          args,
          decision,
          journal.state.started.session,
          contextOf(journal.id, journal.state, previewSignal()),
        );
        const request = again === 'preview' ? askedAgain(journal.state, call, asked) : withNote(asked, noteOn(again));
        ask({ call, asker: 'gate', request, expiresInMs: deps.expiresInMs, approvals: decision.approvals });
      } else if (issued.request !== undefined) {
        const { kinds } = deps;
        const { request, expiresInMs } = readElicitRequest(JSON.parse(issued.request), { kinds, by: 'program' });
        ask({ call, asker: 'program', request, expiresInMs: expiresInMs ?? deps.expiresInMs });
      }
    });

  const previewSignal = (): AbortSignal => {
    previews ??= new AbortController();
    return previews.signal;
  };

  const answered = (call: number, { issued, elicitation, answer }: Extract<OpenCall, { kind: 'answered' }>): void => {
    if (issued.kind === 'elicit-called') {
      post({
        kind: 'returned',
        call,
        value: JSON.stringify(responseTo(journal.id, journal.state, elicitation, answer)),
      });
      return;
    }
    if (answer.action === 'accept') return;
    // What a person said instead is the reason the program gets.
    const words = answer.action === 'other' && typeof answer.content === 'string' ? answer.content : undefined;
    const error = new ToolDeniedError(issued.path, deniedCodeOf(answer.action), answer.reason ?? words);
    post({ kind: 'threw', call, ...toFailure(error, issued.path, deps.log) });
  };

  /** A call that was being invoked when nobody is invoking it: this process was not there when it started. */
  const recover = (call: number, open: InvokingCall): void => {
    const doubt = questionsOf(journal.state, call).find((question) => isAbout(question, open.attempt));
    if (!doubt && runs.adopt(open)) return;
    if (hasOnlyAsked(open)) {
      if (currentOf(open).kind === 'changed') endChanged(call, open.issued);
      else if (isAnswered(call)) repeat(call, open);
      return;
    }
    if (doubt?.answer) settleDoubt(call, open, doubt);
    else if (!doubt) recoverUnasked(call, open);
  };

  const hasOnlyAsked = (open: InvokingCall): boolean =>
    !open.mayHaveActed && !(deps.catalog.find(open.issued.path)?.asksMidway ?? false);

  const isAnswered = (call: number): boolean =>
    questionsOf(journal.state, call).every(({ answer }) => answer !== undefined);

  /**
   * Whether it may be run again without asking anybody. The decision says whether the call is safe, not the tool: a
   * call that a rule or a grant decided about was not decided to be safe.
   */
  const isRepeatable = ({ issued }: InvokingCall, { asksMidway, idempotent }: Tool): boolean =>
    !asksMidway && (idempotent || isSafe(issued));

  /**
   * Whether a run that takes too long, or is aborted, has simply failed. Also where a rule allowed what the tool calls
   * safe: nobody was asked about it, and nothing was changed by it.
   */
  const isHarmless = (open: InvokingCall, tool: Tool): boolean => {
    const { kind, because } = open.issued.decision;
    if (isRepeatable(open, tool)) return true;
    const isAllowed = kind === 'allow' && because.kind === 'rule' && !tool.asksMidway;
    return isAllowed && !tool.isDestructive(JSON.parse(open.args));
  };

  const recoverUnasked = (call: number, open: InvokingCall): void => {
    const current = currentOf(open);
    if (current.kind === 'missing') {
      fail(current.error);
      return;
    }
    const { path } = open.issued;
    const isChanged = current.kind === 'changed';
    // Nothing was changed by a safe call, so there is nothing to ask about.
    if (isChanged && isSafe(open.issued)) {
      endChanged(call, open.issued);
      return;
    }
    if (!isChanged && isRepeatable(open, current.tool)) {
      repeat(call, open);
      return;
    }
    askDoubt(
      call,
      open,
      isChanged
        ? `${path} was started, its outcome is unknown, and the tool has changed since. Give its result, or let it fail?`
        : `${path} was started and its outcome is unknown. Retry it, give its result, or let it fail?`,
    );
  };

  /** Another attempt that nobody has to be asked about, unless policy says otherwise by now. */
  const repeat = (call: number, open: InvokingCall): void => {
    const decision = stricterFor(open, approversOf(open.issued));
    const hasActed = open.mayHaveActed && !isSafe(open.issued);
    if (decision === undefined) invoke(call);
    else if (decision.kind === 'deny' && !hasActed) deny(call, open, decision);
    else askDoubt(call, open, stricterDoubt(open.issued, decision));
  };

  const askDoubt = (call: number, { issued, args, attempt }: InvokingCall, message: string): void => {
    const origin = deps.catalog.find(issued.path)?.origin?.shown;
    const about = { toolPath: issued.path, args: JSON.parse(args), ...(origin === undefined ? {} : { origin }) };
    const request = { type: 'in-doubt', message, ...about, attempt } as const;
    ask({ call, asker: 'in-doubt', request, expiresInMs: undefined });
  };

  /** Its run goes on, but nobody waits for it: as after a crash, only that its outcome may still come. */
  const overdue = (call: number): void => {
    const open = stateOf(call);
    if (open?.kind !== 'invoking') return;
    const what = `${open.issued.path} took longer than its time limit, and its outcome is unknown`;
    askDoubt(call, open, `${what}. Retry it, give its result, or let it fail?`);
  };

  const settleDoubt = (call: number, open: InvokingCall, doubt: Question): void => {
    const wish = wishOf(doubt);
    switch (wish.do) {
      case 'retry': {
        const decision = stricterFor(open, Math.max(1, approversOf(open.issued)));
        // One person's word to repeat it is not that of several: the program may call it anew and have it asked about.
        if (decision) deny(call, open, { kind: 'deny', because: decision.because });
        else invoke(call);
        return;
      }
      case 'result':
        post({ kind: 'returned', call, value: JSON.stringify(wish.value) });
        return;
      case 'fail': {
        const message = `Cannot tell what became of ${open.issued.path}: it was started and never finished`;
        post({ kind: 'threw', call, error: { name: 'ToolError', code: 'tool/in-doubt', message } });
        return;
      }
    }
  };

  /** Lets a waiting handler have its answer, once the journal says that from now on it may act. */
  const continueHandler = (call: number, handler: RunningHandler): void => {
    // It does not wait any more: it is run again once it has ended, or its outcome counts without the answer.
    if (handler.isEnding) return;
    const isAwaited = questionsOf(journal.state, call).some(
      ({ answer, elicitation }) => answer && handler.awaits(elicitation),
    );
    if (!isAwaited) return;
    deed(async () => {
      await journal.append((state) => continuingEntry(state, call));
      for (const { elicitation, answer } of questionsOf(journal.state, call))
        if (answer) handler.answer(elicitation, answer);
    });
  };

  /** A question that is open needs none: it may be refused, and one in doubt may be given its result by hand. */
  const needsTool = (call: number, open: OpenCall): open is OpenCall & { readonly issued: ToolCall } => {
    if (open.kind !== 'invoking') return isUnstarted(open) && isAnswered(call);
    const isRunning = runs.find(call) !== undefined || runs.isStarted(call, open.attempt);
    return !isRunning && isAnswered(call) && !isToldBy(call, open);
  };

  /** Whether a person said what became of it. */
  const isToldBy = (call: number, open: InvokingCall): boolean => {
    const doubt = questionsOf(journal.state, call).find((question) => isAbout(question, open.attempt));
    return doubt?.answer !== undefined && wishOf(doubt).do !== 'retry';
  };

  const pursue = (call: number): void => {
    const open = stateOf(call);
    if (open === undefined) return;
    switch (open.kind) {
      case 'refused':
        post({ kind: 'threw', call, error: open.error });
        return;
      case 'asking':
        if (isAnswered(call)) askUnasked(call, open);
        else if (isUnstarted(open) && currentOf(open).kind === 'changed') endChanged(call, open.issued);
        return;
      case 'admitted':
        invoke(call);
        return;
      case 'answered':
        answered(call, open);
        return;
      case 'invoking': {
        const handler = runs.find(call);
        if (handler) continueHandler(call, handler);
        else if (!runs.isStarted(call, open.attempt)) recover(call, open);
        return;
      }
      case 'sleeping':
        return;
    }
  };

  return {
    check() {
      for (const [call, open] of journal.state.open) {
        if (!needsTool(call, open)) continue;
        const current = currentOf(open);
        if (current.kind === 'missing') throw current.error;
      }
    },
    canStart(call) {
      const open = stateOf(call);
      return open === undefined || !isUnstarted(open) || currentOf(open).kind !== 'missing';
    },
    start,
    pursue,
    pursueAll(calls) {
      const isAdmitted = (call: number): boolean => stateOf(call)?.kind === 'admitted';
      const admitted = calls.filter(isAdmitted);
      if (admitted.length > 0) invoke(...admitted);
      for (const call of calls) if (!isAdmitted(call)) pursue(call);
    },
    get isBusy() {
      return deeds > 0 || runs.isBusy;
    },
    get hasHandlers() {
      return runs.size > 0;
    },
    get isHeld() {
      return runs.isHeld;
    },
    evict: () => runs.evict(),
    conclude(handler, outcome) {
      const { call, attempt } = handler.facts;
      const open = stateOf(call);
      const isAwaited = open?.kind === 'invoking' && open.attempt === attempt && runs.find(call) === undefined;
      if (!isAwaited || isDoubtAnswered(journal.state, call, attempt)) return false;
      runs.conclude(handler, outcome);
      return true;
    },
    isCurrent: runs.isCurrent,
    superseded: runs.superseded,
    wrote: runs.wrote,
    abandon(reason, aborts) {
      previews?.abort(new Error(reason));
      return runs.abandon(reason, aborts);
    },
  };
}

function stricterDoubt({ path }: ToolCall, decision: GateDecision): string {
  const policy =
    decision.kind === 'deny'
      ? `policy denies it by now${inBrackets(decision)}, so that it cannot be retried. Give its result, or let it fail?`
      : `policy asks before it runs by now${inBrackets(decision)}. Retry it, give its result, or let it fail?`;
  return `${path} was started, its outcome is unknown, and ${policy}`;
}

/** What a question that replaces an earlier one says of that. */
function noteOn(again: Exclude<Again, 'preview'> | undefined): string | undefined {
  if (again === 'tool-changed') return CHANGED_NOTE;
  return (
    again && 'Policy was made stricter after this call was let through. What was approved before no longer counts.'
  );
}

const isSafe = ({ decision }: ToolCall): boolean => decision.because.kind === 'safe';

function wishOf({ answer }: Question): InDoubtContent {
  const content = InDoubtContent.safeParse(answer?.content);
  return answer?.action === 'accept' && content.success ? content.data : { do: 'fail' };
}

const withNote = (request: ElicitationRequest, note: string | undefined): ElicitationRequest =>
  request.type === 'approval' && note !== undefined
    ? { ...request, description: [note, request.description].filter(Boolean).join(' ') }
    : request;

/** Whether nobody has begun another attempt since. */
const isSameAttempt = (now: OpenCall | undefined, before: OpenCall | undefined): boolean =>
  now?.kind === before?.kind && attemptOf(now) === attemptOf(before);

const attemptOf = (call: OpenCall | undefined): number => (call?.kind === 'invoking' ? call.attempt : 0);
