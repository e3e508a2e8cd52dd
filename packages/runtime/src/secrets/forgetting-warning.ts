import type { SecretVault, ToolLog } from '@toolshed/kernel';

/** Warns once, when a person is asked for a secret, that their answer is lost when this process ends. */
export function createForgettingWarning(vault: SecretVault, log: ToolLog): () => void {
  let hasWarned = false;
  return () => {
    if (hasWarned) return;
    hasWarned = true;
    vault.keeping().then(
      ({ lasts, detail }) => {
        if (!lasts) log.warn({ kept: detail }, 'asking for a secret that will be lost when this process ends');
      },
      (error) =>
        log.warn({ err: error }, 'opening the vault failed while asking for a secret; the answer cannot be kept'),
    );
  };
}
