import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface VaultFolder extends Disposable {
  readonly path: string;
  /** The place of a vault in it; nothing is there yet. */
  readonly file: string;
}

export function newVaultFolder(): VaultFolder {
  const path = mkdtempSync(join(tmpdir(), 'toolshed-vault-'));
  return {
    path,
    file: join(path, 'home', 'vault.json'),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
