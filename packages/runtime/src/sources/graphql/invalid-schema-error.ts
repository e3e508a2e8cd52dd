import { ToolshedError } from '@toolshed/kernel';

/** The GraphQL schema cannot be used. */
export class InvalidSchemaError extends ToolshedError {
  override readonly name = 'InvalidSchemaError';
  override readonly code = 'graphql/invalid-schema';

  constructor(
    readonly where: string,
    readonly problem: string,
  ) {
    super(`Cannot use the GraphQL schema of "${where}": ${problem}`);
  }
}
