import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Brings a person to the first field that was refused. */
export function useFirstWrong(form: RefObject<HTMLElement | null>, problems: Readonly<Record<string, string>>): void {
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
}
