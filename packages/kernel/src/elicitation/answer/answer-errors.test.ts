import { describe, expect, it } from 'vitest';
import { AmbiguousAnswerError, InvalidAnswerError } from './answer-errors.js';

describe('AmbiguousAnswerError', () => {
  it('lists what could have been meant', () => {
    const open = [
      { elicitationId: 'elic_1', message: 'Send?' },
      { elicitationId: 'elic_2', message: 'Delete?' },
    ];
    expect(new AmbiguousAnswerError('exec_1', open).message).toBe(
      'Cannot tell which question of exec_1 is answered: 2 are open: elic_1 (Send?), elic_2 (Delete?); name one, or answer all',
    );
  });
});

describe('InvalidAnswerError', () => {
  it('names each field that does not fit', () => {
    const issues = [
      { field: 'name', message: 'is missing' },
      { field: '', message: 'is too large' },
    ];
    expect(new InvalidAnswerError('elic_1', issues).message).toBe(
      'Cannot accept the answer to "elic_1": "name": is missing; is too large; the question is still open',
    );
  });
});
