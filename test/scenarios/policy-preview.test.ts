import { defineTool, type Preview, type PreviewContext, type Tool, ToolError } from '@toolshed/kernel';
import { makePreview } from '@toolshed/runtime/internal/tool-proxy/make-preview';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

type Make = (context: PreviewContext) => Preview | Promise<Preview>;

const previewed = (preview: Make, acted: string[] = []): Tool =>
  defineTool({
    path: 'mail.send',
    description: 'Send a mail',
    input: z.object({ to: z.string() }),
    destructive: true,
    preview,
    handler: (_context, { to }) => {
      acted.push(to);
      return { sent: to };
    },
  });

const shown = async (preview: Make, acted?: string[]) => {
  await using shed = await openInThread({ tools: [previewed(preview, acted)], store: 'memory' });
  const paused = expectStatus(await shed.execute(`return await tools.mail.send({ to: 'ada' })`), 'paused');
  return paused.paused.request.preview;
};

const fail = (): never => {
  throw new Error('hunter2');
};

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const unknownShape = (value: unknown): Preview => JSON.parse(JSON.stringify(value));

describe('a preview', () => {
  verifies('preview/limits', 'is made before the person is asked, and has no effect', async () => {
    const acted: string[] = [];
    expect(await shown(() => ({ kind: 'text', text: 'One mail' }), acted)).toEqual({ kind: 'text', text: 'One mail' });
    expect(acted).toEqual([]);
  });

  verifies.each<[string, Make, string]>('preview/limits', [
    [
      'that says why it cannot be made',
      () => Promise.reject(new ToolError('mail/closed', 'the mailbox is closed')),
      'The preview could not be made: the mailbox is closed',
    ],
    ['of no known shape', () => unknownShape({ kind: 'html', html: '<b>' }), 'have a shape'],
    ['with fields nobody knows', () => unknownShape({ kind: 'text', text: 'x', approved: true }), 'have a shape'],
    ['that is nothing', () => unknownShape(null), 'have a shape'],
    ['that is too long', () => ({ kind: 'text', text: 'x'.repeat(300_000) }), '300025 characters, more than 200000'],
    [
      'of too many lines',
      () => ({ kind: 'diff', before: '', after: 'x\n'.repeat(5_001) }),
      '5002 lines, more than 5000',
    ],
    [
      'of too many rows',
      () => ({ kind: 'table', columns: ['a'], rows: Array.from({ length: 501 }, () => ['x']) }),
      '501 rows, more than 500',
    ],
    [
      'of too many columns',
      () => ({ kind: 'table', columns: ['a'], rows: [Array.from({ length: 51 }, () => 'x')] }),
      '51 columns, more than 50',
    ],
  ])('%s is shown as failed', async (_what, preview, problem) => {
    expect(await shown(preview)).toEqual({ kind: 'failed', message: expect.stringContaining(problem) });
  });

  verifies.each<[string, () => unknown]>('preview/limits', [
    ['an error', () => new Error('connect ECONNREFUSED postgres://root:hunter2@db')],
    ['a text', () => 'hunter2'],
    ['what throws when it is looked at', () => new Proxy(new Error('hunter2'), { get: fail, getPrototypeOf: fail })],
  ])('a preview that throws %s shows a reference, and the log has the rest', async (_what, thrown) => {
    const lines: { readonly facts: object; readonly message: string }[] = [];
    const error = (facts: object, message: string) => void lines.push({ facts, message });
    const log = { ...silent, error };
    const tool = previewed(() => Promise.reject(thrown()));
    await using shed = await openInThread({ tools: [tool], store: 'memory', log });
    const paused = expectStatus(await shed.execute(`return await tools.mail.send({ to: 'ada' })`), 'paused');
    const { preview } = paused.paused.request;
    const message = preview?.kind === 'failed' ? preview.message : '';
    expect(message).toMatch(/^The preview could not be made \(reference [0-9a-f]{8}\)$/);
    expect(JSON.stringify([paused, await shed.journal(paused.executionId), await shed.pending()])).not.toContain(
      'hunter2',
    );
    const [line] = lines;
    expect(line).toMatchObject({ message: 'a preview failed', facts: { path: 'mail.send' } });
    expect(line?.facts).toMatchObject({ reference: /reference (\w+)/.exec(message)?.[1], err: expect.anything() });
    expectStatus(await shed.resume(paused.executionId, true), 'completed');
  });

  verifies('preview/limits', 'a preview that takes too long is aborted, and shown as failed', async () => {
    const stopped = Promise.withResolvers<unknown>();
    const tool = previewed(({ signal }) => {
      signal.addEventListener('abort', () => stopped.resolve(signal.reason));
      return new Promise<never>(() => undefined);
    });
    const context = { session: 's', agent: undefined, labels: {}, signal: new AbortController().signal };
    const made = await makePreview(
      tool,
      { to: 'ada' },
      { ...context, executionId: JSON.parse('"exec_1"') },
      silent,
      20,
    );
    expect(made).toEqual({ kind: 'failed', message: 'The preview could not be made: it took too long' });
    expect(await stopped.promise).toMatchObject({ message: 'it took too long' });
  });

  verifies('preview/limits', 'is aborted when the execution is cancelled', async () => {
    const started = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const tool = previewed(({ signal }) => {
      started.resolve();
      signal.addEventListener('abort', () => stopped.resolve());
      return new Promise<never>(() => undefined);
    });
    await using shed = await openInThread({ tools: [tool], store: 'memory' });
    const running = shed.execute(`return await tools.mail.send({ to: 'ada' })`);
    await started.promise;
    const [summary] = await shed.list();
    await shed.cancel(summary?.id ?? '');
    await stopped.promise;
    expectStatus(await running, 'cancelled');
  });
});
