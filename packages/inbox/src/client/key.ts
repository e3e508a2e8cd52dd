// What proves to the server that a change comes from this page: a key it was given when it signed in. It is kept for
// this origin only, where no other site and no other port can read it.

const NAME = 'toolshed-key';

const PLACE = 'toolshed-place';

/** A view of this page, and no address of another. */
const isPlace = (path: string | null): path is string => path !== null && /^\/[a-z]+\/[\w%-]+$/.test(path);

/** Where somebody wanted to go who has to sign in first. */
export function keepPlace(): void {
  if (isPlace(location.pathname)) localStorage.setItem(PLACE, location.pathname);
}

/**
 * The code of a sign-in link, taken out of the address, so that it is in no history and on no screen. What is shown then
 * is what the link names (`to`), or what somebody wanted to see before they had to sign in.
 */
export function takeCode(): string | undefined {
  if (location.pathname !== '/login') return undefined;
  const asked = new URLSearchParams(location.search);
  const place = [asked.get('to'), localStorage.getItem(PLACE)].find(isPlace);
  localStorage.removeItem(PLACE);
  history.replaceState(null, '', place ?? '/');
  return asked.get('code') ?? undefined;
}

export const keepKey = (key: string): void => localStorage.setItem(NAME, key);

export const ownKey = (): string => localStorage.getItem(NAME) ?? '';
