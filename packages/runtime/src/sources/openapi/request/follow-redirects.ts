// Where a redirect may take an operation: to the same resource written differently, and to hosts the config names that
// serve no operation themselves, such as one for downloads.
//
// Threat: policy is about operations and their arguments, and a URL does not say which operation it is. A redirect
// within the API would reach what a rule denies or asks about; the program calls that operation instead.

import type { ToolContext } from '@toolshed/kernel';
import { HttpError } from '../../../tools/http/http-error.js';
import type { MayFollow } from '../../../tools/http/send-request.js';
import type { Operation } from '../operation/operations.js';

export function createFollow(
  operations: readonly Operation[],
  addressOf: (operation: Operation) => string | undefined,
): (first: URL, context: Pick<ToolContext, 'reconsider'>) => MayFollow {
  let known: ReadonlySet<string> | undefined;
  const serves = ({ hostname }: URL): boolean => {
    known ??= new Set(operations.flatMap((one) => hostnameOf(addressOf(one)) ?? []));
    return known.has(hostname);
  };
  return (first, { reconsider }) =>
    ({ url }, hasLeft) => {
      const isElsewhere = !serves(url) && url.hostname !== first.hostname;
      const may = hasLeft
        ? isElsewhere && reconsider({}) === 'unasked'
        : isSameResource(first, url) && reconsider({}) !== 'no';
      if (!may) throw refused(url);
      return true;
    };
}

/** Without the query, which may repeat a credential that was in the first. */
const refused = ({ origin, pathname }: URL): HttpError =>
  new HttpError(
    'http/redirect-refused',
    `Cannot follow the redirect to ${JSON.stringify(`${origin}${pathname}`.slice(0, 1_000))}: policy decides about operations, not addresses; call the operation that is meant`,
  );

const hostnameOf = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : new URL(address).hostname;

const isSameResource = (one: URL, other: URL): boolean =>
  one.search === other.search && withoutSlash(one) === withoutSlash(other);

const withoutSlash = ({ pathname }: URL): string => pathname.replace(/\/$/, '');
