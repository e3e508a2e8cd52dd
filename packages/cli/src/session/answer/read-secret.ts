import { text } from 'node:stream/consumers';
import type { Cli } from '../../command/cli.js';
import { UsageError } from '../../command/usage-error.js';

/**
 * Reads a secret unseen from the terminal, or from standard input.
 * Not from an argument: those are in the shell's history and in every list of processes.
 */
export async function readSecret(cli: Cli, message: string): Promise<string> {
  // Threat: a terminal that echoes what is typed.
  if (cli.output.isAttended && !cli.environment.canRedraw)
    throw new UsageError(
      'secret/shown',
      'Cannot read the secret: this terminal (TERM=dumb) would show what you type. Pipe it in instead',
    );
  const value = cli.output.isInteractive ? await ask(cli, message) : (await text(cli.stdin)).replace(/\r?\n$/, '');
  if (value) return value;
  throw new UsageError(
    'secret/none-given',
    'Cannot read the secret: nothing was given. Type it when asked, or pipe it in',
  );
}

async function ask(cli: Cli, message: string): Promise<string | undefined> {
  const prompter = await cli.prompter();
  return await prompter.secret(message);
}
