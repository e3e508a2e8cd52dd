import { describe, expect, it } from 'vitest';
import { ToolshedError } from '../toolshed-error.js';
import { ToolError } from './tool-error.js';

describe('ToolError', () => {
  it('carries the code, message and reason a handler means the program to read', () => {
    const error = new ToolError('mail/bounced', 'Cannot send the mail: the address bounced', 'mailbox full');
    expect(error).toBeInstanceOf(ToolshedError);
    expect(error).toMatchObject({ name: 'ToolError', code: 'mail/bounced', reason: 'mailbox full' });
    expect(new ToolError('mail/bounced', 'Cannot send the mail: the address bounced').reason).toBeUndefined();
  });
});
