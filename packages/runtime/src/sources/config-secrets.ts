// The values of a config. Those that it refers to by name are looked up when they are needed. What a source sends back is
// searched for secrets and for whatever else is sent as a credential: a server that gets one must not hand it to a program.

import { ToolError } from '@toolshed/kernel';
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
          isCredentialName(name) || (typeof value !== 'string' && 'env' in value && isCredentialName(value.env));
        const text = isCredential ? await readCredential(value) : await readPlain(value);
        return [name, text] as const;
      });
      return Object.fromEntries(await Promise.all(pairs));
    },
    hide(text) {
      if (text.length >= SHORTEST_SECRET) read.set(text, '[secret]');
    },
    scrub: (value) => (read.size === 0 ? value : scrubbed(value, read)),
  };
}

/** Anything shorter would be found by chance. What the config does not call a secret may be an ordinary word. */
const SHORTEST_SECRET = 6;
const SHORTEST_CREDENTIAL = 8;

/** What may stand before a credential in a header. */
const SCHEME = /^(?:basic|bearer|digest|negotiate|token) +/i;

/** The last word of a name says what its value is: `API_KEY` and `X-Auth-Token`, but neither `KEYSPACE` nor `AUTH_TYPE`. */
const CREDENTIALS: ReadonlySet<string> = new Set(
  'apikey auth authorization bearer cookie cred credential credentials creds key pass passphrase passwd password pat pwd secret session signature token'.split(
    ' ',
  ),
);
const isCredentialName = (name: string): boolean =>
  CREDENTIALS.has((name.match(/[A-Z]?[a-z]+|[A-Z]+/g)?.at(-1) ?? '').toLowerCase());

/**
 * In texts, keys and numbers, each by itself: replaced in the JSON of a value, a credential of digits would leave what is no
 * JSON, of a request that was sent. Longest first: one may begin with another.
 */
function scrubbed<T>(value: T, secrets: ReadonlyMap<string, string>): T {
  const json = JSON.stringify(value);
  if (json === undefined) return value;
  const found = [...secrets].filter(([secret]) => json.includes(JSON.stringify(secret).slice(1, -1)));
  if (found.length === 0) return value;
  const longestFirst = found.toSorted(([one], [other]) => other.length - one.length);
  const clean = (text: string): string =>
    longestFirst.reduce((left, [secret, mask]) => left.replaceAll(secret, () => mask), text);
  const without = (part: unknown): unknown => {
    if (typeof part === 'string') return clean(part);
    if (typeof part === 'number') return clean(String(part)) === String(part) ? part : clean(String(part));
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(without);
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [clean(key), without(member)]));
  };
  // Sound because it has the form of the value: what sources send back is JSON.
  return without(JSON.parse(json)) as T;
}

function missing(namespace: string, state: string): never {
  throw new ToolError('source/secret-missing', `Cannot use the source "${namespace}": ${state}`);
}
