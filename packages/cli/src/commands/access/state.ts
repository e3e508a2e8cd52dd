// `toolshed state`: shows and clears what the programs of a session keep with `store`.

import type { StateEntry } from '@toolshed/runtime';
import { alignRows, safeText } from '@toolshed/server/present';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { shortDuration } from '../../command/flags/duration.js';
import { EXIT } from '../../command/exit-code.js';
import { personAt } from '../../session/answer/person.js';
import { openToLook } from '../../session/open-for-execution.js';

const MOST_SHOWN = 60;

export function stateCommand(act: Act): Command {
  const state = new Command('state')
    .description('What programs of a session keep for later programs: list, clear')
    .addHelpText('after', `${examples('state default', 'state default --json', 'state clear default')}`);
  state
    .command('list', { isDefault: true })
    .description('Keys and values of a session')
    .argument('<session>', 'the name of a session')
    .action(act(list));
  state
    .command('clear')
    .description('Remove all that programs of a session keep')
    .argument('<session>', 'the name of a session')
    .action(act(clear));
  return state;
}

async function list(cli: Cli, session: string): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const entries = await shed.state.list(session);
  const rows = entries.map((entry) => cells(entry, cli.now()));
  if (rows.length === 0) cli.output.say(`Programs of "${safeText(session)}" keep nothing.`);
  else cli.output.say(...alignRows([['key', 'agent', 'written', 'value'].map(cli.output.paint.dim), ...rows]));
  return { exitCode: EXIT.done, document: { session, items: entries } };
}

async function clear(cli: Cli, session: string): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const removed = await shed.state.clear(session, personAt(cli));
  cli.output.say(`Removed ${removed} ${removed === 1 ? 'value' : 'values'} of "${safeText(session)}".`);
  return { exitCode: EXIT.done, document: { session, removed } };
}

function cells({ key, agent, value, at }: StateEntry, now: number): readonly string[] {
  const text = JSON.stringify(value);
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
  return [safeText(key), safeText(agent ?? ''), `${shortDuration(now - at)} ago`, safeText(shown)];
}
