// Run as a process of its own: node rival-process.ts <store file> <shared execution> <how many>.
// It says what it did as one line of JSON.

import { openSqliteStore } from '@toolshed/runtime';
import { appendAsRival } from './rival-appends.ts';

const [file = '', shared = '', count = ''] = process.argv.slice(2);
await using store = openSqliteStore({ file });
process.stdout.write(JSON.stringify(await appendAsRival(store.journal, shared, Number(count))));
