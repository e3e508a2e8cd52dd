// Questions as people see them, for Toolshed's own command and inbox: one escaper, one layout, one reader of forms. Not
// a public API.
export { type AskedField, type AskedForm, type FieldOption, readAskedForm } from '@toolshed/kernel/runtime';
export { approvalLines, asItStands, waitsForOthers } from './present/approval-lines.js';
export { argumentRows, type RowStyle, valueLines } from './present/card/argument-rows.js';
export { changedPreview } from './present/card/changed-preview.js';
export { alignRows, clip, padEnd, padStart, widthOf, wrap } from './present/layout/columns.js';
export { countWords } from './present/count-words.js';
export { isFound, type QuestionSearch, toolOf } from './present/find-question.js';
export { limitWords } from './present/field-words.js';
export { besideLabel, labelledRow } from './present/layout/labelled-row.js';
export { lateLines } from './present/late-lines.js';
export type { Paint } from './present/layout/paint.js';
export { decisionWords, problemWords, reasonWords } from './present/policy-words.js';
export { planLines } from './present/card/plan-lines.js';
export { previewRows } from './present/card/preview-rows.js';
export { type CallDetails, detailsOf } from './present/calls/call-details.js';
export { answerWords, outcomeWords } from './present/calls/outcome-words.js';
export { type CardFacts, originRow, questionCard } from './present/card/question-card.js';
export { programRows, questionCards } from './present/card/several-cards.js';
export { cardsOf } from './present/card/question-cards.js';
export { titleOf } from './present/program-title.js';
export { requestRows } from './present/card/request-rows.js';
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
export { shorten } from './present/layout/shortened.js';
