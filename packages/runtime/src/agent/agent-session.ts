// What one agent may do in its session: run programs, look at its own executions, pass on a decision. `agent-tools.ts`
// makes tools of it, and adapters for frameworks build on it.

import type { AnsweredBy, ExecutionId } from '@toolshed/kernel';
import { isTerminalStatus } from '@toolshed/kernel/runtime';
import type { ExecutionResult } from '../execution/execution-result.js';
import type { Toolshed } from '../toolshed.js';
import { readAgentToolsOptions } from './agent-tools-options.js';
import { decidedBy, isForPerson } from './decided-by.js';
import { awaitDecision, whenIdle } from './await-decision.js';
import { explainedFailure } from './explained-failure.js';
import { findOwnExecution } from './own-execution.js';
import { type PauseFacts, reportResult } from './pause-words.js';
import type { Looker } from './tools/find-tools.js';
import { assertReadable, readPassedOn, type ResumeInput } from './tools/resume-texts.js';
import { type GetExecutionInput, sliceRequestIn } from './tools/execution-texts.js';
import { type AgentReply, sliceReply } from './view/agent-execution-view.js';
import { DEFAULT_OUTPUT_TOKENS } from './view/output-budget.js';
import { whileChannelsAsk } from './while-channels-ask.js';

export interface AgentSession {
  readonly by: AnsweredBy;
  /** The caller that tools are looked up for. */
  readonly looker: Looker;
  run(code: string, signal: AbortSignal | undefined): Promise<ExecutionResult>;
  /** Throws NotYourExecutionError for an execution of another session, which the agent cannot tell from one that does not exist. */
  own(id: string): Promise<ExecutionResult>;
  /** Accepts the agent's answer where the host allows it; otherwise waits for a person. */
  resume(input: ResumeInput, signal: AbortSignal | undefined): Promise<ExecutionResult>;
  cancel(id: string): Promise<ExecutionResult>;
  /** `tokens`: the budget of this reply, where the call names one. */
  report(result: ExecutionResult, tokens?: number): AgentReply;
  /** Throws ValuePathError for a path that leads nowhere. */
  look(input: GetExecutionInput): Promise<AgentReply>;
}

const DECISION_WAIT_MS = 20_000;

export function createAgentSession(shed: Toolshed, given: unknown): AgentSession {
  const options = readAgentToolsOptions(given);
  const { session, agent, approvals = 'inbox', inboxUrl, labels = {}, decisionWaitMs = DECISION_WAIT_MS } = options;
  const { outputTokens = DEFAULT_OUTPUT_TOKENS } = options;
  const by: AnsweredBy = { principal: agent ?? 'agent', kind: 'agent', channel: 'agent' };
  const facts: PauseFacts = { mayDecide: approvals === 'auto', inboxUrl };

  const own: AgentSession['own'] = (id) => findOwnExecution(shed, id, { isOwn: (one) => one === session, session });

  const report: AgentSession['report'] = (result, tokens = outputTokens) => reportResult(result, facts, { tokens });

  return {
    by,
    looker: { session, ...(agent === undefined ? {} : { agent }) },
    own,
    run(code, signal) {
      const started = Promise.withResolvers<ExecutionId>();
      const waitForChannels = decisionWaitMs > 0;
      const work = shed.execute(code, {
        session,
        ...(agent === undefined ? {} : { agent }),
        by,
        labels: { ...labels, ...decidedBy(approvals) },
        check: 'warn',
        waitForChannels,
        onStarted: started.resolve,
        ...(signal === undefined ? {} : { signal }),
      });
      return waitForChannels ? whileChannelsAsk({ shed, decisionWaitMs }, started.promise, work) : work;
    },
    async resume(input, signal) {
      assertReadable(input);
      const current = await own(input.execution_id);
      const { executionId, status } = current;
      // An answer to an execution that is over is checked as well: an agent that contradicts the recorded answer gets an error.
      const mayDecide = facts.mayDecide && !(await isForPerson(shed, executionId));
      if (mayDecide || (isTerminalStatus(status) && input.elicitation_id !== undefined)) {
        const pending = status === 'paused' ? current.pending : [];
        const answer = readPassedOn(pending, input, by);
        return explainedFailure(shed, await shed.resume(executionId, answer, { fromAgent: true }));
      }
      if (current.status === 'paused')
        await awaitDecision(shed, current.paused, {
          forMs: decisionWaitMs,
          ...(signal === undefined ? {} : { signal }),
        });
      return explainedFailure(shed, await whenIdle(shed, executionId));
    },
    async cancel(id) {
      const result = await own(id);
      return isTerminalStatus(result.status) ? result : shed.cancel(result.executionId, 'cancelled by the agent', by);
    },
    report,
    async look(input) {
      const result = await own(input.execution_id);
      const tokens = input.output_tokens ?? outputTokens;
      const part = sliceRequestIn(input, tokens);
      return part === undefined ? report(result, tokens) : sliceReply(result, part);
    },
  };
}
