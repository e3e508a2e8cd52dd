// What an asker wrote, before any kind looks at it. Agents and generated clients write every field and give `null` to
// those they leave unset; some leave out what the rest implies.

import { z } from 'zod';

export type Written = { [field: string]: unknown };

const Loose = z.looseObject({});

/** The same request with what is unset left out, a form known by its fields, and texts where a default was one. */
export function readWritten(raw: unknown): Written {
  const written = withoutNulls(Loose.parse(raw));
  const lists = { ...listed(written, 'fields'), ...listed(written, 'options') };
  const { type = impliedType(written), ...rest } = written;
  return { ...rest, ...lists, type, ...defaultOf(type, written['default']) };
}

/** Only a form has fields or a schema. */
const impliedType = ({ schema, fields }: Written): string =>
  schema === undefined && fields === undefined ? 'approval' : 'form';

/** Of the request, its fields and options only: inside a schema, or the arguments of a call, `null` is a value. */
const withoutNulls = (written: object): Written =>
  Object.fromEntries(Object.entries(written).filter(([, value]) => value !== null && value !== undefined));

function listed(written: Written, field: string): Written {
  const list = written[field];
  return Array.isArray(list) ? { [field]: list.map(withoutNullsIn) } : {};
}

function withoutNullsIn(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const kept = withoutNulls(item);
  return { ...kept, ...listed(kept, 'options'), ...listed(kept, 'enum') };
}

const YES_OR_NO: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };

/** A specification whose defaults are texts, whatever is asked for. */
function defaultOf(type: unknown, given: unknown): Written {
  if (typeof given !== 'string') return {};
  if (type === 'multi_choice') return { default: [given] };
  const meant = type === 'confirmation' ? YES_OR_NO[given.toLowerCase()] : undefined;
  return meant === undefined ? {} : { default: meant };
}
