// What an asker wrote, made into a request. Handlers are our own code and may bring a zod schema or a kind of their
// own; a program may only ask what is plain data, of kinds the host knows.

import { z } from 'zod';
import { canonicalJson } from '../journal/canonical-json.js';
import { LONGEST_MS } from '../ports/clock.js';
import { issuesText } from '../tool/schema/json-schema.js';
import { readContent } from './answer/answer.js';
import type { KindCatalog } from './create-elicit.js';
import { FlowId, PageUrl } from './elicit-url.js';
import { schemaOfFields } from './form/form-fields.js';
import { repeatedIn, shownTwice } from './form/impossible-form.js';
import { problemOfForm } from './form/read-form.js';
import { schemaOfZod } from './form/zod-form.js';
import { catalogOfKinds } from './kinds/kind-catalog.js';
import { ElicitationRequest, EVERY_QUESTION_HAS, type RequestOf } from './request.js';
import { readWritten, type Written } from './written-request.js';

export interface ReadOptions {
  /** Kinds that can be asked for by name. Default: those that ship. */
  readonly kinds?: KindCatalog;
  readonly by?: 'host' | 'program';
}

/**
 * Reads what an asker wrote; throws zod's error, which names the field.
 * The arguments are copied here, once: what the asker changes afterwards is not what the person sees.
 */
export function readElicitRequest(
  raw: unknown,
  { kinds = SHIPPED, by = 'host' }: ReadOptions = {},
): { request: ElicitationRequest; expiresInMs: number | undefined } {
  const { expiresInMs, prompt, ...rest }: Written & z.infer<typeof Envelope> = Envelope.parse(readWritten(raw));
  if (prompt !== undefined) {
    const { message = prompt } = rest;
    if (message !== prompt) refuse('prompt', 'means the same as "message" but differs from it; give one of them');
    rest['message'] = message;
  }
  const named = typeof rest['type'] === 'string' ? kinds.get(rest['type']) : undefined;
  if (by === 'program') mustBePlain(rest);
  if (named === undefined) mustBeKnown(rest['type'], kinds);
  else mustBelong(named.name, rest);
  const shaped = named ? { ...rest, ...named.requestFor(rest['input']), ...worded(rest) } : shape(rest);
  const request = Askable.parse(shaped);
  const args = request.args === undefined ? {} : { args: JSON.parse(canonicalJson(request.args)) };
  const { timeoutMs } = request;
  if (timeoutMs !== undefined && expiresInMs !== undefined)
    refuse('timeoutMs', 'cannot be combined with expiresInMs; give one');
  return { request: { ...request, ...args }, expiresInMs: timeoutMs ?? expiresInMs };
}

const SHIPPED = catalogOfKinds();

const Envelope = z.looseObject({
  expiresInMs: z.int().positive().max(LONGEST_MS).optional(),
  prompt: z.string().optional(),
});

/** An asker's own words for a question of a named kind. */
const worded = ({ message }: Written): Written => (message === undefined ? {} : { message });

const TYPES: readonly string[] = ElicitationRequest.options.map(({ shape }) => shape.type.value);
const ASKABLE = TYPES.filter((type) => type !== 'named' && type !== 'in-doubt');

function mustBeKnown(type: unknown, kinds: KindCatalog): void {
  if (typeof type !== 'string' || TYPES.includes(type)) return;
  refuse('type', `is "${type}", which nobody can be asked; there are ${[...ASKABLE, ...kinds.keys()].join(', ')}`);
}

const BESIDE_INPUT: ReadonlySet<string> = new Set(['type', 'input', ...EVERY_QUESTION_HAS]);

/** What a kind takes stands apart from what every question has, so that it may have the same names. */
function mustBelong(kind: string, written: Written): void {
  const stray = Object.keys(written).find((field) => !BESIDE_INPUT.has(field));
  if (stray !== undefined) refuse(stray, `is not a field of a question; what "${kind}" takes goes in "input"`);
}

/** More than anybody reads. */
const MAX_OPTIONS = 1_000;

