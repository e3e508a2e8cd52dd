// Whether what is on the screen may be answered: it stood there for a moment, and nothing was pressed too early.
//
// Threat: the next question stands where the last one stood. A second click, a key that is held down or keys that are
// pressed one after another without looking were meant for what was there before, and would approve what nobody read.

import { useEffect, useState } from 'preact/hooks';
import { isTyping } from '../../keyboard.ts';

/** As long as it takes to notice that something else is on the screen. */
const NOTICE_MS = 400;
/** What is longer takes longer; nobody reads a thousand characters in a second. */
const MS_PER_CHARACTER = 0.5;
const MOST_MS = 1_500;

/**
 * Whether `what` has been on the screen for a moment, and since then nobody pressed what answers. Each such press begins
 * the moment again, so that who does not look gets no further, however long they go on; who reads is done reading later
 * than that. `text` is what has to be read.
 */
export function useShownAMoment(what: string, text = ''): boolean {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    const pause = Math.min(MOST_MS, NOTICE_MS + text.length * MS_PER_CHARACTER);
    const presses = new AbortController();
    const done = (): void => {
      presses.abort();
      setShown(what);
    };
    let timer = setTimeout(done, pause);
    const again = (): void => {
      clearTimeout(timer);
      timer = setTimeout(done, pause);
    };
    const heard = { capture: true, signal: presses.signal };
    // A key that is held down is pressed again and again.
    addEventListener('keydown', (event) => void (isAnswer(event) && again()), heard);
    addEventListener('pointerdown', ({ target }) => void (isOnButtons(target) && again()), heard);
    return () => {
      clearTimeout(timer);
      presses.abort();
    };
  }, [what, text]);
  return shown === what;
}

const ANSWERS = /^(?:[aAdD]|Enter)$/;

const isAnswer = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ANSWERS.test(key) && !ctrlKey && !metaKey && !altKey && !isTyping(target);

const isOnButtons = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.decision, .selection, .group .actions') !== null;
