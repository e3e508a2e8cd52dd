// What proves to the server that a change comes from this page: a key it was given when it signed in. It is kept for
// this origin only, where no other site and no other port can read it.

const NAME = 'toolshed-key';

/** The code of a sign-in link, taken out of the address, so that it is in no history and on no screen. */
export function takeCode(): string | undefined {
  if (location.pathname !== '/login') return undefined;
  const code = new URLSearchParams(location.search).get('code');
  history.replaceState(null, '', '/');
  return code ?? undefined;
}

export const keepKey = (key: string): void => localStorage.setItem(NAME, key);

export const ownKey = (): string => localStorage.getItem(NAME) ?? '';
