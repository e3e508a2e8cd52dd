import { describe, expect, it } from 'vitest';
import { AmbiguousAnswerError, InvalidAnswerError, StaleAnswerError } from './elicitation/answer/answer-errors.js';
import { ToolDeniedError } from './elicitation/answer/tool-denied-error.js';
import { JournalCorruptError } from './execution/journal-corrupt-error.js';
import { newElicitationId, newExecutionId } from './ids.js';
import { NotJsonError } from './journal/canonical-json.js';
import { JournalConflictError, OutcomeUnknownError, StoreUnavailableError } from './ports/journal-store.js';
import { InvalidOptionsError } from './options/read-options.js';
import { DuplicateToolError } from './tool/catalog/tool-catalog.js';
import { InvalidToolPathError } from './tool/catalog/tool-path.js';
import { ToolshedError } from './toolshed-error.js';

const ERRORS: readonly ToolshedError[] = [
  new AmbiguousAnswerError('exec_1', [{ elicitationId: newElicitationId(0), message: 'Send?' }]),
  new StaleAnswerError('exec_1', [{ elicitationId: newElicitationId(0), message: 'Send?' }]),
  new InvalidAnswerError('elic_1', [{ field: 'name', message: 'is missing' }]),
  new ToolDeniedError('mail.send', 'tool/declined', undefined),
  new JournalCorruptError(3, 'entry 2 was expected'),
  new NotJsonError(['a', 0], 'NaN'),
  new JournalConflictError(newExecutionId(0), 3),
  new StoreUnavailableError('Cannot write the journal: the disk is full'),
  new OutcomeUnknownError('Cannot say whether the journal was written: the server is away'),
  new InvalidOptionsError('define a tool', [{ field: 'path', message: 'must be a text' }]),
  new DuplicateToolError(['mail.send', 'mail.Send']),
  new InvalidToolPathError('mail send'),
];

describe.each(ERRORS)('$name', (error) => {
  it('is a ToolshedError whose code says area and what', () => {
    expect(error).toBeInstanceOf(ToolshedError);
    expect(error.name).not.toBe('Error');
    expect(error.code).toMatch(/^[a-z]+\/[a-z-]+$/);
  });

  it('says what cannot be done and ends without a period', () => {
    expect(error.message).toMatch(/^Cannot .+: .*[^.]$|^Cannot use .+/);
  });
});
