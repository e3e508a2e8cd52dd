// Values that a config refers to by name. They are looked up when they are needed, and what a source sends back is
// searched for them: a server that gets a secret must not hand it to a program.

import { ToolError } from '@toolshed/kernel';
import type { SourceHost } from './source.js';
import type { ConfigValue } from './source-options.js';

export interface ConfigSecrets {
  read(value: ConfigValue): Promise<string>;
  readAll(values: Readonly<Record<string, ConfigValue>>): Promise<Record<string, string>>;
  /** Keeps a text made of secrets out of results as well. */
  hide(text: string): void;
  /** The same value without any secret that was read so far. */
  scrub<T>(value: T): T;
}

export function createConfigSecrets(
  namespace: string,
  { secrets, environment }: Pick<SourceHost, 'secrets' | 'environment'>,
): ConfigSecrets {
  const read = new Map<string, string>();

  const readOne = async (value: ConfigValue): Promise<string> => {
    if (typeof value === 'string') return value;
    if ('env' in value)
      return environment(value.env) ?? missing(namespace, `the variable ${value.env} is not set; set it for the host`);
    const secret = await secrets(value.secret);
    if (secret === undefined)
      return missing(namespace, `the secret ${value.secret} is not kept here; "toolshed secrets set" keeps it`);
    if (secret.length >= SHORTEST_SECRET) read.set(secret, `[secret ${value.secret}]`);
    return `${value.prefix ?? ''}${secret}`;
  };

  return {
    read: readOne,
    async readAll(values) {
      const pairs = Object.entries(values).map(async ([name, value]) => [name, await readOne(value)] as const);
      return Object.fromEntries(await Promise.all(pairs));
    },
    hide: (text) => void read.set(text, '[secret]'),
    scrub: (value) => (read.size === 0 ? value : scrubbed(value, read)),
  };
}

/** Anything shorter would be found by chance. */
const SHORTEST_SECRET = 6;

function scrubbed<T>(value: T, secrets: ReadonlyMap<string, string>): T {
  const text = JSON.stringify(value);
  if (text === undefined) return value;
  let clean = text;
  for (const [secret, mask] of secrets) clean = clean.replaceAll(JSON.stringify(secret).slice(1, -1), mask);
  return clean === text ? value : JSON.parse(clean);
}

function missing(namespace: string, state: string): never {
  throw new ToolError('source/secret-missing', `Cannot use the source "${namespace}": ${state}`);
}
