import type { ComponentChildren } from 'preact';
import { useInView } from '../show/use-in-view.ts';
import type { AnswerProps } from './answer.ts';
import { useFirstWrong } from './use-first-wrong.ts';

interface AnswerSheetProps extends Pick<AnswerProps, 'folds'>, Partial<Pick<AnswerProps, 'problems'>> {
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** What is read or filled in to answer. It counts as shown once all of it was in sight, as what is asked does. */
export function AnswerSheet({ folds, problems = NONE, class: kind = '', children }: AnswerSheetProps) {
  const box = useInView(folds);
  useFirstWrong(box, problems);
  return (
    <div class={`sheet answering ${kind}`} ref={box}>
      {children}
    </div>
  );
}

const NONE = {};
