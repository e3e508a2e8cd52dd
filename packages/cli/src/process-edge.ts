// The edge of the process: streams, signals and the exit code. Nothing else writes to a stream.

import { ToolshedError } from '@toolshed/kernel';
import { type Command, CommanderError } from 'commander';
import pc from 'picocolors';
import type { Act } from './command/cli.js';
import { type Environment, knownEnvironment, readEnvironment } from './config.js';
import { grammarOf } from './command/command-grammar.js';
import { createCli } from './command/create-cli.js';
import { EXIT, type ExitCode, exitCodeOfError } from './command/exit-code.js';
import type { Output } from './command/output.js';
import { createProgram, type GlobalFlags, withHelp } from './command/program.js';
import { safeJson, safeLines } from '@toolshed/server/present';
import { columnsOf } from './terminal/view/terminal-width.js';
import { wrapProse } from './terminal/view/wrap-prose.js';
import { holdsAnything, takeBackAll } from './command/take-back.js';
import { takeStdout } from './command/take-stdout.js';
import { systemErrorWords } from './command/system-error.js';
import { startSpinner } from './terminal/view/spinner.js';
import { readVersion } from './own-package.js';
import { ownPrefix, withPrefix } from './command/own-commands.js';
import { calledCommands, wrongCall } from './command/wrong-call.js';

const WIDTH = { usual: 80, most: 100 } as const;
const { stdin, stdout, stderr } = process;
/** The person pressed Ctrl-C while a program ran. */
const interruption = Promise.withResolvers<'interrupted'>();

/** Known before the flags are read: the version is printed at once. */
const wantsJson = process.argv.includes('--json');
/** What help prints, in parts; with --json it is one document. */
const helped: string[] = [];
const writeHelp = (text: string): void => {
  helped.push(withPrefix(text, prefixFor({})));
  if (!wantsJson) stdout.write(helped.at(-1) ?? '');
};

const parts = {
  version: readVersion(),
  writeHelp,
  writeUsage: (text: string) => {
    if (!wantsJson) writeHelp(text);
  },
  act: (command: Command) => actFor(() => command.opts<GlobalFlags>()),
};
const args = withHelp(process.argv.slice(2));
const program = await createProgram({ ...parts, args });

stdout.on('error', leaveOnLostOutput);
// Nobody is left to be told; what the command does and its exit code stay the same.
stderr.on('error', () => undefined);
const exitCode = await program.parseAsync(args, { from: 'user' }).then(
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
      const output = createOutput(flags(), environment);
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
        grammar: async () => grammarOf(await createProgram({ ...parts, args: [] })),
        untilStopped,
      });
      const { exitCode, document } = await work(cli, ...args);
      if (flags().json && document !== undefined) writeJson(document);
      process.exitCode = exitCode;
    };
}

function createOutput({ json }: GlobalFlags, { allowsColour, canRedraw }: Environment): Output {
  const isTerminal = stdout.isTTY === true;
  return {
    isInteractive: isTerminal && canRedraw && stdin.isTTY === true && !json,
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
    during: (what, work) =>
      whileWorking(typeof what === 'string' ? () => what : what, work, isTerminal && canRedraw && !json),
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

function report(error: unknown, flags: GlobalFlags): ExitCode {
  const { json, verbose } = flags;
  if (error instanceof CommanderError && error.exitCode === 0) {
    if (wantsJson)
      writeJson(error.code === 'commander.version' ? { version: readVersion() } : { help: helped.join('') });
    return EXIT.done;
  }
  const { code, message } = describe(error, flags);
  if (json) writeJson({ error: { code, message } });
  else if (message !== '') tell(message, prefixFor(flags));
  if (verbose && error instanceof Error && !(error instanceof ToolshedError)) stderr.write(`${error.stack}\n`);
  return error instanceof CommanderError ? EXIT.usage : exitCodeOfError(error);
}

function describe(error: unknown, flags: GlobalFlags): { readonly code: string; readonly message: string } {
  if (error instanceof ToolshedError) return { code: error.code, message: withPrefix(error.message, prefixFor(flags)) };
  const machine = systemErrorWords(error);
  if (machine !== undefined) return { code: 'internal/machine', message: withPrefix(machine, prefixFor(flags)) };
  if (!(error instanceof CommanderError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { code: 'internal/defect', message: `Unexpected: ${message}. Run it again with --verbose to see where` };
  }
  // A person reads the help that was printed instead.
  const noCommand = 'Cannot run this: it is a group of commands; name one of them. --help lists them';
  if (error.code === 'commander.help') return { code: 'usage/invalid', message: flags.json ? noCommand : '' };
  const message = withPrefix(wrongCall(error, calledCommands(program, args)), prefixFor(flags));
  return { code: 'usage/invalid', message };
}

function prefixFor(flags: GlobalFlags): string {
  const environment = knownEnvironment();
  return environment === undefined ? 'toolshed' : ownPrefix(flags, environment);
}

function tell(message: string, prefix: string): void {
  const paint = pc.createColors(stderr.isTTY === true && knownEnvironment()?.allowsColour === true);
  const width = Math.min(stderr.isTTY === true ? columnsOf(stderr) : WIDTH.usual, WIDTH.usual) - 2;
  const lines = safeLines(message).flatMap((line) => wrapProse(line, prefix, width));
  stderr.write(lines.map((line, index) => `${index === 0 ? paint.red('✖') : ' '} ${line}\n`).join(''));
}

function writeJson(document: unknown): void {
  stdout.write(`${safeJson(JSON.stringify(document, null, 2))}\n`);
}

/** The reader of a pipe may stop reading: `toolshed list | head -1`. A disk may be full. */
async function leaveOnLostOutput(error: NodeJS.ErrnoException): Promise<void> {
  if (holdsAnything()) await takeBackAll();
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  tell(`Cannot write the output: ${error.message}`, prefixFor({}));
  process.exit(EXIT.failed);
}
