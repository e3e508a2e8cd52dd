// What an address says about TLS, checked before the driver reads it: the driver takes a mode it does not know for another,
// and fails with the bare error of the file system.

import { accessSync, constants } from 'node:fs';
import { StoreUnavailableError } from '@toolshed/kernel';

const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;
const MODES: ReadonlySet<string> = new Set(['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']);

export function assertTlsSettings(settings: URLSearchParams, name: string): void {
  const mode = settings.get('sslmode');
  if (mode !== null && !MODES.has(mode))
    throw new StoreUnavailableError(
      `Cannot open the store at ${name}: its address has an unknown sslmode; use one of ${[...MODES].join(', ')}`,
    );
  for (const setting of FILES) {
    const file = settings.get(setting);
    if (file) assertReadable(file, setting, name);
  }
}

function assertReadable(file: string, setting: string, name: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (cause) {
    const why = Reflect.get(Object(cause), 'code') === 'ENOENT' ? 'does not exist' : 'cannot be read';
    throw new StoreUnavailableError(
      `Cannot open the store at ${name}: the file "${file}", which ${setting} of its address names, ${why}; ` +
        `name another, or leave ${setting} out`,
      { cause },
    );
  }
}
