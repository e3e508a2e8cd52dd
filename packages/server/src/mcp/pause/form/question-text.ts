// A question as the person at an MCP client reads it. Our words start a line; what a program or a tool supplied is
// escaped, framed and indented by four columns, which a client that renders Markdown shows as it stands: no link, no
// image, no second dialog drawn by a value.

import pc from 'picocolors';
import { type CardFacts, questionCard } from '../../../present/card/question-card.js';
import { safeText } from '@toolshed/kernel/runtime';

const STYLE = { width: 88, paint: pc.createColors(false), amount: 'full' } as const;
const INDENT = '    ';

/** Nobody reads a longer dialog. A question that does not fit is asked elsewhere, not cut. */
const MOST_CHARACTERS = 12_000;

/** `undefined` if it does not fit into a dialog. */
export function questionText(facts: CardFacts, note: string | undefined): string | undefined {
  const lines = questionCard(facts, STYLE).lines.map((line) => INDENT + line);
  const correction = note === undefined ? [] : [`Your last answer was not taken: ${safeText(note)}`, ''];
  const text = [...correction, INTRODUCTIONS[facts.question.asker], '', ...lines].join('\n');
  return text.length > MOST_CHARACTERS ? undefined : text;
}

const INTRODUCTIONS = {
  gate: 'Toolshed stopped a program before this call. It runs only if you approve it.',
  handler: 'A tool that a program called in Toolshed asks you something.',
  program: 'A program that runs in Toolshed asks you something. These are its own words.',
  'in-doubt': 'Toolshed does not know whether this call happened.',
} as const satisfies Record<CardFacts['question']['asker'], string>;
