import type { z } from 'zod';
import type { JsonSchema } from '../tool/schema/json-schema.js';
import type { Action } from './answer/action.js';
import type { FormField } from './form/form-fields.js';
import type { ElicitationType } from './request.js';

/** What `elicit()` takes. `type` defaults to `form` beside `fields` or `schema`, else to `approval`; `null` is unset. */
export interface ElicitRequest {
  /** What the person reads. */
  readonly message?: string | null;
  /** The same as `message`. */
  readonly prompt?: string | null;
  /** The tool it is about. */
  readonly toolPath?: string | null;
  /** The arguments it is about. */
  readonly args?: unknown;
  /** The kind of question. */
  readonly type?: Exclude<ElicitationType, 'in-doubt'> | null;
  /** More words, shown below the message. */
  readonly description?: string | null;
  /** Keeps the answer like a secret: the asker gets a handle. */
  readonly sensitive?: boolean | null;
  /** What to choose from. */
  readonly options?: readonly (string | { readonly value: string; readonly label?: string | null })[] | null;
  /** How many choices at least. */
  readonly min?: number | null;
  /** How many choices at most. */
  readonly max?: number | null;
  /** For a form, or for the result of a page's flow: JSON Schema, or in handlers a zod object. */
  readonly schema?: JsonSchema | z.ZodObject | null;
  /** For a form, instead of a schema. */
  readonly fields?: readonly FormField[] | null;
  /** The answer to begin with. */
  readonly default?: boolean | string | readonly string[] | null;
  /** For a page. */
  readonly url?: string | null;
  /** For a page with a tool's flow behind it. */
  readonly elicitationId?: string | null;
  /** For a secret: the name the vault keeps it under. For a named kind: the kind. */
  readonly name?: string | null;
  /** For a named kind: what it takes. */
  readonly input?: unknown;
  /** For a named kind: the actions that answer it. */
  readonly actions?: readonly Action[] | null;
  /** For a named kind: the schema of an accepted answer. */
  readonly output?: JsonSchema | null;
  /** How long it stays open; then it is `expired`, and may be asked again. */
  readonly expiresInMs?: number | null;
  /** Instead of `expiresInMs`: answered with `timeout`, and never asked again. */
  readonly timeoutMs?: number | null;
  /** The answer instead of waiting, if nobody can be asked now. */
  readonly whenNobody?: 'not_supported' | 'cancel' | null;
}
