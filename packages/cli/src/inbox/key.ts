// What proves to the server that a change comes from this page: a key the sign-in link carried in its fragment. It is
// kept for this origin only, where no other site and no other port can read it.

const NAME = 'toolshed-key';

/** Takes the key out of the address, so that it is in no history and on no screen. */
export function takeKey(): void {
  const [, key] = /^#key=([\w-]+)$/.exec(location.hash) ?? [];
  if (key === undefined) return;
  keepKey(key);
  history.replaceState(null, '', location.pathname + location.search);
}

export const keepKey = (key: string): void => localStorage.setItem(NAME, key);

export const ownKey = (): string => localStorage.getItem(NAME) ?? '';
