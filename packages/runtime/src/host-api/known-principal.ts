import { AnsweredBy } from '@toolshed/kernel';
import { inWords } from '@toolshed/kernel/runtime';

/** Who does something, as options and arguments of the host name them. */
export const By = inWords(
  AnsweredBy,
  'a person or an agent, such as { principal: "ada", kind: "person", channel: "web" }',
);
