import { z } from 'zod';
import { createElicit } from '../create-elicit.js';
import { repeatedIn, shownTwice } from '../form/impossible-form.js';

/** Asks for one of the choices, or the person's own words. Those are a regular answer, unlike `other`, which does not answer the question. */
export const choiceOrInput = createElicit({
  name: 'choice-or-input',
  description: 'Choose one, or say it in your own words',
  input: z.object({
    message: z.string(),
    choices: z
      .array(z.object({ label: z.string(), value: z.string() }))
      .min(1)
      .check(({ value, issues }) => {
        const twice = repeatedIn(value.map((one) => one.value));
        if (twice !== undefined) issues.push({ code: 'custom', input: value, message: `${twice} appears twice` });
        const label = repeatedIn(value.map((one) => one.label));
        if (label !== undefined) issues.push({ code: 'custom', input: value, message: shownTwice(label) });
      }),
  }),
  output: z.discriminatedUnion('type', [
    z.object({ type: z.literal('choice'), value: z.string() }),
    z.object({ type: z.literal('custom'), text: z.string() }),
  ]),
  outputFor: ({ choices }) =>
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('choice'), value: z.enum(choices.map(({ value }) => value)) }),
      z.object({ type: z.literal('custom'), text: z.string().min(1) }),
    ]),
  message: ({ message }) => message,
});
