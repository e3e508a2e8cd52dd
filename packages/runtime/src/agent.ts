// What Toolshed's own packages use to talk to a model: the tools an agent calls and the texts they reply with. The MCP
// server and the adapters use it, so a model reads the same texts everywhere. Not a public API.
export { questionForAgent, requestForAgent } from './agent/agent-question.js';
export { ASKS_LABEL, decidedBy, isForPerson } from './agent/decided-by.js';
export { awaitDecision, whenIdle } from './agent/await-decision.js';
export { namespacesText } from './catalog/unknown-tool.js';
export { findOwnExecution } from './agent/own-execution.js';
export { pagesOf, pagesToVisit } from './agent/pages-to-visit.js';
export { howToDecide, reportResult } from './agent/pause-words.js';
export { asDocumented, withoutUnset } from './agent/tools/argument-spelling.js';
export {
  CANCEL_DESCRIPTION,
  ExecutionInput,
  GET_EXECUTION_DESCRIPTION,
  GetExecutionInput,
  sliceRequestIn,
} from './agent/tools/execution-texts.js';
export {
  DESCRIBE_DESCRIPTION,
  DescribeInput,
  describedText,
  describeTool,
  foundText,
  SEARCH_DESCRIPTION,
  SearchInput,
  searchTools,
} from './agent/tools/find-tools.js';
export { InvalidToolCallError } from './agent/tools/invalid-tool-call-error.js';
export { assertReadable, readPassedOn, RESUME_DESCRIPTION, ResumeInput } from './agent/tools/resume-texts.js';
export { Code, RUN_DESCRIPTION, USUAL_LIMITS } from './agent/tools/run-texts.js';
export { explainedFailure } from './agent/explained-failure.js';
export { valuePart } from './agent/view/value-part.js';
export { AgentExecutionView } from './agent/view/agent-execution-shape.js';
export { planReply } from './agent/view/plan-reply.js';
export { type AgentReply, agentReply, sliceReply, type ViewNotes } from './agent/view/agent-execution-view.js';
export { DEFAULT_OUTPUT_TOKENS, OutputTokens, OutputTokensArgument } from './agent/view/output-budget.js';
export { PROGRAM_GLOBALS } from './check/program-globals.js';
export { showProblems } from './check/show-problems.js';
export { whileChannelsAsk } from './agent/while-channels-ask.js';
export { type AgentSession, createAgentSession } from './agent/agent-session.js';
