// The commands that are printed for a person to run carry the words by which this process was started: a shell that does
// not know `toolshed` by itself finds `npx toolshed`.

import type { Environment } from '../config.js';
import { isPostgresUrl } from '../session/store/chosen-store.js';
import { shellWord } from '../terminal/view/shell-word.js';
import { wordsToCallAgain } from './call-again.js';

interface OwnFlags {
  readonly home?: string;
  readonly folder?: string;
  readonly config?: string;
  readonly store?: string;
}

/** How this command is called again in a shell, with the folders, the config and the store it was pointed at. */
export function ownPrefix(flags: OwnFlags, { started }: Pick<Environment, 'started'>): string {
  const { home, folder, config, store } = flags;
  const given = Object.entries({ home, folder, config }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  const words = [...wordsToCallAgain(started), ...given].map(shellWord);
  return [...words, ...(store === undefined ? [] : ['--store', storeWord(store)])].join(' ');
}

/** Threat: a password on the screen, and in the shell history of the person who pastes the command. */
const storeWord = (store: string): string => (holdsPassword(store) ? '"$TOOLSHED_STORE"' : shellWord(store));

/** Whether an address may hold one; of what cannot be read, it is assumed. */
function holdsPassword(store: string): boolean {
  if (!isPostgresUrl(store)) return false;
  if (!URL.canParse(store)) return true;
  const { password, searchParams } = new URL(store);
  return password !== '' || [...searchParams.keys()].some((name) => /pass/i.test(name));
}

/** A command in quotes, or as an example. Kernel, runtime and help say `toolshed`: they do not know how it was started. */
const COMMAND = /(?<=["`]|\$ )toolshed(?= [a-z<-])/g;

export const withPrefix = (text: string, prefix: string): string => text.replaceAll(COMMAND, () => prefix);
