// What an answer to a question may be, for those that want more than a yes.

import type { ElicitationRequest } from '@toolshed/kernel';
import { assertNever } from '@toolshed/kernel/runtime';
import type { RowStyle } from './card/argument-rows.js';
import { wrap } from './layout/columns.js';
import { fieldWords, formFields } from './form-fields.js';
import { quotedText, safeText } from './safe-text.js';
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
      return fieldLines(request.schema);
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

const fieldLines = (schema: Parameters<typeof formFields>[0]): readonly string[] =>
  formFields(schema).map(
    ({ name, schema: field, isRequired }) => `${safeText(name)}: ${fieldWords(field)}${isRequired ? '' : ', optional'}`,
  );

function namedWords({ name, output }: Extract<ElicitationRequest, { type: 'named' }>): readonly string[] {
  if (name === 'choice-or-input') return ['one of the choices, or your own words'];
  const fields = fieldLines(output);
  return fields.length === 0 ? ['that you have seen it'] : fields;
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
