// What an answer to a question may be, for those that want more than a yes.

import { assertNever, type ElicitationRequest, type JsonSchema } from '@toolshed/kernel';
import type { RowStyle } from './argument-rows.js';
import { wrap } from './columns.js';
import { formFields } from './form-fields.js';
import { safeText } from './safe-text.js';

export function answerLines(request: ElicitationRequest, { width }: Pick<RowStyle, 'width'>): readonly string[] {
  switch (request.type) {
    case 'approval':
    case 'confirmation':
      return [];
    case 'text':
      return ['a text'];
    case 'choice':
      return wrap(`one of ${listOf(request.options)}`, width);
    case 'multi_choice':
      return wrap(`any of ${listOf(request.options)}`, width);
    case 'secret':
      return wrap('a secret: kept in the vault, the program gets a handle', width);
    case 'form':
      return formFields(request.schema).flatMap(({ name, schema, isRequired }) =>
        wrap(`${safeText(name)}: ${kindOf(schema)}${isRequired ? '' : ', optional'}`, width),
      );
    case 'in-doubt':
      return wrap('whether to run it again, take a result you give, or let it fail', width);
    default:
      return assertNever(request);
  }
}

const listOf = (options: readonly { readonly value: string }[]): string =>
  options.map(({ value }) => JSON.stringify(safeText(value))).join(', ');

function kindOf(schema: JsonSchema): string {
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => safeText(JSON.stringify(value))).join(' or ');
  return safeText(String(schema['type'] ?? 'anything'));
}
