// Keys of the page. A field that is typed in keeps them.

import { useLayoutEffect } from 'preact/hooks';

export type Keys = Readonly<Record<string, () => void>>;

/**
 * Single keys act on the page, never while somebody types or holds a modifier, and never on what lies behind a dialog
 * or the sign-in; Escape leaves what is typed.
 */
export function useKeys(keys: Keys): void {
  // With the drawing itself: a key never acts on what was on the screen before.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (document.querySelector('dialog[open], .sign-in') !== null) return;
      if (event.metaKey || event.ctrlKey || event.altKey || event.repeat) return;
      if (isTyping(event.target) && event.key !== 'Escape') return;
      if (event.key === ' ' && isPressed(event.target)) return;
      const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}

/** The space bar presses what has the focus. */
const isPressed = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, input, summary') !== null;

/** A ticked box is no place to type. */
const isField = (target: HTMLElement): boolean =>
  target instanceof HTMLInputElement
    ? !/^(checkbox|radio|button|submit)$/.test(target.type)
    : /^(SELECT|TEXTAREA)$/.test(target.tagName);

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || isField(target));

/**
 * A key that is held down presses nothing again, neither a button nor what sends a form: only the first press was meant.
 * A text of several lines gets as many of them as somebody wants.
 */
export function refuseHeldEnter(): void {
  const stop = (event: KeyboardEvent): void => {
    if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
  };
  addEventListener('keydown', stop, { capture: true });
}
