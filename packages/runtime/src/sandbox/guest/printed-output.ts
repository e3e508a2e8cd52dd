// What a program prints and emits. It is sent to the host at once as well as at the end of a step, so that a step which is
// killed does not take its lines with it. This is the one function of the host in this realm. It takes a text and gives
// nothing back, no program can reach it, and what it receives counts only if the step does not come to its end.

import type { GuestLimits } from '../limits.js';
import type { GuestErrors } from './guest-errors.js';
import type { Primordials } from './primordials.js';

export interface PrintedOutput {
  log(level: string, text: string): void;
  emit(json: string): void;
  /** Whether the program has printed or emitted anything. */
  hasPrinted(): boolean;
  /** What was printed since it was last taken, as members of a step's output. */
  take(): string;
}

export interface PrintedOutputDeps {
  readonly limits: GuestLimits;
  /** Tells the host what was printed, in the form of a step's output; undefined where nobody listens. */
  readonly host: { readonly tell: ((text: string) => void) | undefined };
  readonly errors: Pick<GuestErrors, 'limitError'>;
}

export function createPrintedOutput(p: Primordials, { limits, host, errors }: PrintedOutputDeps): PrintedOutput {
  const { stringify } = p;
  const { perItem } = limits;
  const { limitError } = errors;
  // Sending takes several times as long as printing, so of many lines within a millisecond some are sent together.
  const SENT_EACH = 100;
  const SENT_TOGETHER = 32;
  let logged = 0;
  let emitted = 0;
  let isLogFull = false;
  let logs = '';
  let emits = '';
  let sentAt = 0;
  /** In this step, and what of it was not sent yet. */
  let printed = 0;
  let unsentLogs = '';
  let unsentEmits = '';

  /** Most steps print nothing; what there is none of is left out. */
  const member = (name: string, items: string): string => (items === '' ? '' : `,"${name}":[${items}]`);

  const tell = (): void => {
    const { tell: tellHost } = host;
    if (tellHost === undefined) return;
    const now = p.realTime();
    if (++printed > SENT_EACH && printed % SENT_TOGETHER !== 0 && now === sentAt) return;
    sentAt = now;
    try {
      tellHost(`{"calls":[]${member('logs', unsentLogs)}${member('emitted', unsentEmits)}}`);
      unsentLogs = '';
      unsentEmits = '';
    } catch {
      // Too little of the stack is left: sent with the next line. What went wrong outside is not the program's to see.
    }
  };

  return {
    hasPrinted: () => logged > 0 || emitted > 0,
    log(level, text) {
      if (isLogFull) return;
      let json = `${stringify(text)}`;
      logged += json.length + perItem;
      if (logged > limits.logBytes) {
        if (limits.failsOnOverflow) throw limitError('limit/log-size', `Cannot log more than ${limits.logBytes} bytes`);
        isLogFull = true;
        json = `"No more lines are kept: the program printed more than ${limits.logBytes} bytes (limits.logBytes)"`;
      }
      const line = `["${level}",${json}]`;
      logs += `${logs === '' ? '' : ','}${line}`;
      unsentLogs += `${unsentLogs === '' ? '' : ','}${line}`;
      tell();
    },
    emit(json) {
      emitted += json.length + perItem;
      if (emitted > limits.emittedBytes) {
        throw limitError('limit/emitted-size', `Cannot emit more than ${limits.emittedBytes} bytes`);
      }
      emits += `${emits === '' ? '' : ','}${json}`;
      unsentEmits += `${unsentEmits === '' ? '' : ','}${json}`;
      tell();
    },
    take() {
      if (logs === '' && emits === '') return '';
      const members = `${member('logs', logs)}${member('emitted', emits)}`;
      logs = '';
      emits = '';
      unsentLogs = '';
      unsentEmits = '';
      printed = 0;
      return members;
    },
  };
}
