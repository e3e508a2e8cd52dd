// A worker that dies as V8 does on a fatal error.

import { enterIsolation } from '@toolshed/runtime/internal/sandbox/os-sandbox/enter-isolation';

const { lockDown } = JSON.parse(process.argv[2] ?? '{}');
if (enterIsolation({ lockDown }).ok) process.abort();
