// A tool of a source. A source may bring a thousand, so nothing of a schema is read, written or compiled before
// somebody asks for it.
//
// What comes back is not checked against the output schema: the effect has happened, and an answer that departs from
// its description is still the answer. The schema is for the signature.

import type {
  JsonSchema,
  Preview,
  PreviewContext,
  Schema,
  Tool,
  ToolContext,
  ToolKeywords,
  ToolPath,
} from '@toolshed/kernel';
import { canonicalJson, failedCheck, readSchema, type ToolOrigin } from '@toolshed/kernel/runtime';

export interface SourceToolDefinition {
  readonly path: ToolPath;
  readonly description: string;
  readonly origin: () => ToolOrigin | undefined;
  readonly input: () => JsonSchema;
  /** What stands for the input in the definition, where that is large and shared; the input itself, if left out. */
  readonly inputIdentity?: () => unknown;
  readonly output: () => JsonSchema | undefined;
  /** What a search finds it by; what its input says, if left out. */
  readonly keywords?: () => ToolKeywords;
  /** Whether its results are pages of a list. */
  readonly pages?: () => boolean;
  /** Arguments for example. */
  readonly examples?: () => readonly Arguments[];
  readonly isDestructive: boolean;
  readonly isIdempotent: boolean;
  /** Read when a call is recovered: what a source promises may depend on who answers just then. */
  readonly asksMidway: () => boolean;
  /** Throws a ToolError for arguments that fit the schema and cannot be sent; nobody is asked about those. */
  readonly check?: (args: Arguments) => void;
  readonly message: (args: Arguments) => string;
  readonly preview?: (context: PreviewContext, args: Arguments) => Promise<Preview>;
  readonly handler: (context: ToolContext, args: Arguments) => Promise<unknown>;
}

export type Arguments = Readonly<Record<string, unknown>>;

export function sourceTool(definition: SourceToolDefinition): Tool {
  const { path, description, preview } = definition;
  const input = lazily(() => checkedSchema(definition.input()));
  const output = lazily(() => {
    const json = definition.output();
    return json === undefined ? undefined : uncheckedSchema(json);
  });
  const fingerprint = lazily(() =>
    canonicalJson({
      path,
      description,
      input: definition.inputIdentity === undefined ? input().json : definition.inputIdentity(),
      output: output()?.json ?? null,
    }),
  );
  const origin = lazily(definition.origin);
  return {
    path,
    description,
    get input() {
      return input();
    },
    get output() {
      return output();
    },
    get fingerprint() {
      return fingerprint();
    },
    get origin() {
      return origin();
    },
    idempotent: definition.isIdempotent,
    timeoutMs: undefined,
    get asksMidway() {
      return definition.asksMidway();
    },
    nature: definition.isDestructive ? 'destructive' : 'safe',
    handler: definition.handler,
    keywords: definition.keywords,
    pages: definition.pages,
    examples: definition.examples,
    check: (args) => definition.check?.(asArguments(args)),
    isDestructive: () => definition.isDestructive,
    messageFor: (args) => definition.message(asArguments(args)),
    preview: preview && ((context, args) => preview(context, asArguments(args))),
    run: (context, args) => definition.handler(context, asArguments(args)),
  };
}

/**
 * Checked as a stranger's: a pattern is matched in linear time, and a schema that says more than can be checked has
 * every call of its tool refused, and the log names the keyword. Arguments are an object, whatever it says.
 */
function checkedSchema(json: JsonSchema): Schema<unknown> {
  const compiled = lazily(() => readSchema<unknown>(json, 'stranger'));
  return {
    json,
    parse(value) {
      if (!isObject(value)) return { kind: 'invalid', issues: [{ field: '', message: 'must be an object' }] };
      try {
        return compiled().parse(value);
      } catch (error) {
        return failedCheck(error);
      }
    },
  };
}

const uncheckedSchema = (json: JsonSchema): Schema<unknown> => ({
  json,
  parse: (value) => ({ kind: 'valid', value }),
});

/** Sound because every input schema of a source is one of an object. */
const asArguments = (args: unknown): Arguments => (isObject(args) ? args : {});

const isObject = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
