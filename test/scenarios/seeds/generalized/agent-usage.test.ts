// The specs that agents write, as they stand on the page.

import type { FormField } from '@toolshed/kernel/runtime';
import type { Toolshed } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { SILENT_MODERN } from '../../../mcp/clients.ts';
import { openMcpOver } from '../../../mcp/mcp-over.ts';
import { firstQuestion } from '../../../support/asking-shed.ts';
import { expectStatus } from '../../../support/expect-status.ts';
import { newCanary } from '../../../support/secret-shed.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';
import { openInThread } from '../../../support/open-in-thread.ts';
import { showing } from '../../../mcp/shown-view.ts';

const SECRET = `
\`\`\`elicit
{
  "type": "secret",
  "prompt": "Enter your OpenAI API key:",
  "description": "Required for the OpenAI integration. Will not be logged."
}
\`\`\`
`;

const CHOICE = `
{
  "type": "choice",
  "prompt": "Which framework should we use?",
  "options": ["FastAPI", "Django", "Flask"]
}
`;

const FORM = `
{
  "type": "form",
  "prompt": "New project setup:",
  "fields": [
    {"name": "name", "prompt": "Project name?", "type": "text"},
    {"name": "language", "prompt": "Language?", "type": "choice", "options": ["python", "typescript"]},
    {"name": "tests", "prompt": "Include tests?", "type": "boolean"}
  ]
}
`;

describe('an agent', () => {
  let shed: Toolshed;
  beforeAll(async () => {
    shed = await openInThread({ tools: [], store: 'memory' });
  });
  afterAll(() => shed[Symbol.asyncDispose]());

  verifies('elicit/alone', 'asks with a fenced block, and reads that a secret was given but not which', async () => {
    const { elicitationId, request, type } = await firstQuestion(shed, SECRET);
    shows('usage/fenced', type).toBe('secret');
    shows('usage/secret', request).toMatchObject({
      message: 'Enter your OpenAI API key:',
      description: 'Required for the OpenAI integration. Will not be logged.',
    });
    const key = newCanary();
    const { value } = expectStatus(await shed.resume(elicitationId, { approved: true, data: key }), 'completed');
    shows('code/format-response', value).toMatchObject({
      note: expect.stringContaining('User provided secret value (not shown)'),
    });
    expect(JSON.stringify(value)).not.toContain(key);
  });

  verifies('elicit/kinds', 'asks for one of three', async () => {
    const { elicitationId, request } = await firstQuestion(shed, `return await elicit(${CHOICE})`);
    shows('usage/choice', request).toMatchObject({
      message: 'Which framework should we use?',
      options: [{ value: 'FastAPI' }, { value: 'Django' }, { value: 'Flask' }],
    });
    const rails = shed.resume(elicitationId, { approved: true, data: 'Rails' });
    await expect(rails).rejects.toMatchObject({ code: 'answer/invalid' });
  });

  verifies('elicit/forms', 'asks for a form, each field of which is checked', async () => {
    const { elicitationId, request } = await firstQuestion(shed, `return await elicit(${FORM})`);
    const { properties } = Object(request.type === 'form' ? request.schema : {});
    shows('usage/field-text', properties.name).toMatchObject({ type: 'string', title: 'Project name?' });
    shows('usage/field-choice', properties.language).toMatchObject({ enum: ['python', 'typescript'] });
    shows('usage/field-boolean', properties.tests).toMatchObject({ type: 'boolean', title: 'Include tests?' });
    const wrong = { approved: true, data: { language: 'cobol', tests: 'yes' } };
    await expect(shed.resume(elicitationId, wrong)).rejects.toMatchObject({
      issues: [{ field: 'name' }, { field: 'language' }, { field: 'tests' }],
    });
    const data = { name: 'shed', language: 'typescript', tests: true };
    const done = await shed.resume(elicitationId, { approved: true, data });
    shows('usage/form', done).toMatchObject({ value: { data } });
    const field: FormField = { name: 'name', prompt: 'Project name?', type: 'text' };
    shows('parts/form-field', properties).toHaveProperty(field.name);
  });

  verifies('elicit/alone', 'has a tool that takes the spec in one call', async () => {
    await using mcp = await openMcpOver(shed);
    const agent = { token: 'ada', capabilities: SILENT_MODERN.capabilities ?? {} };
    const asked = await mcp.call(agent, 'elicit', JSON.parse(CHOICE));
    shows('parts/tool', asked).toMatchObject({ ...showing({ status: 'paused' }) });
    shows('usage/json-spec', asked).toMatchObject({
      ...showing({ pending: [{ type: 'choice', message: 'Which framework should we use?' }] }),
    });
  });
});
