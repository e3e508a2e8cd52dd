import { ToolshedError } from '../../toolshed-error.js';

/** There is nowhere to keep a secret, so it is not accepted: nothing that is written ever holds one. */
export class NoVaultError extends ToolshedError {
  override readonly name = 'NoVaultError';
  override readonly code = 'secret/no-vault';

  constructor(readonly elicitationId: string) {
    super(
      `Cannot take the secret for "${elicitationId}": this host has no vault to keep it; the question is still open`,
    );
  }
}
