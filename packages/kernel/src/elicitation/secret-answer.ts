import { ToolshedError } from '../toolshed-error.js';
import type { RequestOf } from './request.js';

/** Puts a secret where only tools get it from, and gives back the handle that stands for it everywhere else. */
export type KeepSecret = (value: string, request: RequestOf<'secret'>) => Promise<string>;

/** There is nowhere to keep a secret, so it is not taken: nothing that is written down ever holds one. */
export class NoVaultError extends ToolshedError {
  override readonly name = 'NoVaultError';
  override readonly code = 'secret/no-vault';

  constructor(readonly elicitation: string) {
    super(`Cannot take the secret for "${elicitation}": this host has no vault to keep it; the question is still open`);
  }
}
