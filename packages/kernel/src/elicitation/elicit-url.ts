// Sending a person to a page: which addresses may be shown, and the tool that cannot continue before one was visited.
//
// Threats: an address that reads as one site and opens another (user names before the host, other schemes), one that
// is readable on the way. The address is kept as the browser will read it, so what is shown is what opens.

import { z } from 'zod';
import { readOptions } from '../options/read-options.js';
import { inWords } from '../options/schema-words.js';
import { ToolshedError } from '../toolshed-error.js';
import type { ElicitRequest } from './elicit-request.js';

const MAX_URL = 4_096;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** An address a person may be sent to, as a browser writes it. */
export const PageUrl = z
  .string()
  .max(MAX_URL)
  .transform((text, { addIssue }) => {
    const url = URL.parse(text);
    const problem = url === null ? 'is not an absolute address' : problemOf(url);
    if (problem !== undefined) addIssue(problem);
    return url?.href ?? text;
  });

function problemOf({ protocol, hostname, username, password }: URL): string | undefined {
  if (username !== '' || password !== '') return 'must not carry a user name or password';
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))) return undefined;
  return 'must be https, or http on this machine';
}

/** Names the flow behind a page. Anybody who knows it can complete the flow, so it must not be guessable. */
export const FlowId = z
  .string()
  .regex(/^[\w.:~-]+$/, 'must be made of letters, digits and . : ~ _ -')
  .min(16, 'must have at least 16 characters, so that nobody guesses it')
  .max(200);

/** A page a person is asked to open, and the flow that ends when its owner calls `completeElicitation`. */
export const UrlElicitation = z.strictObject({ message: z.string(), url: PageUrl, elicitationId: FlowId });
export type UrlElicitation = Readonly<z.infer<typeof UrlElicitation>>;

/** What `elicitUrl` takes: a page, and the flow behind it. */
export interface PageFlow
  extends UrlElicitation,
    Pick<ElicitRequest, 'description' | 'sensitive' | 'expiresInMs' | 'timeoutMs' | 'whenNobody'> {
  /** What the owner of the flow hands over at its end. Default: anything. */
  readonly schema?: NonNullable<ElicitRequest['schema']>;
}

/**
 * A request for `ctx.elicit`: `accept` once the owner of the flow called `completeElicitation(elicitationId)`. All of it
 * is handed on: what no question has is refused where it is asked. Throws InvalidOptionsError for a page that cannot be
 * shown or a flow that can be guessed.
 */
export function elicitUrl(page: PageFlow): ElicitRequest {
  readOptions('send a person to a page', z.looseObject(UrlElicitation.shape), page);
  return { ...page, type: 'url' };
}

/** A tool cannot continue before a person has visited these pages. The program sees the code, the host the list. */
export class UrlRequiredError extends ToolshedError {
  override readonly name = 'UrlRequiredError';
  override readonly code = 'elicitation/url-required';

  constructor(readonly elicitations: readonly UrlElicitation[]) {
    super(`Cannot continue: a person has to visit ${elicitations.length === 1 ? 'a page' : 'some pages'} first`);
  }
}

const Pages = z.strictObject({ elicitations: inWords(z.array(UrlElicitation).min(1), 'a list of pages to visit') });

/** Ends a handler with the pages a person has to visit before a call can succeed. */
export function requireUrl(elicitations: readonly UrlElicitation[]): never {
  throw new UrlRequiredError(readOptions('require a page', Pages, { elicitations }).elicitations);
}

/** The host of an address, for showing it apart; names that are not plain ASCII come as `xn--…`. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? '';
