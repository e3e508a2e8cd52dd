// What one host counts. The parts report through `ports/host-facts.ts`; what can be read at any time instead is in
// `host-gauges.ts`.

import type { EntryOf, JournalEntry } from '@toolshed/kernel';
import { assertNever, type ExecutionState } from '@toolshed/kernel/runtime';
import type { HostFacts } from '../ports/host-facts.js';
import { createMeter, type Meter } from './meter.js';

export interface HostMeter extends Pick<Meter, 'read'> {
  readonly facts: HostFacts;
}

const WORK_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 600];
const WRITE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const WAIT_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60];
/** From a second to a week. */
const PEOPLE_SECONDS = [1, 10, 60, 300, 1_800, 3_600, 14_400, 86_400, 604_800];

export function createHostMeter(): HostMeter {
  const meter = createMeter();
  const started = meter.counter({
    name: 'toolshed_executions_started_total',
    help: 'Executions that were started on this node.',
  });
  const ended = meter.counter({
    name: 'toolshed_executions_ended_total',
    help: 'Executions that ended on this node, by how.',
    labels: ['status'],
  });
  const decisions = meter.counter({
    name: 'toolshed_gate_decisions_total',
    help: 'Calls the gate decided about, by verdict and by what decided it.',
    labels: ['verdict', 'because'],
  });
  const refused = meter.counter({
    name: 'toolshed_calls_refused_total',
    help: 'Calls refused before the gate: an unknown path, or arguments that do not fit.',
  });
  const calls = meter.counter({
    name: 'toolshed_handlers_total',
    help: 'Runs of handlers that ended, by tool and outcome.',
    labels: ['tool', 'outcome'],
  });
  const worked = meter.histogram(
    {
      name: 'toolshed_handler_seconds',
      help: 'How long handlers worked, without the time they waited for people, by the first segment of their path.',
      labels: ['namespace', 'outcome'],
    },
    WORK_SECONDS,
  );
  const asked = meter.counter({
    name: 'toolshed_questions_asked_total',
    help: 'Questions that were asked, by who asks; "in-doubt" is a call of unknown outcome.',
    labels: ['asker'],
  });
  const answered = meter.counter({
    name: 'toolshed_questions_answered_total',
    help: 'Questions that were answered here, by action; "timeout" and "expired" are questions that nobody answered in time.',
    labels: ['action'],
  });
  const waited = meter.histogram(
    {
      name: 'toolshed_answer_seconds',
      help: 'How long people took to answer, from asked to answered, without expiries.',
    },
    PEOPLE_SECONDS,
  );
  const inDoubt = meter.counter({
    name: 'toolshed_in_doubt_total',
    help: 'Calls whose outcome is unknown, so that a person was asked.',
  });
  const replayed = meter.histogram(
    { name: 'toolshed_replay_seconds', help: 'How long it took to bring a program to where its journal ends.' },
    WAIT_SECONDS,
  );
  const appended = meter.histogram(
    { name: 'toolshed_append_seconds', help: 'How long the store took to keep an append.' },
    WRITE_SECONDS,
  );
  const seated = meter.histogram(
    { name: 'toolshed_sandbox_wait_seconds', help: 'How long programs waited for a sandbox.' },
    WAIT_SECONDS,
  );
  const claims = meter.counter({
    name: 'toolshed_claims_total',
    help: 'Attempts to claim an execution in a shared store; "lost" is one that another node has.',
    labels: ['result'],
  });
  const leasesLost = meter.counter({
    name: 'toolshed_leases_lost_total',
    help: 'Leases of this node that ended while it was open, so that others took over what it drove.',
  });

  const countAnswer = (state: ExecutionState, { elicitation, answer, at }: EntryOf<'answered'>): void => {
    answered.add(answer.action);
    const question = state.questions.get(elicitation);
    if (question && !UNANSWERED.has(answer.action)) waited.observe((at - question.askedAt) / 1_000);
  };

  const countAsked = ({ asker }: EntryOf<'asked'>): void => {
    asked.add(asker);
    if (asker === 'in-doubt') inDoubt.add();
  };

  const count = (state: ExecutionState, entry: JournalEntry): void => {
    switch (entry.kind) {
      case 'started':
        started.add();
        break;
      case 'tool-called':
      case 'redecided':
        decisions.add(entry.decision.kind, entry.decision.because.kind);
        break;
      case 'call-refused':
        refused.add();
        break;
      case 'asked':
        countAsked(entry);
        break;
      case 'answered':
        countAnswer(state, entry);
        break;
      case 'completed':
      case 'failed':
      case 'cancelled':
        ended.add(entry.kind);
        break;
      case 'elicit-called':
      case 'tool-changed':
      case 'planned':
      case 'timer-set':
      case 'printed':
      case 'approval-given':
      case 'consented':
      case 'revised':
      case 'side-quest-ended':
      case 'invoking':
      case 'program-entered':
      case 'returned':
      case 'threw':
      case 'fired':
      case 'late-outcome':
      case 'parked':
      case 'taken-over':
      case 'sandbox-lost':
      case 'reopened':
        break;
      default:
        assertNever(entry);
    }
  };

  return {
    read: meter.read,
    facts: {
      written(_id, state, entries) {
        for (const entry of entries) count(state, entry);
      },
      handled(path, outcome, workedMs) {
        calls.add(path, outcome);
        worked.observe(workedMs / 1_000, namespaceOf(path), outcome);
      },
      replayed: (ms) => replayed.observe(ms / 1_000),
      appended: (ms) => appended.observe(ms / 1_000),
      seated: (ms) => seated.observe(ms / 1_000),
      claimed: (result) => claims.add(result),
      leaseLost: () => leasesLost.add(),
    },
  };
}

/** What the runtime answers with where no person did. */
const UNANSWERED: ReadonlySet<string> = new Set(['expired', 'timeout', 'not_supported']);

/** The first segment: only tools of the catalog run, so there are as many as the host has namespaces. */
function namespaceOf(path: string): string {
  const end = path.indexOf('.');
  return end === -1 ? path : path.slice(0, end);
}
