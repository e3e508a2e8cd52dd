// Named kinds in the flat forms MCP knows: by the shape of their answer, and choice-or-input by its choices.

import { choiceOrInput } from '@toolshed/kernel';
import { type RequestOf, safeText } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { accepted, choicesOf, flatForm, type QuestionForm } from './flat-form.js';
import { meantBy } from './shown-values.js';

export function namedForm(request: RequestOf<'named'>, revision: string): QuestionForm {
  const choices = request.name === choiceOrInput.name ? Input.safeParse(request.input).data?.choices : undefined;
  return choices === undefined ? flatForm(request.output) : choiceOrInputForm(choices, revision);
}

const Choice = z.looseObject({ label: z.string(), value: z.string() });
const Input = z.looseObject({ choices: z.array(Choice).min(1) });

const Content = z.looseObject({ choice: z.string().optional(), own_words: z.string().optional() });

const PROBLEM = 'choose one, or write your own words, and not both';

/**
 * Clients that preselect the first choice would send one beside a person's own words: hence a choice that says so. What
 * is not clear is asked again, never guessed.
 */
function choiceOrInputForm(choices: readonly z.infer<typeof Choice>[], revision: string): QuestionForm {
  const values = new Set(choices.map(({ value }) => value));
  const meant = meantBy([...values]);
  const taken = new Set(choices.flatMap(({ value, label }) => [value, label, safeText(value)]));
  let own = 'In my own words';
  while (taken.has(own)) own += '…';
  const offered = choicesOf([...choices, { value: own, label: own }], revision);
  return {
    schema: {
      type: 'object',
      properties: {
        choice: { type: 'string', title: 'Your choice', ...offered },
        own_words: { type: 'string', title: 'Or in your own words', description: 'Instead of a choice.' },
      },
      required: [],
    },
    problem: PROBLEM,
    read(content) {
      const { choice = own, own_words: text = '' } = Content.safeParse(content).data ?? {};
      if (choice === own || choice === '') return text.trim() === '' ? undefined : accepted({ type: 'custom', text });
      const value = meant(choice);
      return text.trim() === '' && values.has(value) ? accepted({ type: 'choice', value }) : undefined;
    },
  };
}
