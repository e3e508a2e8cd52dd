// The exact call of `resume` that passes on an answer to a question, for a model whose client cannot ask: what it takes,
// and arguments that are valid as they stand. Only where the host lets an agent pass answers on.
//
// Threat: a model that sends the example as it is. The words beside it say that the user decides, and what a person must
// answer in person has no example.

import type { PendingElicitation } from '@toolshed/kernel';
import { exampleOf } from './example-value.js';

const MOST_KINDS = 5;
const MOST_OPTIONS = 20;

/** One line for each kind of question: what is answered alike has one example. */
export function resumeCalls(questions: readonly PendingElicitation[]): string {
  const kinds = new Map<string, PendingElicitation[]>();
  for (const question of questions) {
    const { words, answer } = exampleAnswer(question);
    const kind = JSON.stringify([question.type, question.executionId, words, answer]);
    const alike = kinds.get(kind);
    if (alike) alike.push(question);
    else kinds.set(kind, [question]);
  }
  const shown = [...kinds.values()].slice(0, MOST_KINDS);
  const more = questions.length - shown.flat().length;
  return [
    ...shown.map(([first, ...others]) => (first === undefined ? '' : resumeCall(first, others.length))),
    ...(more > 0 ? [`(${more} more questions are answered in the same way)`] : []),
  ].join('\n');
}

function resumeCall(question: PendingElicitation, alike: number): string {
  const { executionId, elicitationId } = question;
  const { words, answer } = exampleAnswer(question);
  const args = JSON.stringify({ execution_id: executionId, elicitation_id: elicitationId, ...answer });
  const others =
    alike === 0 ? '' : ` (and ${alike} more of this kind: the same call, each with its own elicitation_id)`;
  return `${question.type} ${elicitationId}, ${words}: resume ${args}${others}`;
}

interface ExampleAnswer {
  readonly words: string;
  readonly answer: Readonly<Record<string, unknown>>;
}

const YES = { action: 'accept' } as const;

function exampleAnswer({ request }: PendingElicitation): ExampleAnswer {
  switch (request.type) {
    case 'approval':
    case 'in-doubt':
    case 'confirmation':
      return { words: 'approved is true or false', answer: { approved: true } };
    case 'text':
      return { words: 'content is their text', answer: { ...YES, content: 'their text' } };
    // An agent can only refuse these.
    case 'secret':
      return { words: 'only to refuse it', answer: { action: 'decline' } };
    case 'choice':
      return {
        words: `content is one of ${optionList(request.options)}`,
        answer: { ...YES, content: firstOf(request.options) },
      };
    case 'multi_choice': {
      const least = Math.max(1, request.min ?? 1);
      const content = request.options.slice(0, least).map(({ value }) => value);
      return { words: `content is a list of ${optionList(request.options)}`, answer: { ...YES, content } };
    }
    case 'form':
      return {
        words: 'content has the fields of request.schema',
        answer: { ...YES, content: exampleOf(request.schema) },
      };
    case 'url':
      return { words: 'once they agree to open the page at request.url', answer: YES };
    case 'named': {
      const [action = 'accept'] = request.actions;
      const content = action === 'accept' ? { content: exampleOf(request.output) } : {};
      return { words: `action is one of ${request.actions.join(', ')}`, answer: { action, ...content } };
    }
  }
}

type Options = readonly { readonly value: string }[];

const firstOf = (options: Options): string => options[0]?.value ?? '';

function optionList(options: Options): string {
  const shown = options.slice(0, MOST_OPTIONS).map(({ value }) => JSON.stringify(value.slice(0, 100)));
  return `${shown.join(', ')}${options.length > shown.length ? ', …' : ''}`;
}
