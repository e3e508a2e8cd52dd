// From a program's arguments to the request of one operation. Credentials are not in it: it is what a person is shown.
//
// Threat: an argument that leaves its place, `../admin`, `?force=true`, `#`. Each is escaped, and a segment of the path
// that URLs read as "here" or "up" is refused.

import { ToolError } from '@toolshed/kernel';
import type { Headers } from '../../../tools/http/request-headers.js';
import { readHeaders } from '../../../tools/http/request-headers.js';
import type { Arguments } from '../../source-tool.js';
import { nameParameters } from '../operation/operation-input.js';
import type { Operation } from '../operation/operations.js';
import { type PathTemplate, readTemplate } from '../operation/path-template.js';
import { toPairs, toText } from './serialize-parameter.js';

export interface OperationRequest {
  readonly url: URL;
  readonly headers: Headers;
  readonly cookies: readonly (readonly [string, string])[];
}

export function buildRequest(operation: Operation, server: URL, args: Arguments): OperationRequest {
  const query: (readonly [string, string])[] = [];
  const cookies: (readonly [string, string])[] = [];
  const headers: Record<string, string> = {};
  const places = new Map<string, string>();
  const template = readTemplate(operation.template);
  for (const { argument, parameter } of nameParameters(operation)) {
    // Threat: a parameter called `constructor`, which every object has.
    const value = Object.hasOwn(args, argument) ? args[argument] : undefined;
    if (value === undefined || (value === null && parameter.in !== 'path')) continue;
    if (parameter.in === 'path') places.set(parameter.name, toText(parameter, value, encodeURIComponent));
    if (parameter.in === 'query') query.push(...toPairs(parameter, value));
    if (parameter.in === 'cookie') cookies.push(...toPairs(parameter, value));
    if (parameter.in === 'header') headers[parameter.name] = toText(parameter, value, (text) => text);
  }
  const url = new URL(server);
  const path = `${url.pathname.replace(/\/$/, '')}${fillIn(operation, template.path, places)}`;
  url.pathname = path;
  // Set and read back: had it been normalised, it would lead elsewhere than what was built.
  if (decoded(url.pathname) !== decoded(path)) throw refused(operation, 'its path would lead elsewhere');
  url.search = [...queryOf(template, places), ...query].map(([name, value]) => `${name}=${value}`).join('&');
  return { url, headers: readHeaders(headers), cookies };
}

const HERE_OR_UP = /^(?:\.|%2e){1,2}$/i;

/** A place that has no value is one that a parameter of the query fills. */
const queryOf = (
  { query }: PathTemplate,
  places: ReadonlyMap<string, string>,
): readonly (readonly [string, string])[] =>
  query.flatMap((part) => {
    const value = part.kind === 'fixed' ? escapedAgain(part.value) : places.get(part.place);
    return value === undefined ? [] : [[escapedAgain(part.name), value] as const];
  });

/** The document may have escaped it already. */
const escapedAgain = (text: string): string => encodeURIComponent(decodedText(text));

const decodedText = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

function fillIn(operation: Operation, template: string, places: ReadonlyMap<string, string>): string {
  const path = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = places.get(name);
    if (value === undefined || value === '') throw refused(operation, `"${name}" is part of its path and is empty`);
    return value;
  });
  if (path.split('/').some((segment) => HERE_OR_UP.test(segment)))
    throw refused(operation, 'a part of its path would be "." or ".."');
  return path;
}

/** Templates may hold characters that a URL escapes by itself. */
const decoded = (path: string): string => {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

const refused = ({ method, template }: Operation, problem: string): ToolError =>
  new ToolError('openapi/invalid-arguments', `Cannot send ${method} ${template}: ${problem}`);
