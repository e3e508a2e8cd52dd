// `toolshed watch`: events as they happen, as a screen in a terminal (`terminal/watch`) and as lines elsewhere.

import type { PlacedEntry } from '@toolshed/kernel';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { openToLook } from '../../session/open-for-execution.js';
import { damagedLine, eventLine } from '../../terminal/view/event-line.js';
import { watchScreen } from '../../terminal/watch/watch-screen.js';

export function watchCommand(act: Act): Command {
  return new Command('watch')
    .description('Live: executions and open questions of all sessions; answer in place')
    .addHelpText(
      'after',
      `${examples('watch', 'watch --json')}

In a terminal: arrows choose a question, Enter opens it, q leaves. Elsewhere it
prints a line for each event from now on; with --json a document per line.`,
    )
    .action(act(watch));
}

async function watch(cli: Cli): Promise<Outcome> {
  await using shed = await openToLook(cli);
  if (!cli.output.isInteractive) return await watchLines(cli, shed);
  using screen = await cli.screen();
  const end = await watchScreen(cli, shed, screen);
  return { exitCode: end === 'left' ? EXIT.done : EXIT.paused, document: undefined };
}

async function watchLines(
  { output, untilStopped }: Cli,
  shed: Awaited<ReturnType<typeof openToLook>>,
): Promise<Outcome> {
  using watch = shed.changes.watch();
  const stop = new AbortController();
  void untilStopped().then(() => stop.abort());
  let position = await shed.lastEvent();
  output.announce({ watching: { after: position } }, ['Watching what happens from now on; Ctrl-C ends it.']);
  while (!stop.signal.aborted) {
    const page = await shed.eventsAfter(position);
    for (const placed of page.entries) output.announce(documentOf(placed), eventLine(placed));
    for (const one of page.damaged) output.announce(one, [damagedLine(one)]);
    if (page.through === position) await watch.changed(stop.signal);
    position = page.through;
  }
  return { exitCode: EXIT.done, document: undefined };
}

/** The seed determines an execution's random numbers and question ids, so it is not printed. */
function documentOf({ position, executionId, session, entry }: PlacedEntry): object {
  if (entry.kind !== 'started') return { position, executionId, session, entry };
  const { seed: _, ...shown } = entry;
  return { position, executionId, session, entry: shown };
}
