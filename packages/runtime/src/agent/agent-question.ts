// What of a question an agent may read.
//
// Threats: the labels of an execution name folders of the host. Anybody who knows the id of a flow
// can complete it, so only the tool that asked and the owner of the flow learn it.

import type { ElicitationRequest, PendingElicitation } from '@toolshed/kernel';

export const questionForAgent = (question: PendingElicitation): PendingElicitation => ({
  ...question,
  labels: {},
  request: requestForAgent(question.request),
});

export function requestForAgent(request: ElicitationRequest): ElicitationRequest {
  if (request.type !== 'url' || request.flow === undefined) return request;
  const { flow: _, ...shown } = request;
  return shown;
}
