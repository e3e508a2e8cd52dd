import type { AnsweredBy } from '@toolshed/kernel';
import type { Cli } from './cli.js';

/** Whoever typed this command. */
export const personAt = ({ environment }: Cli): AnsweredBy => ({
  principal: environment.user,
  kind: 'person',
  channel: 'command',
});
