// Run as a process of its own: node reading-process.ts <store file> <where to die, 0 for nowhere>.
// It says which boundaries it passed, as one line of JSON.

import { writeSync } from 'node:fs';
import { openSqliteStore } from '@toolshed/runtime';
import { openByDepth } from '../open-by-depth.ts';
import { createKillPoints, withKillPoints } from './kill-points.ts';
import { completeReading } from './reading.ts';

const [file = '', dieAt = '0'] = process.argv.slice(2);
const points = createKillPoints(Number(dieAt));
await using store = openSqliteStore({ file });
await using shed = await openByDepth({ tools: [], store: withKillPoints(store, points) });
await completeReading(shed);
writeSync(1, `${JSON.stringify({ points: points.passed })}\n`);
