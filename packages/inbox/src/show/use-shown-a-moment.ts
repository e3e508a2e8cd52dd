// Whether what is on the screen may be answered: it stood there for a moment, and nothing was pressed too early.
//
// Threat: the next question stands where the last one stood. A second click, a key that is held down or keys that are
// pressed one after another without looking were meant for what was there before, and would approve what nobody read.

import { useEffect, useState } from 'preact/hooks';
import { isTyping } from '../keyboard.ts';

/** As long as it takes to notice that something else is on the screen. */
const NOTICE_MS = 400;
/** What is longer takes longer; nobody reads a thousand characters in a second. */
const MS_PER_CHARACTER = 0.5;
const MOST_MS = 1_500;

/** How long it takes to notice, and to read, so much text. */
export const pauseFor = (text: string): number => Math.min(MOST_MS, NOTICE_MS + text.length * MS_PER_CHARACTER);

/**
 * Whether `what` has been on the screen for a moment, and since then nobody pressed anything. Each press begins the moment
 * again, so that who does not look gets no further, however long they go on; who reads is done reading later than that.
 * `text` is what has to be read. Where a person `isWriting`, of what is typed only Enter counts: it is what sends.
 *
 * Keys that only show something else count for nothing, as what they show waits for a moment of its own. Once the moment
 * is over, a key that means nothing here begins it again: somebody presses keys without looking.
 */
export function useShownAMoment(what: string, text = '', isWriting = false): boolean {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    const pause = pauseFor(text);
    const presses = new AbortController();
    let isOver = false;
    const done = (): void => {
      isOver = true;
      setShown(what);
    };
    let timer = setTimeout(done, pause);
    const again = (): void => {
      clearTimeout(timer);
      timer = setTimeout(done, pause);
      fillAgain();
      if (isOver) setShown(undefined);
      isOver = false;
    };
    const onKey = (event: KeyboardEvent): void => {
      const counts = isOver ? isNoise(event) : isPress(event, isWriting);
      // A key that is held down is pressed again and again.
      if (counts) again();
    };
    const heard = { capture: true, signal: presses.signal };
    addEventListener('keydown', onKey, heard);
    addEventListener('pointerdown', ({ target }) => void (!isOver && isOnButtons(target) && again()), heard);
    return () => {
      clearTimeout(timer);
      presses.abort();
      // What is shown once more later waits once more.
      setShown(undefined);
    };
  }, [what, text]);
  return shown === what;
}

/** The button that fills up meanwhile, so that a person sees what it waits for. */
function fillAgain(): void {
  for (const filling of document.querySelector('.pausing .approve')?.getAnimations() ?? []) filling.currentTime = 0;
}

const SHOWS_ELSE = /^(?:[jk ]|Tab|Escape|Home|End|Page(?:Up|Down)|Arrow\w+|Shift|Control|Alt|AltGraph|Meta|CapsLock)$/;
const MEANS_SOMETHING = /^(?:[aAdDexXr*/?]|Enter|F\d+|Delete|Backspace|ContextMenu)$/;

const isShortcut = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;

function isPress(event: KeyboardEvent, isWriting: boolean): boolean {
  if (isShortcut(event)) return false;
  if (!isTyping(event.target)) return !SHOWS_ELSE.test(event.key);
  return event.key === 'Enter' || (!isWriting && !/^(?:Tab|Shift|Escape)$/.test(event.key));
}

const isNoise = (event: KeyboardEvent): boolean =>
  !isShortcut(event) && !isTyping(event.target) && !SHOWS_ELSE.test(event.key) && !MEANS_SOMETHING.test(event.key);

const isOnButtons = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.decision, .selection, .group .actions, dialog') !== null;
