// Servers that others wrote, started as their documentation says.

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signatureOf } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openSourceShed, serverFile } from './source-shed.ts';

const folder = (): string => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolshed-files-')));
  mkdirSync(join(root, 'notes'));
  writeFileSync(join(root, 'notes', 'a.txt'), 'hello');
  return root;
};

const files = (root: string, trusted: boolean) => ({
  namespace: 'files',
  trusted,
  mcp: { command: process.execPath, args: [serverFile('server-filesystem'), root] },
});

const everything = { namespace: 'every', mcp: { command: process.execPath, args: [serverFile('server-everything')] } };

describe('the filesystem server', () => {
  verifies('sources/mcp', 'becomes tools with signatures', async () => {
    await using shed = await openSourceShed([files(folder(), true)]);
    const tool = shed.catalog.find('files.read_text_file');
    expect(tool && signatureOf(tool)).toMatch(
      /^files\.read_text_file\(args: \{ path: string; tail\?: number; head\?: number \}\): Promise<\{ structuredContent: \{ content: string \}; content: /,
    );
    expect(shed.catalog.search('create a folder')[0]?.path).toBe('files.create_directory');
  });

  verifies('sources/mcp', 'the annotations of a server are used if the config trusts it', async () => {
    const root = folder();
    await using shed = await openSourceShed([files(root, true)]);
    const program = `
      const { structuredContent } = await tools.files.read_text_file({ path: '${root}/notes/a.txt' });
      await tools.files.write_file({ path: '${root}/notes/b.txt', content: structuredContent.content + '!' });
    `;
    const paused = expectStatus(await shed.execute(program), 'paused');
    expect(paused.pending).toHaveLength(1);
    expect(paused.paused).toMatchObject({
      toolPath: 'files.write_file',
      message: 'Call "write_file" of the MCP server "files"?',
      args: { path: `${root}/notes/b.txt`, content: 'hello!' },
    });
    expectStatus(await shed.resume(paused.executionId, true), 'completed');
    expect(readFileSync(join(root, 'notes', 'b.txt'), 'utf8')).toBe('hello!');
  });

  verifies('sources/mcp', 'without trust the annotations of a server are ignored, and reading asks too', async () => {
    const root = folder();
    await using shed = await openSourceShed([files(root, false)]);
    const result = await shed.execute(`await tools.files.read_text_file({ path: '${root}/notes/a.txt' })`);
    expect(expectStatus(result, 'paused').paused.toolPath).toBe('files.read_text_file');
  });

  verifies('sources/mcp', 'the config takes precedence over what a server says of its tools', async () => {
    const root = folder();
    const rules = { safe: ['files.*'], destructive: ['files.write_file'] };
    await using shed = await openSourceShed([{ ...files(root, false), ...rules }]);
    expect(shed.catalog.find('files.move_file')?.isDestructive({})).toBe(false);
    expect(shed.catalog.find('files.write_file')?.isDestructive({})).toBe(true);
  });

  verifies('sources/mcp', 'fails with what the server says', async () => {
    await using shed = await openSourceShed([files(folder(), true)]);
    const result = await shed.execute(`await tools.files.read_text_file({ path: '/etc/passwd' })`);
    expect(expectStatus(result, 'failed').error).toMatchObject({
      code: 'mcp/tool-error',
      message: expect.stringContaining('the MCP server "files" says: Access denied'),
    });
  });
});

describe('the everything server', () => {
  verifies('sources/questions', 'asks people through us, by its name', async () => {
    await using shed = await openSourceShed([everything]);
    const gated = await shed.execute(`return await tools.every['trigger-elicitation-request']({})`);
    const asked = expectStatus(await shed.resume(gated.executionId, true), 'paused');
    expect(asked.paused).toMatchObject({
      type: 'form',
      toolPath: 'every.trigger-elicitation-request',
      message: 'The MCP server "every" asks:\nPlease provide inputs for the following fields:',
    });
    const answer = { approved: true, data: { name: 'Ada', integer: 7 } };
    const done = expectStatus(await shed.resume(asked.paused.elicitationId, answer), 'completed');
    expect(JSON.stringify(done.value)).toContain('- Name: Ada');
    expect(JSON.stringify(done.value)).toContain('- Favorite Integer: 7');
  });

  verifies('sources/questions', 'learns no more than that a person declined', async () => {
    await using shed = await openSourceShed([everything]);
    const gated = await shed.execute(`return await tools.every['trigger-elicitation-request']({})`);
    const asked = expectStatus(await shed.resume(gated.executionId, true), 'paused');
    const done = expectStatus(await shed.resume(asked.paused.elicitationId, false), 'completed');
    expect(JSON.stringify(done.value)).toContain('User declined');
  });

  verifies('sources/questions', 'an answer is checked against the question before the server gets it', async () => {
    await using shed = await openSourceShed([everything]);
    const gated = await shed.execute(`return await tools.every['trigger-elicitation-request']({})`);
    const asked = expectStatus(await shed.resume(gated.executionId, true), 'paused');
    const answer = { approved: true, data: { name: 'Ada', integer: 700 } };
    await expect(shed.resume(asked.paused.elicitationId, answer)).rejects.toThrow('integer');
  });

  verifies('sources/questions', 'sends a person to an address that we never visit', async () => {
    await using shed = await openSourceShed([everything]);
    const url = 'http://127.0.0.1:9/never';
    const gated = await shed.execute(`return await tools.every['trigger-url-elicitation']({ url: '${url}' })`);
    const asked = expectStatus(await shed.resume(gated.executionId, true), 'paused');
    expect(JSON.stringify(asked.paused)).toContain(url);
    expectStatus(await shed.resume(asked.paused.elicitationId, true), 'completed');
  });

  verifies('sources/questions', 'a call is repeated once the person visited the page it needs', async () => {
    await using shed = await openSourceShed([{ ...everything, safe: ['every.**'] }]);
    const args = `{ url: 'http://127.0.0.1:9/then', errorPath: true }`;
    const first = expectStatus(
      await shed.execute(`return await tools.every['trigger-url-elicitation'](${args})`),
      'paused',
    );
    expect(first.paused.request).not.toMatchObject({ url: 'http://127.0.0.1:9/then' });
    const then = expectStatus(await shed.resume(first.executionId, true), 'paused');
    expect(then.paused.request).toMatchObject({ type: 'url', url: 'http://127.0.0.1:9/then' });
    expectStatus(await shed.resume(then.paused.elicitationId, true), 'completed');
  });

  verifies('sources/questions', 'a server that may not ask by the config is not offered elicitation', async () => {
    await using shed = await openSourceShed([{ ...everything, questions: false }]);
    expect(shed.catalog.find('every.get-sum')).toBeDefined();
    expect(shed.catalog.find('every.trigger-elicitation-request')).toBeUndefined();
  });

  verifies('sources/questions', 'keeps images and resources in its results', async () => {
    await using shed = await openSourceShed([{ ...everything, safe: ['every.**'] }]);
    const result = await shed.execute(`return [
      await tools.every['get-tiny-image']({}),
      await tools.every['get-resource-reference']({ resourceType: 'Text', resourceId: 1 }),
    ]`);
    expect(expectStatus(result, 'completed').value).toMatchObject([
      { content: expect.arrayContaining([expect.objectContaining({ type: 'image', mimeType: 'image/png' })]) },
      { content: expect.arrayContaining([expect.objectContaining({ type: 'resource', resource: expect.anything() })]) },
    ]);
  });
});
