// Run as a process of its own: node put-secrets.ts <vault file> <key> <how many> <name>. Puts secrets one by one.

import { newSecretHandle } from '@toolshed/kernel/runtime';
import { openVault } from '@toolshed/runtime';

const [file = '', key = '', count = '0', name = ''] = process.argv.slice(2);
await using vault = openVault({ file, key });
for (let index = 0; index < Number(count); index++) {
  const facts = { handle: newSecretHandle(), owner: { session: name }, name, at: index };
  await vault.put({ facts, value: `${name} ${index}` });
  process.stdout.write('.');
}
