// A worker that dies as V8 does on a fatal error.

import { raiseWalls } from '@toolshed/runtime/internal/sandbox/os-sandbox/raise-walls';

const { lockDown } = JSON.parse(process.argv[2] ?? '{}');
if (raiseWalls({ lockDown }).ok) process.abort();
