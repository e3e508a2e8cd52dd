// A worker that belongs to the attacker from its first program on: it isolates itself as a worker does, tries
// everything, and reports. The test judges; nothing here decides what counts as contained.

import { writeSync } from 'node:fs';
import { enterIsolation } from '@toolshed/runtime/internal/sandbox/os-sandbox/enter-isolation';
import { type Attempt, armNatively, NATIVE_ATTACKS } from './native-attacks.js';
import { SCRIPT_ATTACKS, type Targets } from './script-attacks.js';

interface CompromisedOptions {
  readonly addon: string;
  readonly lockDown: boolean;
  readonly targets: Targets;
  readonly native: 'all' | 'x32' | readonly string[];
}

export interface Report {
  readonly isolation: { readonly ok: boolean };
  /** `got …` or the error's code. */
  readonly script: Readonly<Record<string, string>>;
  readonly native: Readonly<Record<string, Attempt>>;
}

async function main({ addon, lockDown, targets, native }: CompromisedOptions): Promise<void> {
  process.dlopen({ exports: {} }, addon);
  const weapons = native.length === 0 ? undefined : armNatively();
  const isolation = enterIsolation({ lockDown });
  if (native === 'x32') weapons?.callX32();

  const script: Record<string, string> = {};
  for (const [name, attack] of Object.entries(SCRIPT_ATTACKS)) script[name] = await outcome(() => attack(targets));

  const names = typeof native === 'string' ? Object.keys(NATIVE_ATTACKS) : native;
  const attempts: Record<string, Attempt> = {};
  for (const name of names) if (weapons) attempts[name] = weapons.assault(name);

  const report: Report = { isolation, script, native: attempts };
  writeSync(1, JSON.stringify(report));
  process.exit(0);
}

async function outcome(attack: () => unknown): Promise<string> {
  try {
    return `got ${JSON.stringify(await attack())}`;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

await main(JSON.parse(process.argv[2] ?? '{}'));
