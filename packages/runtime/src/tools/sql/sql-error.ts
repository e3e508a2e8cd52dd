import { ToolshedError } from '@toolshed/kernel';

export type SqlErrorCode =
  | 'sql/refused'
  | 'sql/one-statement'
  | 'sql/failed'
  | 'sql/no-database'
  | 'sql/timeout'
  | 'sql/stopped'
  | 'sql/cancelled';

export class SqlError extends ToolshedError {
  override readonly name = 'SqlError';

  constructor(
    override readonly code: SqlErrorCode,
    message: string,
  ) {
    super(message);
  }
}
