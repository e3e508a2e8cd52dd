// What Toolshed's own packages use to speak to a model: the tools an agent calls and the texts they reply with. The MCP
// server and the adapters use it, so that a model reads the same wherever it works. No promise is made to anybody else.
export { questionForAgent, requestForAgent } from './agent/agent-question.js';
export { whyPersonOnly } from './agent/agent-answer.js';
export { ASKS_LABEL, beganWithAsker } from './agent/began-with-asker.js';
export { awaitDecision, whenIdle } from './agent/await-decision.js';
export { pagesOf, pagesToVisit } from './agent/pages-to-visit.js';
export { howToDecide, reportResult } from './agent/pause-words.js';
export { asDocumented, withoutUnset } from './agent/tools/argument-spelling.js';
export { CANCEL_DESCRIPTION, ExecutionInput, GET_EXECUTION_DESCRIPTION } from './agent/tools/execution-texts.js';
export {
  DESCRIBE_DESCRIPTION,
  DescribedTool,
  DescribeInput,
  describeTool,
  FoundTools,
  SEARCH_DESCRIPTION,
  SearchInput,
  searchTools,
} from './agent/tools/find-tools.js';
export { InvalidToolCallError } from './agent/tools/invalid-tool-call-error.js';
export { assertReadable, readPassedOn, RESUME_DESCRIPTION, ResumeInput } from './agent/tools/resume-texts.js';
export { Code, RUN_DESCRIPTION } from './agent/tools/run-texts.js';
export { AgentExecutionView } from './agent/view/agent-execution-shape.js';
export { type AgentReply, agentReply, type ViewNotes } from './agent/view/agent-execution-view.js';
export { whileChannelsAsk } from './agent/while-channels-ask.js';
export { type AgentSession, createAgentSession } from './agent/agent-session.js';
