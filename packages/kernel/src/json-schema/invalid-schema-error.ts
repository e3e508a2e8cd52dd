import { ToolshedError } from '../toolshed-error.js';

/** A schema with a keyword that would not be checked. Refused when it is read, never checked in part. */
export class InvalidSchemaError extends ToolshedError {
  override readonly name = 'InvalidSchemaError';
  override readonly code = 'schema/invalid';

  constructor(
    readonly keyword: string,
    /** JSON pointer of the schema the keyword is in. */
    readonly at: string,
    problem: string,
  ) {
    super(`Cannot check values against the schema: "${keyword}" at "${at}" ${problem}`);
  }
}
