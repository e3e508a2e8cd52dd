// Where an operation is sent: the config's server first, else the document's, with its variables filled in.

import { ToolshedError } from '@toolshed/kernel';
import type { Server } from '../document/openapi-document.js';

class InvalidServerError extends ToolshedError {
  override readonly name = 'InvalidServerError';
  override readonly code = 'openapi/invalid-server';

  constructor(problem: string) {
    super(`Cannot tell where the API is: ${problem}; set "server" in the config of the source`);
  }
}

export interface ServerChoice {
  readonly server: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
  /** What a relative URL is relative to. */
  readonly origin: URL | undefined;
}

export function serverUrl([first]: readonly Server[], { server, variables, origin }: ServerChoice): URL {
  const text = server ?? fillIn(first ?? { url: '/', variables: {} }, variables);
  if (!URL.canParse(text, origin)) throw new InvalidServerError(`"${text}" is not a complete URL`);
  const url = new URL(text, origin);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new InvalidServerError(`"${url.protocol}" is neither http nor https`);
  if (url.username !== '' || url.password !== '') throw new InvalidServerError('its URL holds a user name or password');
  return url;
}

const fillIn = ({ url, variables }: Server, given: Readonly<Record<string, string>>): string =>
  url.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const known = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value = (Object.hasOwn(given, name) ? given[name] : undefined) ?? known?.default;
    if (value === undefined) throw new InvalidServerError(`its variable "${name}" has no value`);
    if (known?.enum !== undefined && !known.enum.includes(value))
      throw new InvalidServerError(`its variable "${name}" is one of ${known.enum.join(', ')}, not "${value}"`);
    return value;
  });
