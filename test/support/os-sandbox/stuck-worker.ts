// A worker caught in native code: no timer, no signal handler and no closed input ends it.

import { writeSync } from 'node:fs';
import { enterIsolation } from '@toolshed/runtime/internal/sandbox/os-sandbox/enter-isolation';

const { lockDown } = JSON.parse(process.argv[2] ?? '{}');
const isolation = enterIsolation({ lockDown });
if (!isolation.ok) throw new Error('Cannot get stuck: the isolation could not be entered');
writeSync(1, 'stuck');
Array.prototype.indexOf.call({ length: Number.MAX_SAFE_INTEGER }, 1);
