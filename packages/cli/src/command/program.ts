// The command's grammar: its commands, the flags all of them share, and how help reads.

import { Command } from 'commander';
import type { Act } from './cli.js';

export interface GlobalFlags {
  readonly json?: true;
  readonly verbose?: true;
  readonly config?: string;
  readonly home?: string;
  readonly folder?: string;
  readonly store?: string;
}

export interface ProgramDeps {
  readonly version: string;
  readonly writeHelp: (text: string) => void;
  /** Writes the help for a wrong call. */
  readonly writeUsage: (text: string) => void;
  act: (program: Command) => Act;
  readonly args: readonly string[];
}

/** Makes a command; its module is loaded for the command that was called, or for the help that lists them all. */
type Load = () => Promise<(act: Act) => Command>;

const GROUPS: readonly { readonly heading: string; readonly commands: Readonly<Record<string, Load>> }[] = [
  {
    heading: 'Programs:',
    commands: {
      run: async () => (await import('../commands/executions/run.js')).runCommand,
      plan: async () => (await import('../commands/executions/plan.js')).planCommand,
      check: async () => (await import('../commands/host/check.js')).checkCommand,
      resume: async () => (await import('../commands/executions/resume.js')).resumeCommand,
      reask: async () => (await import('../commands/executions/reask.js')).reaskCommand,
      complete: async () => (await import('../commands/executions/complete.js')).completeCommand,
      fork: async () => (await import('../commands/executions/fork.js')).forkCommand,
      wake: async () => (await import('../commands/executions/wake.js')).wakeCommand,
      'take-over': async () => (await import('../commands/executions/take-over.js')).takeOverCommand,
      undo: async () => (await import('../commands/executions/undo.js')).undoCommand,
      cancel: async () => (await import('../commands/executions/cancel.js')).cancelCommand,
      save: async () => (await import('../commands/programs/save.js')).saveCommand,
      programs: async () => (await import('../commands/programs/programs.js')).programsCommand,
      schedule: async () => (await import('../commands/programs/schedule.js')).scheduleCommand,
      demo: async () => (await import('../commands/host/demo.js')).demoCommand,
    },
  },
  {
    heading: 'Look:',
    commands: {
      open: async () => (await import('../commands/host/open.js')).openCommand,
      watch: async () => (await import('../commands/executions/watch.js')).watchCommand,
      pending: async () => (await import('../commands/executions/pending.js')).pendingCommand,
      list: async () => (await import('../commands/executions/list.js')).listCommand,
      show: async () => (await import('../commands/executions/show.js')).showCommand,
      replay: async () => (await import('../commands/executions/replay.js')).replayCommand,
      sources: async () => (await import('../commands/host/sources.js')).sourcesCommand,
      tools: async () => (await import('../commands/host/tools.js')).toolsCommand,
      audit: async () => (await import('../commands/access/audit.js')).auditCommand,
    },
  },
  {
    heading: 'Serve:',
    commands: {
      serve: async () => (await import('../commands/host/serve.js')).serveCommand,
      mcp: async () => (await import('../commands/host/mcp.js')).mcpCommand,
    },
  },
  {
    heading: 'Set up:',
    commands: {
      init: async () => (await import('../commands/host/init.js')).initCommand,
      grants: async () => (await import('../commands/access/grants.js')).grantsCommand,
      policy: async () => (await import('../commands/access/policy.js')).policyCommand,
      secrets: async () => (await import('../commands/access/secrets.js')).secretsCommand,
      state: async () => (await import('../commands/access/state.js')).stateCommand,
      token: async () => (await import('../commands/access/token.js')).tokenCommand,
      trust: async () => (await import('../commands/access/trust.js')).trustCommand,
      completion: async () => (await import('../commands/host/completion.js')).completionCommand,
      doctor: async () => (await import('../commands/host/doctor.js')).doctorCommand,
      store: async () => (await import('../commands/host/store.js')).storeCommand,
      backup: async () => (await import('../commands/host/backup.js')).backupCommand,
      restore: async () => (await import('../commands/host/restore.js')).restoreCommand,
      prune: async () => (await import('../commands/host/prune.js')).pruneCommand,
    },
  },
];

/** Loads only the command that `args` call; all of them if the first word is not a command. */
export async function createProgram({ version, writeHelp, writeUsage, act, args }: ProgramDeps): Promise<Command> {
  const program = new Command('toolshed')
    .description('Runs scripts an agent wrote, without trusting them.')
    .version(version)
    .option('--json', 'one JSON document on standard output, for machines')
    .option('--verbose', 'structured logs on standard error')
    .option('--config <file>', 'use this config instead of the nearest one')
    .option('--store <file|url>', 'keep executions here: a SQLite file or postgres://…; also in TOOLSHED_STORE')
    .option('--home <folder>', 'keep data here instead of TOOLSHED_HOME or your data folder')
    .option('--folder <path>', 'work in this folder instead of the current one')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .configureOutput({ writeOut: writeHelp, writeErr: writeUsage, outputError: () => undefined })
    .helpCommand('help [command]', 'show what a command does, its arguments and its options')
    .exitOverride()
    .addHelpText('after', HELP);
  const [first] = args;
  const isOne = first !== undefined && isCommand(first);
  if (first === '--version') return program;
  for (const { heading, commands } of GROUPS) {
    for (const [name, load] of Object.entries(commands)) {
      if (isOne && name !== first) continue;
      const create = await load();
      adopt(program, create(act(program)).helpGroup(heading));
    }
  }
  return program;
}

const isCommand = (name: string): boolean => GROUPS.some(({ commands }) => Object.hasOwn(commands, name));

/** `help grants add` is `grants add --help`; a word that is not a command is refused later. */
export function withHelp(args: readonly string[]): readonly string[] {
  const [first, ...words] = args;
  if (first !== 'help') return args;
  const [name] = words;
  return name === undefined || isCommand(name) || name.startsWith('-') ? [...words, '--help'] : words;
}

/** Gives a command made on its own the settings of the whole, and so its subcommands. */
function adopt(program: Command, command: Command): void {
  program.addCommand(command);
  for (const one of [command, ...command.commands]) one.copyInheritedSettings(program);
}

const HELP = `
Examples:
  $ toolshed demo
  $ toolshed init
  $ toolshed pending
  $ toolshed resume elic_…

Exit codes: 0 done, 1 failed, 2 usage, 3 paused or sleeping,
4 answered already`;
