import { realpathSync } from 'node:fs';
import { previewRows, safeText } from '@toolshed/server/present';
import type { Cli } from '../command/cli.js';
import { wordsToCallAgain } from '../command/call-again.js';
import { type Client, entryFor, type EntryFacts, fileOf } from './client-entry.js';
import { mergeEntry } from './merge-entry.js';
import { readIfThere, replaceFile } from './new-files.js';

/** The result for the entry of a client. */
export interface AddedClient {
  readonly client: Client;
  readonly name: string;
  readonly file: string;
  readonly state: 'added' | 'there already' | 'another entry was kept' | 'not added';
}

/**
 * Shows the change to the client's file, and makes it if the person agrees. Where nobody is asked, an entry that somebody
 * else wrote is kept.
 */
export async function addClient(cli: Cli, client: Client, asks: 'person' | 'nobody'): Promise<AddedClient> {
  const { environment, output } = cli;
  const target = fileOf(client, environment);
  const { name, file, isOfProject } = target;
  const before = await readIfThere(file);
  const merged = mergeEntry(before, target, entryFor(client, factsOf(cli)));
  const done = (state: AddedClient['state']): AddedClient => ({ client, name, file, state });
  if (merged.kind === 'same') return done('there already');
  const { after } = merged;
  const style = { paint: output.paint, width: output.width - 2, amount: 'full' } as const;
  const { lines } = previewRows({ kind: 'diff', before: before ?? '', after, file }, style);
  output.say('', ...lines.map((line) => `  ${line}`), '');
  if (asks === 'nobody' && merged.kind === 'other') return done('another entry was kept');
  if (asks === 'person' && !(await agrees(cli, name, merged.kind)))
    return done(merged.kind === 'other' ? 'another entry was kept' : 'not added');
  await replaceFile({ file, before, after, ...(isOfProject && { within: environment.cwd }) });
  return done('added');
}

async function agrees(cli: Cli, name: string, kind: 'new' | 'other'): Promise<boolean> {
  const prompter = await cli.prompter();
  const question =
    kind === 'new'
      ? `This lets ${name} start Toolshed. Write it?`
      : `${safeText(name)} has another entry of that name. Replace it?`;
  const choice = await prompter.select(question, [
    { value: 'no', label: 'No' },
    { value: 'yes', label: kind === 'new' ? 'Write it' : 'Replace it' },
  ]);
  return choice === 'yes';
}

const factsOf = ({ environment, isHomeGiven }: Cli): EntryFacts => ({
  environment,
  words: wordsToCallAgain(environment.started),
  flags: isHomeGiven ? ['--home', environment.home] : [],
  program: { node: process.execPath, script: realpathSync(environment.started.script) },
  platform: process.platform,
});
