import type { z } from 'zod';
import type { JsonSchema } from '../tool/json-schema.js';
import type { Action } from './answer/action.js';
import type { FormField } from './form/form-fields.js';
import type { ElicitationType } from './request.js';

/** What `elicit()` takes. `type` defaults to `form` beside `fields` or `schema`, else to `approval`; `null` is unset. */
export interface ElicitRequest {
  readonly message?: string | null;
  /** The same as `message`. */
  readonly prompt?: string | null;
  readonly toolPath?: string | null;
  readonly args?: unknown;
  readonly type?: Exclude<ElicitationType, 'in-doubt'> | null;
  readonly description?: string | null;
  readonly sensitive?: boolean | null;
  readonly options?: readonly (string | { readonly value: string; readonly label?: string | null })[] | null;
  readonly min?: number | null;
  readonly max?: number | null;
  /** Of a form, or of what comes back from a page's flow: JSON Schema, or in handlers a zod object. */
  readonly schema?: JsonSchema | z.ZodObject | null;
  /** Of a form, instead of a schema. */
  readonly fields?: readonly FormField[] | null;
  readonly default?: boolean | string | readonly string[] | null;
  /** Of a page. */
  readonly url?: string | null;
  /** Of a page that a tool's flow stands behind. */
  readonly elicitationId?: string | null;
  /** Of a secret: what the vault keeps it as. Of a named kind: the kind. */
  readonly name?: string | null;
  readonly input?: unknown;
  readonly actions?: readonly Action[] | null;
  readonly output?: JsonSchema | null;
  readonly expiresInMs?: number | null;
  /** Instead of `expiresInMs`: answered with `timeout`, and never asked again. */
  readonly timeoutMs?: number | null;
  /** Answered with this instead of waiting, where nobody can be asked now. */
  readonly whenNobody?: 'not_supported' | 'cancel' | null;
}
