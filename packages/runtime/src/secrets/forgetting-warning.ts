import type { SecretVault, ToolLog } from '@toolshed/kernel';

/** Says once, when a person is asked for a secret, that what they give is forgotten when this process ends. */
export function createForgettingWarning(vault: SecretVault, log: ToolLog): () => void {
  let hasWarned = false;
  return () => {
    if (hasWarned) return;
    hasWarned = true;
    vault.keeping().then(
      ({ lasts, detail }) => {
        if (!lasts) log.warn({ kept: detail }, 'a secret is asked for that will not be kept');
      },
      (error) => log.warn({ err: error }, 'a secret is asked for and the vault cannot be opened'),
    );
  };
}
