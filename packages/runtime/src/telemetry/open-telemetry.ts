// What a host does as spans of OpenTelemetry. The only file that loads its API.
//
//   execution  each stretch in which an execution is driven: to its first pause, after an answer, after a restart
//     replay   restoring its program
//     call     from the program's call to its outcome, however long it takes and wherever each part happens
//       wait     for a person, from asked to answered
//       handler  one run of the tool's handler; what it does itself is below this
//
// Invariants
//   T1. All of them belong to the trace of the execution's first entry. The first stretch is its root, or the child of
//       what started it; later ones are children of the first, and linked to what caused them, if that is traced.
//   T2. Calls and waits have the times of the journal. One that begins in one process and ends in another is exported once,
//       by the process that ends it; a span that never ends is never exported.
//   T3. No argument, result, message or answer is in a span, nor who asks or answers, unless the host enabled
//       arguments.

import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { EntryOf, ExecutionId, JournalEntry } from '@toolshed/kernel';
import { type ExecutionState, isCallOutcome, isTerminalStatus } from '@toolshed/kernel/runtime';
import type { ExecutionTrace, TracedExecution, Tracing } from '../ports/tracing.js';
import type { TelemetryOptions } from './telemetry-options.js';
import { contextOf, readTraceparent, traceparentOf } from './trace-context.js';

/** One that is in memory. */
interface Traced extends ExecutionTrace {
  /** The span of an open call. */
  find(call: number): Span | undefined;
  end(call: number, at: number, outcome: 'returned' | 'threw'): void;
  over(status: 'completed' | 'failed' | 'cancelled'): void;
}

const LONGEST_ARGUMENTS = 1_000;

export function createOpenTelemetry(options: TelemetryOptions): Tracing {
  const tracer = trace.getTracer('toolshed');
  const inMemory = new Map<ExecutionId, Traced>();
  /** The first stretch of executions that are just being started. */
  const beginning = new Map<ExecutionId, Span>();

  const execution = ({ id, state }: TracedExecution): ExecutionTrace => {
    const root = rootOf(id, state);
    const calls = new Map<number, Span>();
    let stretch: Span | undefined;
    const below = (span: Span | undefined): Context => (span ? trace.setSpan(ROOT_CONTEXT, span) : root);

    /** T2: its start is the journal's, whichever process it was in. */
    const issue = (entry: EntryOf<'tool-called'>): void => {
      const { call, path, decision, args, at } = entry;
      const attributes: Attributes = { 'toolshed.call': call, 'toolshed.tool': path };
      if (options.arguments) attributes['toolshed.arguments'] = args.slice(0, LONGEST_ARGUMENTS);
      const span = tracer.startSpan(`call ${path}`, { startTime: at, attributes }, below(stretch));
      span.addEvent('gate', { verdict: decision.kind, because: decision.because.kind }, at);
      calls.set(call, span);
    };

    const traced: Traced = {
      driven() {
        if (stretch) return;
        stretch = beginning.get(id) ?? tracer.startSpan('execution', laterStretch(id, root), root);
        beginning.delete(id);
      },
      becameIdle(error) {
        if (error !== undefined) stretch?.setStatus({ code: SpanStatusCode.ERROR });
        stretch?.end();
        stretch = undefined;
      },
      issued: issue,
      handling(call, attempt, work) {
        const attributes = { 'toolshed.tool': call.path, 'toolshed.attempt': attempt };
        const span = tracer.startSpan(`handler ${call.path}`, { attributes }, below(calls.get(call.call) ?? stretch));
        const outcome = context.with(trace.setSpan(context.active(), span), work);
        return ending(span, outcome, ({ kind }) => kind === 'threw');
      },
      replaying(entries, work) {
        const attributes = { 'toolshed.entries': entries };
        return ending(tracer.startSpan('replay', { attributes }, below(stretch)), work());
      },
      released() {
        stretch?.end();
        stretch = undefined;
        if (inMemory.get(id) === traced) inMemory.delete(id);
      },
      find: (call) => calls.get(call),
      end(call, at, outcome) {
        const span = calls.get(call);
        calls.delete(call);
        if (outcome === 'threw') span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.setAttribute('toolshed.outcome', outcome).end(at);
      },
      over(status) {
        stretch?.setAttribute('toolshed.status', status);
        if (status === 'failed') stretch?.setStatus({ code: SpanStatusCode.ERROR });
      },
    };
    traced.driven();
    for (const open of state.open.values())
      if ('issued' in open && open.issued.kind === 'tool-called') issue(open.issued);
    inMemory.set(id, traced);
    return traced;
  };

  /** T2: reported by the host that journals the answer, with the times of the journal. */
  const tellWait = (id: ExecutionId, state: ExecutionState, { elicitation, answer, at }: EntryOf<'answered'>): void => {
    const question = state.questions.get(elicitation);
    if (question === undefined) return;
    const { asker, askedAt, call, request } = question;
    const attributes = { 'toolshed.asker': asker, 'toolshed.question': request.type, 'toolshed.action': answer.action };
    const asking = inMemory.get(id)?.find(call);
    const parent = asking ? trace.setSpan(ROOT_CONTEXT, asking) : rootOf(id, state);
    const facts = { startTime: askedAt, attributes: { ...attributes, 'toolshed.call': call }, links: causes(parent) };
    tracer.startSpan('wait for a person', facts, parent).end(at);
  };

  return {
    begin(id, parent) {
      const remote = readTraceparent(parent);
      const above = remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : context.active();
      const attributes = { 'toolshed.execution': id };
      const span = tracer.startSpan('execution', { kind: SpanKind.INTERNAL, attributes }, above);
      beginning.set(id, span);
      return traceparentOf(span.spanContext());
    },
    within(parent, work) {
      const remote = readTraceparent(parent);
      if (remote === undefined) return work();
      return context.with(trace.setSpanContext(context.active(), { ...remote, isRemote: true }), work);
    },
    execution,
    written(id, state, entries) {
      for (const entry of entries) tell(id, state, entry);
    },
  };

  function tell(id: ExecutionId, state: ExecutionState, entry: JournalEntry): void {
    if (entry.kind === 'answered') tellWait(id, state, entry);
    if (isCallOutcome(entry)) inMemory.get(id)?.end(entry.call, entry.at, entry.kind);
    if (isTerminalStatus(entry.kind)) inMemory.get(id)?.over(entry.kind);
  }
}

/** T1. */
const rootOf = (id: ExecutionId, { started }: Pick<ExecutionState, 'started'>): Context =>
  trace.setSpanContext(ROOT_CONTEXT, { ...contextOf(id, started), isRemote: true });

const laterStretch = (id: ExecutionId, root: Context) => ({
  attributes: { 'toolshed.execution': id },
  links: [...linksTo(root), ...causes(root)],
});

/** What is traced around this, if it is another trace. */
function causes(own: Context) {
  const around = trace.getSpanContext(context.active());
  return around !== undefined && around.traceId !== trace.getSpanContext(own)?.traceId ? [{ context: around }] : [];
}

function linksTo(root: Context) {
  const linked = trace.getSpanContext(root);
  return linked ? [{ context: linked }] : [];
}

async function ending<T>(span: Span, work: Promise<T>, isFailure = (_: T): boolean => false): Promise<T> {
  try {
    const result = await work;
    if (isFailure(result)) span.setStatus({ code: SpanStatusCode.ERROR });
    return result;
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