/** Shorter spellings that each kind accepts. */
function shape(written: Written): Written {
  const { fields, elicitationId, ...rest } = written;
  const put = (facts: Written): Written => ({ ...rest, ...leftOver(written), ...facts });
  switch (rest['type']) {
    case 'choice':
    case 'multi_choice':
      if (Array.isArray(rest['options']) && rest['options'].length > MAX_OPTIONS)
        refuse('options', `are more than ${MAX_OPTIONS}`);
      return put(Array.isArray(rest['options']) ? { options: rest['options'].map(toOption) } : {});
    case 'secret':
      return put({ sensitive: true });
    case 'form':
      if (fields !== undefined && rest['schema'] !== undefined)
        refuse('fields', 'cannot be combined with a schema; give one');
      if (fields !== undefined) return { ...rest, schema: schemaOfFields(fields) };
      return put({ schema: schemaOf(rest['schema']) });
    case 'url': {
      const flow = elicitationId === undefined ? {} : { flow: under('elicitationId', FlowId, elicitationId) };
      const schema = rest['schema'] === undefined ? {} : { schema: schemaOf(rest['schema']) };
      return { ...rest, url: under('url', PageUrl, rest['url']), ...flow, ...schema };
    }
    default:
      return put({});
  }
}

/** What belongs to other kinds stays where it was written, and is refused as unknown. */
function leftOver({ type, fields, elicitationId }: Written): Written {
  return {
    ...(fields === undefined || type === 'form' ? {} : { fields }),
    ...(elicitationId === undefined ? {} : { elicitationId }),
  };
}

function schemaOf(schema: unknown): unknown {
  if (schema === undefined) return { type: 'object' };
  return schema instanceof z.ZodType ? schemaOfZod(schema) : schema;
}

/**
 * Threat: a program that defines a kind by the name of a known one, with words and actions of its own; or one that
 * names a flow, to learn of its end in a tool's place.
 */
function mustBePlain({ type, elicitationId, flow }: Written): void {
  if (type === 'named') refuse('type', 'is for tools; ask by the kind’s own name');
  if (elicitationId !== undefined || flow !== undefined)
    refuse('elicitationId', 'is for tools; without it, consent is the answer');
}

const Askable = ElicitationRequest.refine((request) => request.type !== 'in-doubt', 'only the runtime asks this').check(
  ({ value, issues }) => {
    const refused = (field: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [field], message });
    // A preview shows what a call would do; one written by the asker would show what the asker likes.
    if (value.preview !== undefined) refused('preview', 'only the gate shows one');
    if ('origin' in value) refused('origin', 'only the gate shows one');
    if ('previewBefore' in value) refused('previewBefore', 'only the gate shows one');
    // What nobody can answer validly is refused when it is asked, not when it is answered.
    const problem = problemOf(value);
    if (problem !== undefined) refused(...problem);
  },
);

function problemOf(request: ElicitationRequest): readonly [field: string, message: string] | undefined {
  switch (request.type) {
    case 'form':
      return at('schema', request.schema['type'] === 'object' ? problemOfForm(request.schema) : 'must be of an object');
    case 'url':
      if (request.schema === undefined) return undefined;
      return at('schema', request.flow === undefined ? 'is for pages with a flow' : problemOfForm(request.schema));
    case 'named':
      return at('output', problemOfForm(request.output));
    case 'choice':
    case 'multi_choice':
      return problemOfChoices(request);
    default:
      return undefined;
  }
}

function problemOfChoices(request: RequestOf<'choice' | 'multi_choice'>): ReturnType<typeof problemOf> {
  const values = request.options.map(({ value }) => value);
  const twice = repeatedIn(values);
  if (twice !== undefined) return ['options', `${twice} appears twice`];
  const label = repeatedIn(request.options.map(({ value, label: shown = value }) => shown));
  if (label !== undefined) return ['options', shownTwice(label)];
  if (request.type === 'multi_choice') {
    const { min = 0, max } = request;
    if (max !== undefined && min > max) return ['min', 'is more than max'];
    if (min > values.length) return ['min', `is more than the ${values.length} options`];
  }
  if (request.default === undefined) return undefined;
  const read = readContent(request, request.default);
  return read.kind === 'valid' ? undefined : ['default', `cannot be chosen: ${issuesText(read.issues)}`];
}

const at = (field: string, problem: string | undefined): readonly [string, string] | undefined =>
  problem === undefined ? undefined : [field, problem];

function under<T>(field: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  return refuse(field, parsed.error.issues.map(({ message }) => message).join('; '));
}

function refuse(field: string, message: string): never {
  throw new z.ZodError([{ code: 'custom', path: [field], message, input: undefined }]);
}

const toOption = (option: unknown): unknown => (typeof option === 'string' ? { value: option } : option);
