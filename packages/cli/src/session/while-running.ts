import type { ExecutionResult, Toolshed } from '@toolshed/runtime';
import type { Cli } from '../command/cli.js';
import { followActivity } from '../terminal/view/activity.js';
import { clip } from '@toolshed/server/present';
import { type Printed, printedLines } from '../terminal/view/result-view.js';

/** Left free for the spinner, and so that a terminal does not wrap. */
const SPINNER_COLUMNS = 3;

/** Waits for a result, showing what runs, and prints what is new in it; `undefined` if the person pressed Ctrl-C first. */
export async function whileRunning(
  { output, now }: Cli,
  shed: Toolshed,
  start: () => Promise<ExecutionResult>,
  printed: Printed,
): Promise<ExecutionResult | undefined> {
  using activity = followActivity(shed, now);
  const result = await output.during(() => clip(activity.words(), output.width - SPINNER_COLUMNS), start());
  if (result === 'interrupted') return undefined;
  output.say(...printedLines(result, printed, { width: output.width, paint: output.paint, amount: 'brief' }));
  return result;
}
