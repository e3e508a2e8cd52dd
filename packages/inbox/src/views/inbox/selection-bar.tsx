// What can be done with the selected questions together.

import { isFiltering } from '../../client/filter.ts';
import { areAllSelected, chosenShown, isSelecting, selectOnly, toggleAll } from '../../client/selection.ts';
import { foundTotal, selected, shown, total } from '../../client/store.ts';
import { isOneOfMany, mayApproveTogether, useAnswerMany } from './answer-many.ts';

/**
 * Answers several at once. Only questions that were shown in full may be approved from here, and only those that the list
 * shows are answered: a filter that was set since keeps the others out. While they are read, the buttons are there.
 */
export function SelectionBar({ isReview }: { readonly isReview: boolean }) {
  const chosen = chosenShown();
  const others = selected.value.size - chosen.length;
  const { isBusy, approve, deny } = useAnswerMany(chosen);
  const isOff = isBusy || isSelecting.value;
  const unread = chosen.filter((question) => !mayApproveTogether(question)).length;
  const toRead = chosen.filter((question) => isOneOfMany(question) && !mayApproveTogether(question)).length;
  return (
    <div class="selection">
      <label class="all">
        <input
          type="checkbox"
          checked={areAllSelected()}
          disabled={shown.value.length === 0}
          ref={(box) => {
            if (box !== null) box.indeterminate = chosen.length > 0 && !areAllSelected();
          }}
          onChange={toggleAll}
        />
        <span>{selectedWords(chosen.length)}</span>
        {others > 0 && <span>{others.toLocaleString('en-US')} more selected outside this filter</span>}
      </label>
      {chosen.length > 0 && !isReview && (
        <>
          {unread > 0 ? (
            <a class="button approve small" href="/review">
              {toRead === 0
                ? 'Read them'
                : `Read ${toRead === 1 ? 'the one' : `the ${toRead.toLocaleString('en-US')}`} you have not read`}
            </a>
          ) : (
            <button type="button" class="approve small" disabled={isOff} onClick={() => void approve(chosen)}>
              Approve all
            </button>
          )}
          <button type="button" class="deny small" disabled={isOff} onClick={() => void deny(chosen)}>
            Deny all
          </button>
          <button type="button" class="link" onClick={() => selectOnly([])}>
            Clear
          </button>
        </>
      )}
    </div>
  );
}

/** While more of them are still being read, how far that is. */
function selectedWords(count: number): string {
  if (count === 0) return 'Select all';
  if (!isSelecting.value) return `${count.toLocaleString('en-US')} selected`;
  const all = isFiltering.value ? foundTotal.value : total.value;
  return `Selecting… ${shown.value.length.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`;
}
