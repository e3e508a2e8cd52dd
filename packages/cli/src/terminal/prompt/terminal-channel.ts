// The terminal as a channel of any host: the same card and the same prompts as the command's own.

import type { Readable, Writable } from 'node:stream';
import type { ChannelAnswer, ElicitationChannel, OfferedElicitation } from '@toolshed/kernel';
import { refusalFor } from '@toolshed/kernel/runtime';
import pc from 'picocolors';
import { readEnvironment } from '../../config.js';
import type { Output } from '../../command/output.js';
import type { Reply } from './reply.js';
import { askQuestion } from './ask-question.js';
import { createEditor } from './editor.js';
import { createPrompter } from './prompter.js';
import { type CardFacts, safeText } from '@toolshed/server/present';
import { columnsOf } from '../view/terminal-width.js';

/** Where `terminalChannel` asks. */
export interface TerminalChannelOptions {
  /** The name of the channel; default: `terminal`. */
  readonly name?: string;
  /** Default: 0. Channels with a higher priority are tried first. */
  readonly priority?: number;
  /** Default: standard input and output. If either is not a terminal, every question goes to the next channel. */
  readonly input?: Readable;
  /** Where it writes; default: stderr. */
  readonly output?: Writable;
  /** Who answers. Default: the user of this process. */
  readonly principal?: string;
}

const MOST_COLUMNS = 100;

/** One question at a time. "Decide later" and Ctrl-C leave it to the next channel. */
export function terminalChannel(options: TerminalChannelOptions = {}): ElicitationChannel {
  const { name = 'terminal', priority = 0, input = process.stdin, output = process.stdout } = options;
  const environment = readEnvironment();
  const by = { principal: options.principal ?? environment.user, kind: 'person' } as const;
  const isTerminal = (): boolean => isTty(input) && isTty(output);
  const shown = createOutput(output, environment.allowsColour);
  const editor = createEditor(environment.editor, environment.home);
  return {
    name,
    priority,
    supports: isTerminal,
    async ask(question, signal) {
      if (signal.aborted || !isTerminal()) return undefined;
      const prompter = createPrompter({ input, output, signal });
      for (const { field, message } of question.issues)
        shown.say(shown.paint.yellow(`Not quite: ${safeText(field === '' ? message : `${field}: ${message}`)}`));
      const reply = await askQuestion(cardOf(question), { prompter, output: shown, editor });
      if (signal.aborted) shown.say(shown.paint.dim(`This question is over: ${safeText(reasonOf(signal))}.`));
      return signal.aborted ? undefined : toAnswer(question, reply, by);
    },
  };
}

const isTty = (stream: Readable | Writable): boolean => Reflect.get(stream, 'isTTY') === true;

const reasonOf = ({ reason }: AbortSignal): string => (reason instanceof Error ? reason.message : String(reason));

function createOutput(output: Writable, allowsColour: boolean): Output {
  return {
    isInteractive: true,
    isAttended: true,
    get width() {
      return Math.min(columnsOf(output), MOST_COLUMNS);
    },
    paint: pc.createColors(allowsColour),
    say: (...lines) => {
      for (const line of lines) output.write(`${line.trimEnd()}\n`);
    },
    announce: (_document, lines) => {
      for (const line of lines) output.write(`${line}\n`);
    },
    during: (_what, work) => work,
  };
}

/** A channel receives the question alone: no program and no earlier calls. */
const cardOf = (question: OfferedElicitation): CardFacts => ({
  question,
  place: { source: '', line: undefined, column: undefined },
  call: undefined,
  calls: [],
  tool: undefined,
  position: { number: 1, total: 1 },
});

function toAnswer({ request }: OfferedElicitation, reply: Reply, by: ChannelAnswer['by']): ChannelAnswer | undefined {
  if (reply.kind === 'later') return undefined;
  const { data, reason, remember, args } = reply.answer;
  const action =
    'action' in reply.answer ? reply.answer.action : reply.answer.approved ? 'accept' : refusalFor(request);
  if (action === undefined) return undefined;
  return {
    action,
    by,
    ...(data === undefined ? {} : { content: data }),
    ...(reason === undefined ? {} : { reason }),
    ...(remember === undefined ? {} : { remember }),
    ...(args === undefined ? {} : { args }),
  };
}
