// A source in the words of its config, as a person is shown it and as it is journaled: without values that are secret
// or may be. Whether two sources are the same is decided by `source-identity.ts`, not by this text.

import type { ConfigValue, Credential, HttpServer, OAuthOptions, StdioServer } from './source-options.js';

const MASK = '…';

/** Names of flags, variables and headers whose values are not shown. */
const SENSITIVE = /auth|bearer|cookie|cred|key|pass|pwd|secret|session|sign|token/i;

/** `Authorization: Bearer x`, `{"apiKey":"x"}`, `Bearer x`: all that follows is not shown. */
const NAMED = new RegExp(`^(.*?(?:(?:${SENSITIVE.source})[\\w-]*["']?\\s*[:=]|\\b(?:bearer|basic)\\s)\\s*)(.+)$`, 'is');

export const shownCommand = ({ command, args }: StdioServer): string =>
  [command, ...args.map((arg, index) => shownArgument(arg, args[index - 1] ?? ''))].map(quoted).join(' ');

/** `--token x`, `--token=x`, an address with a token in it, and what looks like one wherever it stands. */
function shownArgument(arg: string, before: string): string {
  const [, flag, value] = /^(-[^=]*|[A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(arg) ?? [];
  if (flag !== undefined && value !== undefined) return `${flag}=${SENSITIVE.test(flag) ? MASK : shownText(value)}`;
  if (/^-/.test(before) && !/^-/.test(arg) && SENSITIVE.test(before)) return MASK;
  return shownText(arg);
}

function shownText(text: string): string {
  const [, name, value] = NAMED.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return `${name}${MASK}`;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && URL.canParse(text)) return shownUrl(text);
  return text
    .split('/')
    .map((part) => (looksSecret(part) ? MASK : part))
    .join('/');
}

/** Without user, password, the values of its query, its fragment, and parts of its path that look like a token. */
export function shownUrl(text: string): string {
  const { protocol, host, pathname, searchParams } = new URL(text);
  const path = pathname
    .split('/')
    .map((part) => (looksSecret(part) ? MASK : part))
    .join('/');
  const query = [...new Set(searchParams.keys())].map((name) => `${looksSecret(name) ? MASK : name}=${MASK}`).join('&');
  return `${protocol}//${host}${path}${query === '' ? '' : `?${query}`}`;
}

/** Long, of one piece, with letters and digits: nobody names anything like that. */
const looksSecret = (text: string): boolean =>
  text.length >= 20 && /^[A-Za-z0-9_~+=%-]+$/.test(text) && /[A-Za-z]/.test(text) && /(?:\d.*){3}/.test(text);

const quoted = (text: string): string => (/^[\w@%+=:,./?&…-]+$/.test(text) ? text : JSON.stringify(text));

type Values = Readonly<Record<string, ConfigValue>>;

export const accountOfStdio = ({ env }: StdioServer): string | undefined => joined(namesIn(env));

export const accountOfHttp = ({ headers, oauth }: HttpServer): string | undefined =>
  joined([...(oauth === undefined ? [] : [signedIn(oauth)]), ...namesIn(headers)]);

export const accountOfApi = (auth: Readonly<Record<string, Credential>>, headers: Values): string | undefined =>
  joined([...Object.entries(auth).flatMap(([scheme, credential]) => nameOf(scheme, credential)), ...namesIn(headers)]);

const namesIn = (values: Values): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    isSecret(value) || SENSITIVE.test(name) ? credentialName(name, value) : [],
  );

function nameOf(scheme: string, credential: Credential): readonly string[] {
  if (typeof credential === 'string' || !('username' in credential)) return [credentialName(scheme, credential)];
  const { username } = credential;
  return [`user ${typeof username === 'string' ? username : credentialName(scheme, username)}`];
}

function credentialName(name: string, value: ConfigValue): string {
  if (typeof value === 'string') return `the ${name} of the config`;
  return 'env' in value ? `variable ${value.env}` : `secret ${value.secret}`;
}

const isSecret = (value: ConfigValue): boolean => typeof value !== 'string' && 'secret' in value;

const signedIn = ({ clientId }: OAuthOptions): string =>
  clientId === undefined ? 'the person who signed in' : `the person who signed in to ${clientId}`;

const joined = (names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : [...new Set(names)].join(', ');
