// What one agent may do in its session: run programs, look at its own executions, pass on a decision. `agent-tools.ts`
// makes tools of it, and adapters for frameworks build on it.

import type { AnsweredBy, ExecutionId } from '@toolshed/kernel';
import { UnknownExecutionError } from '../execution/execution-errors.js';
import type { ExecutionResult } from '../execution/execution-result.js';
import type { Toolshed } from '../toolshed.js';
import { readAgentToolsOptions } from './agent-tools-options.js';
import { beganWithAsker } from './began-with-asker.js';
import { awaitDecision, whenIdle } from './await-decision.js';
import { type PauseFacts, reportResult } from './pause-words.js';
import { assertReadable, readPassedOn, type ResumeInput } from './tools/resume-texts.js';
import type { AgentReply } from './view/agent-execution-view.js';
import { whileChannelsAsk } from './while-channels-ask.js';

export interface AgentSession {
  readonly by: AnsweredBy;
  run(code: string, signal: AbortSignal | undefined): Promise<ExecutionResult>;
  /** Throws UnknownExecutionError for one of another session: it is as unknown as one that does not exist. */
  own(id: string): Promise<ExecutionResult>;
  /** Takes the agent's word where the host allows it; waits for a person everywhere else. */
  resume(input: ResumeInput, signal: AbortSignal | undefined): Promise<ExecutionResult>;
  cancel(id: string): Promise<ExecutionResult>;
  report(result: ExecutionResult): AgentReply;
}

const DECISION_WAIT_MS = 20_000;

export function createAgentSession(shed: Toolshed, given: unknown): AgentSession {
  const options = readAgentToolsOptions(given);
  const { session, agent, approvals = 'inbox', inboxUrl, labels = {}, decisionWaitMs = DECISION_WAIT_MS } = options;
  const by: AnsweredBy = { principal: agent ?? 'agent', kind: 'agent', channel: 'agent' };
  const facts: PauseFacts = { mayDecide: approvals === 'auto', inboxUrl };

  const own: AgentSession['own'] = async (id) => {
    const result = await shed.get(id);
    if (result.session !== session) throw new UnknownExecutionError(id);
    return result;
  };

  return {
    by,
    own,
    run(code, signal) {
      const started = Promise.withResolvers<ExecutionId>();
      const waitForChannels = decisionWaitMs > 0;
      const work = shed.execute(code, {
        session,
        ...(agent === undefined ? {} : { agent }),
        by,
        labels,
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
      // An answer to an execution that is over is checked as well: an agent that contradicts what was recorded is told so.
      const mayDecide = facts.mayDecide && !(await beganWithAsker(shed, executionId));
      if (mayDecide || (isOver(current) && input.elicitation_id !== undefined)) {
        const pending = status === 'paused' ? current.pending : [];
        return shed.resume(executionId, readPassedOn(pending, input, by), { fromAgent: true });
      }
      if (current.status === 'paused')
        await awaitDecision(shed, current.paused, {
          forMs: decisionWaitMs,
          ...(signal === undefined ? {} : { signal }),
        });
      return whenIdle(shed, executionId);
    },
    async cancel(id) {
      const result = await own(id);
      return isOver(result) ? result : shed.cancel(result.executionId, 'cancelled by the agent', by);
    },
    report: (result) => reportResult(result, facts),
  };
}

const isOver = ({ status }: ExecutionResult): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';
