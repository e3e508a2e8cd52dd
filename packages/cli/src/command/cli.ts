// What every command receives, and what it returns.

import type { SharedRecords, ToolLog } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import type { Readable, Writable } from 'node:stream';
import type { ShedChoice } from '../compose.js';
import type { Environment } from '../config.js';
import type { FoundConfig } from '../config-file/find-config.js';
import type { FolderConfig } from '../config-file/load-config.js';
import type { CommandGrammar } from './command-grammar.js';
import type { ExitCode } from './exit-code.js';
import type { Output } from './output.js';
import type { Terminal } from '../terminal/prompt/prompt-terminal.js';
import type { Prompter } from '../terminal/prompt/prompter.js';
import type { Screen } from '../terminal/watch/screen.js';

export interface Cli {
  readonly output: Output;
  readonly environment: Environment;
  /** Whether the command line names the data folder. */
  readonly isHomeGiven: boolean;
  /** How this command is called again in a shell. */
  readonly prefix: string;
  readonly stdin: Readable;
  readonly version: string;
  /** Every command with its options, for completion. */
  grammar(): Promise<CommandGrammar>;
  readonly log: ToolLog;
  /** For a command that runs unattended: warnings and errors are structured, unless logging is silenced. */
  serverLog(): ToolLog;
  /** Standard output for one protocol alone; everything else goes to standard error from then on. */
  takeStdout(): Writable;
  now(): number;
  /** Resolves on SIGINT or SIGTERM. */
  untilStopped(): Promise<'SIGINT' | 'SIGTERM'>;
  prompter(): Promise<Prompter>;
  /** What it takes to ask the person at the keyboard. */
  terminal(): Promise<Terminal>;
  /** The whole terminal, for a view that is drawn again and again. */
  screen(): Promise<Screen>;
  /** The path of the config that applies in this folder. */
  findConfig(): Promise<FoundConfig | undefined>;
  /** Reads a config. An untrusted config is not used at all; `trustAdvice` ends the error message. */
  loadConfig(found: FoundConfig | undefined, trustAdvice?: (config: string) => string): Promise<FolderConfig>;
  open(choice: ShedChoice): Promise<Toolshed>;
  /** A secret of the host by its name. */
  hostSecret(name: string, config: FolderConfig): Promise<string | undefined>;
  /** The records of a store that nodes share, without a host. */
  openRecords(config: FolderConfig): Promise<AsyncDisposable & { readonly records: SharedRecords | undefined }>;
}

/** How a command ended: for the shell, and for --json. */
export interface Outcome {
  readonly exitCode: ExitCode;
  readonly document: unknown;
}

/** Wraps the work of a command into the action commander calls. */
export type Act = <A extends readonly unknown[]>(
  work: (cli: Cli, ...args: A) => Promise<Outcome>,
) => (...args: A) => Promise<void>;

/** Examples below a command's help. */
export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ toolshed ${line}`).join('\n')}`;
