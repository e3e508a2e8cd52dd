// What of a question an agent may read.
//
// Threats: the labels of an execution name folders of the host. Whoever knows the id of a flow could say that it is over;
// it is known to the tool that asked and to the owner of the flow.

import type { ElicitationRequest, PendingElicitation } from '@toolshed/kernel';

export const questionForAgent = (question: PendingElicitation): PendingElicitation => ({
  ...question,
  labels: {},
  request: requestForAgent(question.request),
});

function requestForAgent(request: ElicitationRequest): ElicitationRequest {
  if (request.type !== 'url' || request.flow === undefined) return request;
  const { flow: _, ...shown } = request;
  return shown;
}
