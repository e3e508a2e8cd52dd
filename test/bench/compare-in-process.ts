// node compare-in-process.ts <name>: prints what one process measures, for `inProcesses`.

import type { Comparison } from './measure.ts';
import { comparePauses } from './pauses.ts';
import { compareStarts } from './starts.ts';

const COMPARISONS: Readonly<Record<string, () => Promise<Readonly<Record<string, Comparison>>>>> = {
  starts: compareStarts,
  pauses: comparePauses,
};

const measured = await COMPARISONS[process.argv[2] ?? '']?.();
process.stdout.write(JSON.stringify(measured), () => process.exit(0));
