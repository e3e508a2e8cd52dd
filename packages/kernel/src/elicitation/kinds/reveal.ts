import { z } from 'zod';
import { Json } from '../../journal/json-value.js';
import { createElicit } from '../create-elicit.js';

/** Shows a result and waits until the person has seen it. Their answer changes nothing. */
export const reveal = createElicit({
  name: 'reveal',
  description: 'See what was decided',
  input: z.object({ title: z.string(), value: Json }),
  output: z.object({}),
  actions: ['accept', 'cancel'],
  message: ({ title }) => title,
});
