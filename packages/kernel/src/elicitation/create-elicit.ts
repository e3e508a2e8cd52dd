// Kinds of questions with a name: what goes in, what comes out, and which actions answer them. A kind is declared once,
// apart from the channels that show it; a channel may have a component for it, or fall back to a form.

import { z } from 'zod';
import { Json } from '../journal/json-value.js';
import { readMembers } from '../options/read-options.js';
import { hasMethods, isFunction, passed } from '../options/schema-words.js';
import { type Action, GivenAction } from './answer/action.js';
import type { ElicitationResponse } from './answer/answer.js';
import { schemaOfZod } from './form/zod-form.js';
import type { ElicitRequest } from './elicit-request.js';
import { ElicitationRequest } from './request.js';

/** What `createElicit` takes. */
export interface KindDefinition<I extends z.ZodType, O extends z.ZodType, A extends GivenAction> {
  /** Lower case and dashes; it is what a program writes as `type`. */
  readonly name: string;
  /** What the kind asks for, in a sentence. */
  readonly description: string;
  /** What goes in: a zod schema. */
  readonly input: I;
  /** What an accepted answer is: a zod schema. */
  readonly output: O;
  /** The same schema, narrowed to what this input allows. */
  readonly outputFor?: (input: z.output<I>) => z.ZodType<z.output<O>>;
  /** The actions that answer it. Default: accept, decline, cancel and other. */
  readonly actions?: readonly A[];
  /** What a person reads. Default: the description. */
  readonly message?: (input: z.output<I>) => string;
}

/** The actions of a kind that names none. */
export type UsualAction = 'accept' | 'decline' | 'cancel' | 'other';

/** Actions that can end any question: its time is up, or no channel can ask it. */
export type EndedAction = 'expired' | 'timeout' | 'not_supported';

/** What a kind resolves to, by action. */
export type KindAnswer<O, A extends Action> = {
  readonly [K in A | EndedAction]: { readonly action: K; readonly reason: string | undefined } & (K extends 'accept'
    ? { readonly content: O }
    : K extends 'other'
      ? { readonly content: string }
      : { readonly content?: undefined });
}[A | EndedAction];

/** What you can pass to a kind beside its input. */
export type AskOptions = Pick<ElicitRequest, 'expiresInMs' | 'timeoutMs' | 'whenNobody'>;

/** What can ask: a handler's context, or an engine. */
export interface Elicits {
  /** Asks, and waits for the answer. */
  elicit(request: ElicitRequest): Promise<ElicitationResponse>;
}

/** A kind of question with a name, made with `createElicit`. Pass it to `openToolshed` as one of its `kinds`. */
export interface ElicitKind {
  /** What a program writes as `type`. */
  readonly name: string;
  /** What the kind asks for, in a sentence. */
  readonly description: string;
  /** The actions that answer it. */
  readonly actions: readonly GivenAction[];
  /** The request for some input; throws zod's error if the input does not fit. */
  requestFor(input: unknown): ElicitRequest;
}

/** The kinds that can be asked for by name. */
export type KindCatalog = ReadonlyMap<string, ElicitKind>;

/** A kind of question that asks when it is called, made with `createElicit`. */
export interface AskedKind<I, O, A extends GivenAction> extends ElicitKind {
  (asker: Elicits, input: I, options?: AskOptions): Promise<KindAnswer<O, A>>;
}

const OWN_TYPES: ReadonlySet<string> = new Set(ElicitationRequest.options.map(({ shape }) => shape.type.value));
const USUAL = ['accept', 'decline', 'cancel', 'other'] as const satisfies readonly UsualAction[];

const zodSchema = passed<z.ZodType>('a zod schema', hasMethods('parse', 'safeParse'));
const callback = passed<() => unknown>('a function of the input', isFunction);

const Definition = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'must be lower case words joined by dashes')
    .refine((name) => !OWN_TYPES.has(name), 'must be a new name: a question of that type exists'),
  description: z.string(),
  input: zodSchema,
  output: zodSchema,
  outputFor: callback.exactOptional(),
  actions: z.array(GivenAction).exactOptional(),
  message: callback.exactOptional(),
} satisfies Record<keyof KindDefinition<z.ZodType, z.ZodType, GivenAction>, z.ZodType>);

/**
 * Declares a kind of question: what goes in, what comes out, and which actions answer it.
 *
 * The result is a function that asks. A channel may have a component for the kind; every other channel shows a form.
 *
 * @example
 * ```ts
 * const pickSlot = createElicit({
 *   name: 'pick-slot',
 *   description: 'Choose a time for a meeting',
 *   input: z.object({ slots: z.array(z.string()) }),
 *   output: z.object({ slot: z.string() }),
 *   message: ({ slots }) => `Which of ${slots.length} times?`,
 * });
 *
 * // in a handler:
 * const answer = await pickSlot(context, { slots: ['9:00', '10:30'] });
 * if (answer.action === 'accept') await book(answer.content.slot);
 * ```
 */
export function createElicit<I extends z.ZodType, O extends z.ZodType, const A extends GivenAction = UsualAction>(
  definition: KindDefinition<I, O, A>,
): AskedKind<z.input<I>, z.output<O>, A> {
  const named: unknown = definition?.name;
  readMembers(typeof named === 'string' ? `create the kind "${named}"` : 'create a kind', Definition, definition);
  const { name, description, input, output, outputFor = () => output } = definition;
  const actions: readonly GivenAction[] = definition.actions ?? USUAL;

  const requestFor = (given: unknown): ElicitRequest => {
    const parsed = input.parse(given ?? {});
    const message = definition.message?.(parsed) ?? description;
    const answer = schemaOfZod(outputFor(parsed));
    return { type: 'named', name, message, description, input: Json.parse(parsed), actions, output: answer };
  };
  const ask = async (
    asker: Elicits,
    given: z.input<I>,
    options: AskOptions = {},
  ): Promise<KindAnswer<z.output<O>, A>> => {
    const { action, content, reason } = await asker.elicit({ ...requestFor(given), ...options });
    const answer = { action, reason, content: action === 'accept' ? output.parse(content) : content };
    return asAnswer<z.output<O>, A>(answer);
  };
  const kind = Object.assign(ask, { description, actions, requestFor });
  return Object.defineProperty(kind, 'name', { value: name });
}

/** Sound because an answer outside the kind's actions is refused before it is kept. */
const asAnswer = <O, A extends Action>(answer: object): KindAnswer<O, A> => answer as KindAnswer<O, A>;
