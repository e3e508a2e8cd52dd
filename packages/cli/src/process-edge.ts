// The edge of the process: streams, signals and the exit code. Nothing else writes to a stream.

import { ToolshedError } from '@toolshed/kernel';
import { CommanderError } from 'commander';
import pc from 'picocolors';
import type { Act } from './command/cli.js';
import { readEnvironment } from './config.js';
import { createCli } from './command/create-cli.js';
import { EXIT, type ExitCode, exitCodeOfError } from './command/exit-code.js';
import type { Output } from './command/output.js';
import { createProgram, type GlobalFlags } from './command/program.js';
import { safeJson, safeLines, wrap } from '@toolshed/server/present';
import { columnsOf } from './terminal/view/terminal-width.js';
import { takeStdout } from './command/take-stdout.js';
import { startSpinner } from './terminal/view/spinner.js';
import { readVersion } from './own-package.js';

const WIDTH = { usual: 80, most: 100 } as const;
const { stdin, stdout, stderr } = process;
/** The person pressed Ctrl-C while a program ran. */
const interruption = Promise.withResolvers<'interrupted'>();

const program = await createProgram({
  version: readVersion(),
  writeHelp: (text) => stdout.write(text),
  act: (command) => actFor(() => command.opts<GlobalFlags>()),
  args: process.argv.slice(2),
});

stdout.on('error', leaveOnClosedPipe);
const exitCode = await program.parseAsync().then(
  () => process.exitCode ?? EXIT.done,
  (error: unknown) => report(error, program.opts<GlobalFlags>()),
);
await Promise.all([stdout, stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))));
// Not left to the event loop: a command whose work is done ends, whatever a tool left running.
process.exit(exitCode);

function actFor(flags: () => GlobalFlags): Act {
  return (work) =>
    async (...args) => {
      const environment = readEnvironment(flags());
      const output = createOutput(flags(), environment.allowsColour);
      const keyboard = { input: stdin, output: stdout };
      const interrupted = interruption.promise;
      const cli = createCli({
        flags: flags(),
        environment,
        output,
        stdin,
        keyboard,
        takeStdout: () => takeStdout(stdout, stderr),
        interrupted,
        version: readVersion(),
        untilStopped,
      });
      const { exitCode, document } = await work(cli, ...args);
      if (flags().json && document !== undefined) writeJson(document);
      process.exitCode = exitCode;
    };
}

function createOutput({ json }: GlobalFlags, allowsColour: boolean): Output {
  const isTerminal = stdout.isTTY === true;
  return {
    isInteractive: isTerminal && stdin.isTTY === true && !json,
    isAttended: stdin.isTTY === true && stderr.isTTY === true,
    get width() {
      return Math.min(isTerminal ? columnsOf(stdout) : WIDTH.usual, WIDTH.most);
    },
    paint: pc.createColors(isTerminal && allowsColour),
    say: (...lines) => {
      if (!json) for (const line of lines) stdout.write(`${line.trimEnd()}\n`);
    },
    announce: (document, lines) => {
      if (json) stdout.write(`${safeJson(JSON.stringify(document))}\n`);
      else for (const line of lines) stdout.write(`${line}\n`);
    },
    during: (what, work) => whileWorking(typeof what === 'string' ? () => what : what, work, isTerminal && !json),
  };
}

async function whileWorking<T>(what: () => string, work: Promise<T>, isShown: boolean): Promise<T | 'interrupted'> {
  const stopSpinner = isShown ? startSpinner(what, (text) => stdout.write(text)) : () => undefined;
  const interrupt = (): void => interruption.resolve('interrupted');
  process.once('SIGINT', interrupt);
  try {
    return await Promise.race([work, interruption.promise]);
  } finally {
    process.off('SIGINT', interrupt);
    stopSpinner();
  }
}

/** A second signal ends the process as it would any other. */
function untilStopped(): Promise<'SIGINT' | 'SIGTERM'> {
  return new Promise((resolve) => {
    const stop = (signal: 'SIGINT' | 'SIGTERM'): void => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve(signal);
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  });
}

function report(error: unknown, { json, verbose }: GlobalFlags): ExitCode {
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
  const { code, message } = describe(error);
  if (json) writeJson({ error: { code, message } });
  else if (message !== '') tell(message);
  if (verbose && error instanceof Error && !(error instanceof ToolshedError)) stderr.write(`${error.stack}\n`);
  return error instanceof CommanderError ? EXIT.usage : exitCodeOfError(error);
}

function describe(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof ToolshedError) return { code: error.code, message: error.message };
  if (!(error instanceof CommanderError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { code: 'internal/defect', message: `Unexpected: ${message}. Run it again with --verbose to see where` };
  }
  const isHelp = error.code === 'commander.help';
  return { code: 'usage/invalid', message: isHelp ? '' : error.message.replace(/^error: /, '').replaceAll('\n', ' ') };
}

function tell(message: string): void {
  const paint = pc.createColors(stderr.isTTY === true && readEnvironment().allowsColour);
  const lines = safeLines(message).flatMap((line) => wrap(line, WIDTH.usual - 2).map((piece) => piece.trimEnd()));
  stderr.write(lines.map((line, index) => `${index === 0 ? paint.red('✖') : ' '} ${line}\n`).join(''));
}

function writeJson(document: unknown): void {
  stdout.write(`${safeJson(JSON.stringify(document, null, 2))}\n`);
}

/** The reader of a pipe may stop reading: `toolshed list | head -1`. */
function leaveOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  throw error;
}
