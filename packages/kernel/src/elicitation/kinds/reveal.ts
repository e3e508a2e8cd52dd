import { z } from 'zod';
import { Json } from '../../journal/json-value.js';
import { createElicit } from '../create-elicit.js';

/** Shows what was decided here and waits until the person has seen it. Nothing they answer changes it. */
export const reveal = createElicit({
  name: 'reveal',
  description: 'See what was decided',
  input: z.object({ title: z.string(), value: Json }),
  output: z.object({}),
  actions: ['accept', 'cancel'],
  message: ({ title }) => title,
});
