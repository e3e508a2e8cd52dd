// `toolshed restore`: verifies a backup and puts it into an empty data folder (`backup/restore-backup.ts`).

import { resolve } from 'node:path';
import { wrap } from '@toolshed/server/present';
import { Command } from 'commander';
import { restoreBackup } from '../../backup/restore-backup.js';
import { SECRETS_IN_WORDS, sealedWith } from '../../backup/sealed-with.js';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';

export function restoreCommand(act: Act): Command {
  return new Command('restore')
    .description('Verify a backup, and put it into a data folder that is new or empty')
    .argument('<file>', 'what "toolshed backup" wrote')
    .addHelpText('after', examples('--home ~/restored restore /backups/monday.toolshed-backup'))
    .action(act(restore));
}

async function restore(cli: Cli, file: string): Promise<Outcome> {
  const { home, cwd } = cli.environment;
  const restored = await restoreBackup(resolve(cwd, file), home);
  const { madeAt, executions, openQuestions, audit, files } = restored;
  const secrets = sealedWith(files);
  const lines = [
    `Restored into ${home}, as it was at ${new Date(madeAt).toISOString()}: ${executions} executions, ${openQuestions} open questions.`,
    `The audit log is intact: ${audit.lines} lines, head ${audit.head}.`,
    SECRETS_IN_WORDS[secrets],
    'What happened after the backup is not in it: a call that ran since runs again if its execution is resumed. Start nothing on the old folder any more.',
  ];
  cli.output.say(...lines.flatMap((line) => wrap(line, cli.output.width)));
  return {
    exitCode: EXIT.done,
    document: { home, madeAt, executions, openQuestions, audit, secrets, files: files.map(({ name }) => name) },
  };
}
