// Where the tokens of this command are: in the database that nodes share, or in the data folder of this machine.

import type { Toolshed } from '@toolshed/runtime';
import type { Tokens } from '@toolshed/server';
import { createTokenFolder, createTokenRecords } from '@toolshed/server/command';
import type { Cli } from '../../command/cli.js';

/** Those of a host that is open. */
export const tokensOf = (
  { records, clock }: Pick<Toolshed, 'records'> & Partial<Pick<Toolshed, 'clock'>>,
  { environment, now }: Cli,
): Tokens =>
  records === undefined
    ? createTokenFolder({ home: environment.home, now })
    : createTokenRecords({ records, now: clock === undefined ? now : () => clock.now() });

/** Lets a command that opens no host use them. */
export async function withTokens<T>(cli: Cli, use: (tokens: Tokens) => Promise<T>): Promise<T> {
  await using opened = await cli.openRecords(await cli.loadConfig(await cli.findConfig()));
  return await use(tokensOf({ records: opened.records }, cli));
}
