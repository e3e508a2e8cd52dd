import type { ElicitationRequest } from '@toolshed/kernel';
import { hostOf } from '@toolshed/kernel/runtime';

/**
 * What of a request is the same when its handler is run again. The id of a flow may be drawn by the handler, each time
 * another one: a page is the same where nothing but that id differs, in the address as well, and never another site.
 * The page that the person was sent to stays the question's.
 */
export function sameOnEveryRun(request: ElicitationRequest): object {
  if (request.type !== 'url' || request.flow === undefined) return request;
  const { url, flow, ...others } = request;
  return { ...others, host: hostOf(url), url: url.replaceAll(flow, ''), hasFlow: true };
}
