// What an answer to a question may be, for those that want more than a yes.

import type { ElicitationRequest } from '@toolshed/kernel';
import { asksNothing, assertNever, quotedText, readAskedForm, safeText } from '@toolshed/kernel/runtime';
import type { RowStyle } from './card/argument-rows.js';
import { wrap } from './layout/columns.js';
import { formWords } from './field-words.js';
import { type Shown, shorten } from './layout/shortened.js';

export function answerLines(request: ElicitationRequest, { width, amount }: RowStyle): Shown {
  return shorten(
    [...wordsFor(request), ...keepingWords(request)].flatMap((words) => wrap(words, width)),
    amount,
  );
}

function wordsFor(request: ElicitationRequest): readonly string[] {
  switch (request.type) {
    case 'approval':
    case 'confirmation':
      return [];
    case 'text':
      return ['a text'];
    case 'choice':
      return [`one of ${listOf(request.options)}`];
    case 'multi_choice':
      return [`any of ${listOf(request.options)}${countWords(request)}`];
    case 'secret':
      return ['a secret: kept in the vault, the program gets a handle'];
    case 'form':
      return formWords(readAskedForm(request.schema));
    case 'url':
      return ['your consent to open this page'];
    case 'named':
      return namedWords(request);
    case 'in-doubt':
      return ['whether to run it again, take a result you give, or let it fail'];
    default:
      return assertNever(request);
  }
}

const keepingWords = ({ type, sensitive }: ElicitationRequest): readonly string[] =>
  sensitive === true && type !== 'secret' ? ['kept in the vault: the program gets a handle, and never sees it'] : [];

function namedWords({ name, output }: Extract<ElicitationRequest, { type: 'named' }>): readonly string[] {
  if (name === 'choice-or-input') return ['one of the choices, or your own words'];
  const form = readAskedForm(output);
  return asksNothing(form) ? ['that you have seen it'] : formWords(form);
}

const countWords = ({ min, max }: { readonly min?: number | undefined; readonly max?: number | undefined }): string =>
  `${min === undefined ? '' : `, at least ${min}`}${max === undefined ? '' : `, at most ${max}`}`;

const listOf = (options: readonly { readonly value: string; readonly label?: string | undefined }[]): string =>
  options
    .map(({ value, label }) => {
      const written = quotedText(value);
      return label === undefined || label === value ? written : `${written} (${safeText(label)})`;
    })
    .join(', ');
