// The command's grammar: its commands, the flags all of them share, and how help reads.

import { Command } from 'commander';
import type { Act } from './cli.js';
import { auditCommand } from './commands/audit.js';
import { cancelCommand } from './commands/cancel.js';
import { demoCommand } from './commands/demo.js';
import { doctorCommand } from './commands/doctor.js';
import { forkCommand } from './commands/fork.js';
import { grantsCommand } from './commands/grants.js';
import { listCommand } from './commands/list.js';
import { mcpCommand } from './commands/mcp.js';
import { pendingCommand } from './commands/pending.js';
import { policyCommand } from './commands/policy.js';
import { pruneCommand } from './commands/prune.js';
import { reaskCommand } from './commands/reask.js';
import { replayCommand } from './commands/replay.js';
import { resumeCommand } from './commands/resume.js';
import { runCommand } from './commands/run.js';
import { secretsCommand } from './commands/secrets.js';
import { serveCommand } from './commands/serve.js';
import { showCommand } from './commands/show.js';
import { tokenCommand } from './commands/token.js';
import { toolsCommand } from './commands/tools.js';
import { trustCommand } from './commands/trust.js';
import { takeOverCommand } from './commands/take-over.js';
import { wakeCommand } from './commands/wake.js';
import { watchCommand } from './commands/watch.js';

export interface GlobalFlags {
  readonly json?: true;
  readonly verbose?: true;
  readonly config?: string;
  readonly home?: string;
}

export interface ProgramDeps {
  readonly version: string;
  readonly writeHelp: (text: string) => void;
  act: (program: Command) => Act;
}

const GROUPS = [
  {
    heading: 'Programs:',
    commands: [
      runCommand,
      resumeCommand,
      reaskCommand,
      forkCommand,
      wakeCommand,
      takeOverCommand,
      cancelCommand,
      demoCommand,
    ],
  },
  {
    heading: 'Look:',
    commands: [watchCommand, pendingCommand, listCommand, showCommand, replayCommand, toolsCommand, auditCommand],
  },
  { heading: 'Serve:', commands: [serveCommand, mcpCommand] },
  {
    heading: 'Set up:',
    commands: [grantsCommand, policyCommand, secretsCommand, tokenCommand, trustCommand, doctorCommand, pruneCommand],
  },
] as const;

export function createProgram({ version, writeHelp, act }: ProgramDeps): Command {
  const program = new Command('toolshed')
    .description('Runs scripts an agent wrote, without trusting them.')
    .version(version)
    .option('--json', 'one JSON document on standard output, for machines')
    .option('--verbose', 'structured logs on standard error')
    .option('--config <file>', 'use this config instead of the nearest one')
    .option('--home <folder>', 'keep data here instead of TOOLSHED_HOME or your data folder')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .configureOutput({ writeOut: writeHelp, writeErr: writeHelp, outputError: () => undefined })
    .helpCommand(false)
    .exitOverride()
    .addHelpText('after', HELP);
  for (const { heading, commands } of GROUPS) {
    for (const create of commands) adopt(program, create(act(program)).helpGroup(heading));
  }
  return program;
}

/** Gives a command made on its own the settings of the whole, and so its subcommands. */
function adopt(program: Command, command: Command): void {
  program.addCommand(command);
  for (const one of [command, ...command.commands]) one.copyInheritedSettings(program);
}

const HELP = `
Examples:
  $ toolshed demo
  $ toolshed run examples/tidy-notes.ts
  $ toolshed pending
  $ toolshed resume elic_…

Exit codes: 0 done, 1 failed, 2 usage, 3 paused or sleeping,
4 answered already`;
