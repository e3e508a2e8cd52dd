import { Grant } from '@toolshed/kernel';
import { newGrantId } from '@toolshed/kernel/runtime';

/** For the mails of one session, unless `facts` say otherwise. A fact that is undefined is left out. */
export const sampleGrant = (facts: object = {}): Grant => {
  const common = { id: newGrantId(0), pattern: 'mail.*', scope: 'session', session: 'chat-1', grantedBy: 'ada' };
  const sample = { ...common, grantedAt: 1_000, tools: { 'mail.send': 'digest' }, ...facts };
  return Grant.parse(JSON.parse(JSON.stringify(sample)));
};
