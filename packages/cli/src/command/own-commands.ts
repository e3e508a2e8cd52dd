// The commands that are printed for a person to run carry the words by which this process was started: a shell that does
// not know `toolshed` by itself finds `npx toolshed`.

import type { Environment } from '../config.js';
import { shellWord } from '../terminal/view/shell-word.js';
import { wordsToCallAgain } from './call-again.js';

/** How this command is called again, with the folders it was pointed at. */
export const ownWords = (
  { home, folder }: { readonly home?: string; readonly folder?: string },
  { started }: Pick<Environment, 'started'>,
): readonly string[] => [
  ...wordsToCallAgain(started),
  ...(home === undefined ? [] : ['--home', home]),
  ...(folder === undefined ? [] : ['--folder', folder]),
];

export const prefixOf = (words: readonly string[]): string => words.map(shellWord).join(' ');

/** A command in quotes, or as an example. Kernel, runtime and help say `toolshed`: they do not know how it was started. */
const COMMAND = /(?<=["`]|\$ )toolshed(?= [a-z<])/g;

export const withPrefix = (text: string, prefix: string): string => text.replaceAll(COMMAND, () => prefix);
