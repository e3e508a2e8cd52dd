// The parts flat forms are made of, and the one for any JSON Schema.

import type { Remember } from '@toolshed/kernel';
import { readAskedForm, safeText } from '@toolshed/kernel/runtime';
import type { AnswerFacts } from '@toolshed/runtime';
import { z } from 'zod';
import { OLDEST_WITH_MODES } from '../../server/caller.js';
import { asWritten, type FlatSchema, flatFields } from './flat-fields.js';
import { shownDefault } from './shown-values.js';

export interface FormAnswer extends Pick<AnswerFacts, 'data' | 'reason'> {
  readonly approved: boolean;
  /** For later calls of this tool in this session. Only the gate's questions offer it. */
  readonly remember?: Remember;
}

export interface QuestionForm {
  readonly schema: FlatSchema;
  /** The message for a form that is not an answer, if "it was not filled in" is not enough. */
  readonly problem?: string;
  /** `undefined` if this is not an answer to the form. */
  read(content: unknown): FormAnswer | undefined;
}

/** A form whose fields are not all plain ones is asked for as one text of JSON. */
export function flatForm(schema: Readonly<Record<string, unknown>>): QuestionForm {
  const form = readAskedForm(schema);
  const fields = flatFields(form);
  if (fields !== undefined && form.kind === 'fields')
    return { schema: fields, read: (content) => accepted(asWritten(form, content)) };
  const description = `JSON that fits ${safeText(JSON.stringify(schema))}`;
  const whole = answerForm({ type: 'string', description }, z.string(), (text) => {
    const value = readJson(text);
    return value && accepted(value.json);
  });
  return { ...whole, problem: 'the answer has to be JSON of the shape the field describes' };
}

export function answerForm<T>(
  field: Readonly<Record<string, unknown>>,
  content: z.ZodType<T>,
  read: (answer: T) => FormAnswer | undefined,
): QuestionForm {
  return {
    schema: { type: 'object', properties: { answer: { title: 'Your answer', ...field } }, required: ['answer'] },
    read(filled) {
      const parsed = z.object({ answer: content }).safeParse(filled);
      return parsed.success ? read(parsed.data.answer) : undefined;
    },
  };
}

interface Option {
  readonly value: string;
  readonly label?: string | undefined;
}

/** Titles where the values alone are not enough: before 2025-11-25 beside the values, since then with each of them. */
export function choicesOf(options: readonly Option[], revision: string): Readonly<Record<string, unknown>> {
  const values = options.map(({ value }) => safeText(value));
  if (!options.some(needsTitle)) return { enum: values };
  const titles = options.map(({ value, label }) => safeText(label ?? value));
  if (!hasLists(revision)) return { enum: values, enumNames: titles };
  return { oneOf: values.map((value, index) => ({ const: value, title: titles[index] })) };
}

export const needsTitle = ({ value, label }: Option): boolean => label !== undefined || safeText(value) !== value;
export const hasLists = (revision: string): boolean => revision >= OLDEST_WITH_MODES;
export const accepted = (data: unknown): FormAnswer => ({ approved: true, data });
export const given = (value: unknown): { readonly default?: unknown } =>
  value === undefined ? {} : { default: value };
export const givenText = (text: string | undefined): { readonly default?: unknown } => given(shownDefault(text));

export function readJson(text: string | undefined): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text ?? '') };
  } catch {
    return undefined;
  }
}
