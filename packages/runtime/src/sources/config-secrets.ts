// The values of a config. Those that it refers to by name are looked up when they are needed. What a source sends back is
// searched for secrets and for whatever else is sent as a credential: a server that gets one must not hand it to a program.

import { ToolError } from '@toolshed/kernel';
import { SENSITIVE } from './shown-source.js';
import type { SourceHost } from './source.js';
import type { ConfigValue } from './source-options.js';

export interface ConfigSecrets {
  /** A credential: kept out of results, whichever way the config gives it. */
  read(value: ConfigValue): Promise<string>;
  /** A value that is none unless the config gives it as a secret, such as the name of a user. */
  readPlain(value: ConfigValue): Promise<string>;
  /** Headers or variables: those whose names say so are credentials, as are those from a variable with such a name. */
  readAll(values: Readonly<Record<string, ConfigValue>>): Promise<Record<string, string>>;
  /** Keeps a text made of secrets out of results as well. */
  hide(text: string): void;
  /** The same value without any credential that was read so far. */
  scrub<T>(value: T): T;
}

export function createConfigSecrets(
  namespace: string,
  { secrets, environment }: Pick<SourceHost, 'secrets' | 'environment'>,
): ConfigSecrets {
  const read = new Map<string, string>();

  const readPlain = async (value: ConfigValue): Promise<string> => {
    if (typeof value === 'string') return value;
    if ('env' in value)
      return environment(value.env) ?? missing(namespace, `the variable ${value.env} is not set; set it for the host`);
    const secret = await secrets(value.secret);
    if (secret === undefined)
      return missing(namespace, `the secret ${value.secret} is not kept here; "toolshed secrets set" keeps it`);
    if (secret.length >= SHORTEST_SECRET) read.set(secret, `[secret ${value.secret}]`);
    return `${value.prefix ?? ''}${secret}`;
  };

  const readCredential = async (value: ConfigValue): Promise<string> => {
    const text = await readPlain(value);
    const mask = typeof value !== 'string' && 'env' in value ? `[variable ${value.env}]` : '[credential]';
    for (const part of new Set([text, text.replace(SCHEME, '')]))
      if (part.length >= SHORTEST_CREDENTIAL && !read.has(part)) read.set(part, mask);
    return text;
  };

  return {
    read: readCredential,
    readPlain,
    async readAll(values) {
      const pairs = Object.entries(values).map(async ([name, value]) => {
        const isCredential =
          SENSITIVE.test(name) || (typeof value !== 'string' && 'env' in value && SENSITIVE.test(value.env));
        const text = isCredential ? await readCredential(value) : await readPlain(value);
        return [name, text] as const;
      });
      return Object.fromEntries(await Promise.all(pairs));
    },
    hide: (text) => void read.set(text, '[secret]'),
    scrub: (value) => (read.size === 0 ? value : scrubbed(value, read)),
  };
}

/** Anything shorter would be found by chance. What the config does not call a secret may be an ordinary word. */
const SHORTEST_SECRET = 6;
const SHORTEST_CREDENTIAL = 8;

/** What may stand before a credential in a header. */
const SCHEME = /^[A-Za-z][\w-]* +/;

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
