import { ToolshedError } from '@toolshed/kernel';

/** The OpenAPI document cannot be used. */
export class InvalidDocumentError extends ToolshedError {
  override readonly name = 'InvalidDocumentError';
  override readonly code = 'openapi/invalid-document';

  constructor(
    readonly document: string,
    readonly problem: string,
  ) {
    super(`Cannot use the OpenAPI document "${document}": ${problem}`);
  }
}
