import type { AnsweredBy } from '@toolshed/kernel';

export const person = (principal: string, channel = 'library'): AnsweredBy => ({ principal, kind: 'person', channel });
export const agent = (principal: string): AnsweredBy => ({ principal, kind: 'agent', channel: 'library' });
