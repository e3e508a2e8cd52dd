// Builds what a command receives, from the flags all commands share.

import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cli } from './cli.js';
import type { Environment } from '../config.js';
import { findConfig } from '../config-file/find-config.js';
import { createFolderTrust } from '../config-file/folder-trust.js';
import { createLog } from './log.js';
import type { Output } from './output.js';
import type { GlobalFlags } from './program.js';
import { shellWord } from '../terminal/view/shell-word.js';
import { ownPrefix } from './own-commands.js';
import { createEditor } from '../terminal/prompt/editor.js';
import type { Keyboard, Prompter } from '../terminal/prompt/prompter.js';

export interface CliDeps {
  readonly flags: GlobalFlags;
  readonly environment: Environment;
  readonly output: Output;
  readonly stdin: Readable;
  readonly keyboard: Keyboard;
  readonly takeStdout: () => Writable;
  readonly interrupted: Promise<unknown>;
  readonly version: string;
  readonly grammar: Cli['grammar'];
  readonly untilStopped: Cli['untilStopped'];
}

/** How long a running tool may take to finish after Ctrl-C. After that its call is in doubt. */
const INTERRUPTED_GRACE_MS = 1_000;

/** Large modules are imported on first use, so that help and usage errors appear at once. */
export function createCli(deps: CliDeps): Cli {
  const { flags, environment, output, stdin, keyboard, takeStdout, interrupted, version, grammar, untilStopped } = deps;
  const prefix = ownPrefix(flags, environment);
  const log = createLog({ isVerbose: flags.verbose === true, level: environment.logLevel, usual: 'plain' });
  const prompter = async (): Promise<Prompter> =>
    (await import('../terminal/prompt/prompter.js')).createPrompter(keyboard);
  // Threat: an agent with a shell runs any command it is shown. Only a person at a terminal is shown this one.
  const adviceOnTrust = (config: string): string =>
    output.isAttended
      ? `Read it, then run: ${prefix} trust ${shellWord(config)}`
      : 'A person has to read it and trust it in a terminal';
  return {
    output,
    environment,
    isHomeGiven: flags.home !== undefined,
    prefix,
    stdin,
    version,
    grammar,
    log,
    serverLog: () => createLog({ isVerbose: flags.verbose === true, level: environment.logLevel, usual: 'structured' }),
    untilStopped,
    takeStdout,
    now: () => Date.now(),
    prompter,
    terminal: async () => ({
      prompter: await prompter(),
      output,
      editor: createEditor(environment.editor, environment.home),
    }),
    screen: async () => (await import('../terminal/watch/screen.js')).openScreen(keyboard),
    findConfig: () => findConfig(environment, flags.config),
    async loadConfig(found, trustAdvice = adviceOnTrust) {
      const { loadConfig } = await import('../config-file/load-config.js');
      const { askTrust } = await import('../terminal/prompt/ask-trust.js');
      return await loadConfig(found, {
        trust: createFolderTrust(environment.home),
        trustAdvice,
        trustedBy: () => ({ at: Date.now(), by: environment.user, channel: 'terminal' }),
        askTrust: output.isInteractive
          ? async (file, graph, verdict) => askTrust(file, graph, verdict, { output, prompter: await prompter() })
          : undefined,
      });
    },
    openRecords: async (config) => (await import('../compose.js')).openRecords(config, environment),
    hostSecret: async (name, config) => (await import('../compose.js')).readHostSecret(name, config, environment),
    async open(choice) {
      const { openShed } = await import('../compose.js');
      const shed = await openShed(choice, { environment, log });
      const patience = interrupted.then(() => wait(INTERRUPTED_GRACE_MS));
      return { ...shed, [Symbol.asyncDispose]: () => Promise.race([shed[Symbol.asyncDispose](), patience]) };
    },
  };
}
