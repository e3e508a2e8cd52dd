// The other end of `driven-process.ts`: a process that carries out what its driver tells it, one reply to each command.

import { ToolshedError } from '@toolshed/kernel';
import { z } from 'zod';
import type { Reply } from './driven-protocol.ts';

export interface ServeDriver<Command> {
  readonly command: z.ZodType<Command>;
  /** Returns the id of what was started or granted, where there is one. */
  readonly carryOut: (command: Command) => Promise<string | undefined>;
  /** How long it goes on once its driver is gone. */
  readonly endAfterMs: number;
}

const reply = (message: Reply): void => void process.send?.(message);

/** Says that this process is open, and serves from now on. */
export function serveDriver<Command extends { readonly do: string }>(deps: ServeDriver<Command>): void {
  const { carryOut, endAfterMs } = deps;
  const Request = z.strictObject({ id: z.int(), command: deps.command });
  process.on('message', (message) => {
    const { id, command } = Request.parse(message);
    carryOut(command).then(
      (value) => {
        reply(value === undefined ? { id, ok: true } : { id, ok: true, value });
        if (command.do === 'close') process.disconnect?.();
      },
      (error) => reply({ id, ok: false, code: codeOf(error), message: String(error) }),
    );
  });
  process.on('disconnect', () => setTimeout(() => process.exit(), endAfterMs).unref());
  reply({ id: 0, ok: true });
}

const codeOf = (error: unknown): string => (error instanceof ToolshedError ? error.code : String(error));
