import type { AnsweredBy } from '@toolshed/kernel';

/** Who answers when a host does not say. */
export const LIBRARY: AnsweredBy = { principal: 'host', kind: 'person', channel: 'library' };
