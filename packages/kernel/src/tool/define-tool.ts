// A tool: a function the host offers under a path. What it declares here decides whether a person is asked.
//
// A tool that does not say `destructive` is destructive: forgetting a line must cost a question, not a disk.

import { z } from 'zod';
import { canonicalJson } from '../journal/canonical-json.js';
import { LONGEST_TIMER_MS } from '../ports/clock.js';
import { InvalidOptionsError, readMembers } from '../options/read-options.js';
import { inWords, isFunction, passed } from '../options/schema-words.js';
import { answerNow, isDestructiveNow, textNow } from './answer-now.js';
import { copyArguments } from './copy-arguments.js';
import type { Preview, PreviewContext, ToolContext } from './tool-context.js';
import {
  type JsonSchema,
  readArgumentSchema,
  readSchema,
  type Schema,
  type SchemaSource,
} from './schema/json-schema.js';
import { Label } from './catalog/placement.js';
import { unreachableSecret } from './schema/secret.js';
import type { ToolKeywords } from './catalog/tool-keywords.js';
import type { ToolOrigin } from './catalog/tool-origin.js';
import { toolPath, type ToolPath } from './catalog/tool-path.js';

/** What a tool is defined with. See `defineTool`. */
export interface ToolDefinition<I, O> {
  /** Where programs call it: `mail.send` is `tools.mail.send(…)`. */
  readonly path: string;
  /** What it does, in the words agents and people read. */
  readonly description: string;
  /** What its arguments must look like: a zod schema or a JSON Schema document. */
  readonly input: SchemaSource<I>;
  /** What its result must look like; default: anything JSON can write. */
  readonly output?: SchemaSource<O>;
  /** Whether calls ask a person; default: true. A function decides by the arguments. */
  readonly destructive?: boolean | ((args: I) => boolean);
  /** Whether a call whose outcome is unknown may be attempted again without a person; default: false. */
  readonly idempotent?: boolean;
  /** The handler asks after it began to act, so a death while it waits leaves the call in doubt. */
  readonly asksMidway?: boolean;
  /** Throws a ToolError for arguments it would refuse when it runs, so that nobody is asked about such a call. At once: not async. */
  // biome-ignore lint/suspicious/noConfusingVoidType: void alone would take a function that answers with a promise.
  readonly check?: (args: I) => void | undefined;
  /** How long the handler may work, in milliseconds; waiting for people does not count. Default: the host's limit. */
  readonly timeoutMs?: number;
  /** Whether it works on what only its machine has: files, processes. Hosts of several machines must say where it is. */
  readonly local?: boolean;
  /** The label of the hosts that have it, where several machines share a store; or `anywhere`, if all of them do. */
  readonly placement?: string;
  /** What a person reads when a call asks; default: `Run <path>?`. */
  readonly message?: (args: I) => string;
  /** What a call would do, shown to the person who approves it. It must not have the effect. */
  readonly preview?: (context: PreviewContext, args: I) => Preview | Promise<Preview>;
  /** Does the work. Gets the arguments that were approved. */
  readonly handler: (context: ToolContext, args: I) => O | Promise<O>;
  /**
   * Undoes a call, given what it ran with and what it returned, as the journal has them: secrets are handles, which
   * `context.secrets` reads. A call of its own, under `undo.<path>`: it is asked about, journaled and attempted once.
   */
  readonly revert?: (context: ToolContext, args: I, result: O) => unknown;
  /** Whether a call with these arguments can be undone, where not all can; default: all, if there is a `revert`. */
  readonly revertible?: (args: I) => boolean;
}

/** A tool as `defineTool` returns it. Pass it to `openToolshed`, or group several with `definePlugin`. */
export interface Tool {
  /** Where programs call it. */
  readonly path: ToolPath;
  /** What it does, in the words agents and people read. */
  readonly description: string;
  /** What its arguments must look like. */
  readonly input: Schema<unknown>;
  /** What its result must look like; undefined if it declares none. */
  readonly output: Schema<unknown> | undefined;
  /** Whether a call may be attempted again without a person. */
  readonly idempotent: boolean;
  /** Whether its handler asks after it began to act. */
  readonly asksMidway: boolean;
  /** Undefined if the host's own limit applies. */
  readonly timeoutMs: number | undefined;
  /** Whether it works on what only its machine has. */
  readonly isLocal?: boolean | undefined;
  /** The label of the hosts that have it, or `anywhere`; undefined where its definition does not say. */
  readonly placement?: string | undefined;
  /** Canonical text of all that was promised about the tool; approvals and grants are bound to its digest. */
  readonly fingerprint: string;
  /** What the definition says about all its calls; `isDestructive` says it about one. */
  readonly nature: 'safe' | 'destructive' | 'by-arguments';
  /** The handler itself, by which two names of one function are recognised. It is called through `run`. */
  readonly handler: object;
  /** Undefined for the host's own tools. */
  readonly origin: ToolOrigin | undefined;
  /** What a search finds it by; undefined if its schema is enough. */
  readonly keywords?: (() => ToolKeywords) | undefined;
  /** Whether its results are pages of a list, which `$all` reads to the end; undefined where they are not. */
  readonly pages?: (() => boolean) | undefined;
  /** Example arguments from its author; undefined if there are none. */
  readonly examples?: (() => readonly unknown[]) | undefined;
  /** Throws for arguments the handler would refuse. */
  check(args: unknown): void;
  /** Whether a call with these arguments asks. */
  isDestructive(args: unknown): boolean;
  /** What a person reads when such a call asks. */
  messageFor(args: unknown): string;
  /** What such a call would do; undefined for a tool without a preview. */
  readonly preview: ((context: PreviewContext, args: unknown) => Promise<Preview>) | undefined;
  /** Runs the handler. */
  run(context: ToolContext, args: unknown): Promise<unknown>;
  /** Undoes a call; undefined for a tool that cannot. */
  readonly revert?: ((context: ToolContext, args: unknown, result: unknown) => Promise<unknown>) | undefined;
  /** Whether a call with these arguments can be undone; left out: every call, if there is a `revert`. */
  isRevertible?(args: unknown): boolean;
}

