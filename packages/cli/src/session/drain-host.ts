// What a server does between SIGTERM and its end: it stays reachable, reports at /readyz that it takes no work, and hands
// over what it drives.

import { setTimeout as pause } from 'node:timers/promises';
import type { Toolshed } from '@toolshed/runtime';
import { isLoopback } from '@toolshed/server/command';
import { type Command, Option } from 'commander';
import type { Cli } from '../command/cli.js';
import { parseDuration } from '../command/flags/duration.js';

export interface DrainFlags {
  readonly drainDelay?: number;
  readonly drainGrace?: number;
}

export interface DrainParts {
  readonly shed: Pick<Toolshed, 'drain'>;
  /** The address it listens at. */
  readonly host: string;
  readonly flags: DrainFlags;
}

const USUAL_GRACE_MS = 10_000;

/** `when` names the other flag they depend on, if any. */
export const addDrainFlags = (command: Command, when = ''): Command =>
  command
    .addOption(
      new Option(
        '--drain-delay <duration>',
        `${when}how long to stay reachable after SIGTERM, so that load balancers notice`,
      ).argParser(parseDuration),
    )
    .addOption(
      new Option(
        '--drain-grace <duration>',
        `${when}how long handlers may keep running after SIGTERM (default: 10s)`,
      ).argParser(parseDuration),
    );

export async function drainHost({ output }: Pick<Cli, 'output'>, { shed, host, flags }: DrainParts): Promise<void> {
  const { drainGrace: graceMs = USUAL_GRACE_MS, drainDelay = usualDelay(host) } = flags;
  output.say('Stopping: handing over running executions and finishing requests; waiting executions are kept.');
  await Promise.all([shed.drain({ graceMs }), pause(drainDelay)]);
}

/** Where no other machine reaches it, there is no load balancer to wait for. */
const usualDelay = (host: string): number => (isLoopback(host) ? 0 : 1_000);
