// Several questions of one execution, one below the other. They have one program and one past, which are shown once.

import { callsSoFar } from '../calls/calls-so-far.js';
import { besideLabel, labelledRow } from '../layout/labelled-row.js';
import type { RowStyle } from './argument-rows.js';
import { placesInProgram } from './program-excerpt.js';
import { type CardFacts, questionCard } from './question-card.js';

/** Several cards as blocks of lines. */
export interface ShownCards {
  /** A block of lines for the program, if there is more than one question, and one for each question. */
  readonly blocks: readonly (readonly string[])[];
  /** Something of a question was left out. */
  readonly isShortened: boolean;
}

/** Every question with everything a person needs to decide it, below the one program that asks them. */
export function questionCards(cards: readonly CardFacts[], style: RowStyle): ShownCards {
  const head = cards.length > 1 ? programRows(cards, style) : [];
  const isOnce = head.length > 0;
  const shown = cards.map((card) => questionCard(isOnce ? { ...card, calls: [], isProgramAbove: true } : card, style));
  return {
    blocks: [...(isOnce ? [head] : []), ...shown.map(({ lines }) => lines)],
    isShortened: shown.some(({ isShortened }) => isShortened),
  };
}

/** The program that asks, each asking line marked, and what it has done so far. */
export function programRows(cards: readonly CardFacts[], style: RowStyle): readonly string[] {
  const [first] = cards;
  // What asks inside a saved program shows that program itself.
  const own = cards.filter(({ place }) => place.inside === undefined).map(({ place }) => place);
  if (first === undefined || own.length === 0) return [];
  const inner = besideLabel(style);
  return [
    ...labelledRow('program', placesInProgram(own[0]?.source ?? '', own, inner), style),
    ...labelledRow('so far', callsSoFar(first.calls, inner), style),
  ];
}
