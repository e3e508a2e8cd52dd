import { z } from 'zod';
import { createElicit } from '../create-elicit.js';

/** Asks the person's device for what is on its clipboard. */
export const clipboardRead = createElicit({
  name: 'clipboard-read',
  description: 'Read the text on your clipboard',
  input: z.object({}),
  output: z.object({ text: z.string() }),
  actions: ['accept', 'denied', 'cancel'],
});

/** Asks the person's device to put a text on its clipboard. */
export const clipboardWrite = createElicit({
  name: 'clipboard-write',
  description: 'Copy a text to your clipboard',
  input: z.object({ text: z.string() }),
  output: z.object({ success: z.boolean() }),
  actions: ['accept', 'denied'],
});
