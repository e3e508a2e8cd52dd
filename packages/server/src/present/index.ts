// Questions as people see them, for Toolshed's own command and inbox: one escaper, one layout, one reader of forms. Not
// a public API.
export { type AskedField, type AskedForm, type FieldOption, readAskedForm } from '@toolshed/kernel/runtime';
export { approvalLines, asItStands, waitsForOthers } from './approval-lines.js';
export { argumentRows, type RowStyle, valueLines } from './card/argument-rows.js';
export { changedPreview } from './card/changed-preview.js';
export { alignRows, clip, padEnd, padStart, widthOf, wrap } from './layout/columns.js';
export { countWords } from './count-words.js';
export { isFound, type QuestionSearch, toolOf } from './find-question.js';
export { limitWords } from './field-words.js';
export { besideLabel, labelledRow } from './layout/labelled-row.js';
export { lateLines } from './late-lines.js';
export type { Paint } from './layout/paint.js';
export { decisionWords, problemWords, reasonWords } from './policy-words.js';
export { planLines } from './card/plan-lines.js';
export { previewRows } from './card/preview-rows.js';
export { type CallDetails, detailsOf } from './calls/call-details.js';
export { answerWords, outcomeWords } from './calls/outcome-words.js';
export { type CardFacts, originRow, questionCard } from './card/question-card.js';
export { programRows, questionCards } from './card/several-cards.js';
export { cardsOf } from './card/question-cards.js';
export { titleOf } from './program-title.js';
export { requestRows } from './card/request-rows.js';
export {
  cautionsOf,
  keyText,
  LEFT_OUT,
  quotedText,
  safeJson,
  safeLines,
  safeText,
  sourceLines,
} from '@toolshed/kernel/runtime';
export { shorten } from './layout/shortened.js';