const callback = passed<() => unknown>('a function', isFunction);
const schemaSource = passed<SchemaSource<unknown>>(
  'a zod schema or a JSON Schema document',
  (value) => typeof value === 'object' && value !== null,
);

const Definition = z.strictObject({
  path: inWords(z.string(), 'a path such as "github.issues.create"'),
  description: z.string(),
  input: schemaSource,
  output: schemaSource.exactOptional(),
  destructive: inWords(z.union([z.boolean(), callback]), 'true, false or a function of the arguments').exactOptional(),
  idempotent: z.boolean().exactOptional(),
  asksMidway: z.boolean().exactOptional(),
  timeoutMs: z.int().positive().max(LONGEST_TIMER_MS).exactOptional(),
  local: z.boolean().exactOptional(),
  placement: Label.exactOptional(),
  message: callback.exactOptional(),
  check: callback.exactOptional(),
  preview: callback.exactOptional(),
  handler: callback,
  revert: callback.exactOptional(),
  revertible: callback.exactOptional(),
} satisfies Record<keyof ToolDefinition<unknown, unknown>, z.ZodType>);

/**
 * Defines a tool: a function of yours that programs may call under a path.
 *
 * A tool is destructive by default, so a person is asked before each call runs. Arguments are checked
 * against `input` before anybody is asked, and what a person approved is what the handler gets.
 *
 * @example
 * ```ts
 * const send = defineTool({
 *   path: 'mail.send',
 *   description: 'Send a mail',
 *   input: z.object({ to: z.email(), subject: z.string(), text: z.string() }),
 *   destructive: true,
 *   message: ({ to, subject }) => `Send "${subject}" to ${to}?`,
 *   handler: async ({ idempotencyKey, signal }, mail) => await smtp.send(mail, { idempotencyKey, signal }),
 * });
 * ```
 *
 * @throws InvalidOptionsError if the definition is wrong: it names every key and what it may be.
 */
export function defineTool<I, O>(definition: ToolDefinition<I, O>): Tool {
  const named: unknown = definition?.path;
  const what = typeof named === 'string' ? `define the tool "${named}"` : 'define a tool';
  readMembers(what, Definition, definition);
  const path = toolPath(definition.path);
  const refuse = (field: string, message: string): never => {
    throw new InvalidOptionsError(what, [{ field, message }]);
  };
  const input = readSide('input', definition.input, refuse);
  const unreachable = unreachableSecret(input.json);
  if (unreachable !== undefined) refuse('input', `marks a secret below "${unreachable}"`);
  const output = definition.output === undefined ? undefined : readSide('output', definition.output, refuse);
  const { description, handler, preview, revert, timeoutMs } = definition;
  const idempotent = definition.idempotent ?? false;
  const asksMidway = definition.asksMidway ?? false;
  return {
    path,
    description,
    input,
    output,
    idempotent,
    asksMidway,
    timeoutMs,
    isLocal: definition.local ?? false,
    placement: definition.placement,
    fingerprint: fingerprintOf(path, description, input.json, output?.json),
    nature: natureOf(definition),
    handler,
    origin: undefined,
    check: (args) => void answerNow(path, 'check', () => definition.check?.(copyArguments(asInput<I>(args)))),
    isDestructive: (args) => decideDestructive(path, definition, asInput<I>(args)),
    messageFor: (args) =>
      textNow(path, 'message', () => definition.message?.(copyArguments(asInput<I>(args))) ?? `Run ${path}?`),
    preview: preview && (async (context, args) => preview(context, copyArguments(asInput<I>(args)))),
    run: async (context, args) => handler(context, asInput<I>(args)),
    revert: revert && (async (context, args, result) => revert(context, asInput<I>(args), asOutput<O>(result))),
    isRevertible: (args) =>
      definition.revertible === undefined ||
      answerNow(path, 'revertible', () => definition.revertible?.(copyArguments(asInput<I>(args)))) === true,
  };
}

function natureOf<I, O>({ destructive = true }: ToolDefinition<I, O>): Tool['nature'] {
  if (typeof destructive === 'function') return 'by-arguments';
  return destructive ? 'destructive' : 'safe';
}

const decideDestructive = <I, O>(path: ToolPath, { destructive = true }: ToolDefinition<I, O>, args: I): boolean =>
  typeof destructive === 'boolean' ? destructive : isDestructiveNow(path, () => destructive(copyArguments(args)));

/** Sound because the runtime hands a tool only what its own `input.parse` returned. */
const asInput = <I>(args: unknown): I => args as I;

/** Sound because the runtime hands a revert only what the journal says the handler returned. */
const asOutput = <O>(result: unknown): O => result as O;

function readSide<T>(
  side: 'input' | 'output',
  source: SchemaSource<T>,
  refuse: (field: string, message: string) => never,
): Schema<T> {
  try {
    return side === 'input' ? readArgumentSchema(source) : readSchema(source);
  } catch (error) {
    return refuse(side, `cannot be written as JSON Schema (${messageOf(error)})`);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function fingerprintOf(path: ToolPath, description: string, input: JsonSchema, output: JsonSchema | undefined): string {
  return canonicalJson({ path, description, input, output: output ?? null });
}
