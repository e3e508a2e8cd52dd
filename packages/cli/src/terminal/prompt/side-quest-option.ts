// Wherever a person may decide later, they may also do something else first and come back.

import type { Option, Prompter } from './prompter.js';

export interface LeavingPrompter {
  readonly prompter: Prompter;
  /** Whether the person chose to do something else first; the prompt then gave nothing. */
  readonly isLeaving: boolean;
}

/** No option of an asker can have this name. */
const LEAVE = '\u0000leave';
const OPTION: Option<typeof LEAVE> = {
  value: LEAVE,
  label: 'Do something else first',
  hint: 'run another program, then come back',
};

export function withSideQuest(prompter: Prompter): LeavingPrompter {
  let isLeaving = false;
  const select = async <T extends string>(
    message: string,
    options: readonly Option<T>[],
    initial?: T,
  ): Promise<T | undefined> => {
    const later = options.findIndex(({ value }) => value === 'later');
    if (later < 0) return await prompter.select(message, options, initial);
    // The first option is preselected, and stays so.
    const at = later === 0 ? options.length : later;
    const listed: readonly Option<T | typeof LEAVE>[] = [...options.slice(0, at), OPTION, ...options.slice(at)];
    const chosen = await prompter.select<T | typeof LEAVE>(message, listed, initial);
    isLeaving = chosen === LEAVE;
    return options.find(({ value }) => value === chosen)?.value;
  };
  return {
    prompter: { ...prompter, select },
    get isLeaving() {
      return isLeaving;
    },
  };
}
