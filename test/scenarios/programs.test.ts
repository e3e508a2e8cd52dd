import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { type MailShed, openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';

describe('a program', () => {
  let mail: MailShed;
  beforeAll(async () => {
    mail = await openMailShed({ limits: { logBytes: 1_000 } });
  });
  afterAll(() => mail[Symbol.asyncDispose]());
  const valueFrom = async (program: string): Promise<unknown> =>
    expectStatus(await mail.shed.execute(program), 'completed').value;
  const errorFrom = async (program: string) => expectStatus(await mail.shed.execute(program), 'failed').error;

  verifies('program/typescript', 'may be written in TypeScript', async () => {
    const program = `
      interface Mail { readonly name: string }
      const parse = <T>(text: string): T => JSON.parse(text) as T;
      const { name }: Mail = parse<Mail>('{"name":"ada"}');
      return name satisfies string;`;
    expect(await valueFrom(program)).toBe('ada');
  });

  verifies(
    'program/typescript',
    'reads type arguments as TypeScript does, where JavaScript would compare',
    async () => {
      expect(await valueFrom(`function id<T>(value: T): T { return value }\nreturn id<number>(5)`)).toBe(5);
      expect(await valueFrom(`const id = (value) => value; type Num = number;\nreturn id<Num>(5)`)).toBe(5);
      expect(await valueFrom(`const a = 1, b = 2, c = 3; return a < b && b < (c)`)).toBe(true);
    },
  );

  verifies('program/typescript', 'TypeScript that cannot be erased is refused with line and column', async () => {
    const error = await errorFrom(`const a = 1;\n  enum Colour { Red }\nreturn a`);
    expect(error).toMatchObject({
      code: 'program/syntax',
      line: 2,
      column: 3,
      message: expect.stringContaining('enum'),
    });
  });

  verifies('input/syntax', 'a syntax error names line and column, and nothing runs', async () => {
    const error = await errorFrom(`tools.mail.send({ to: 'x' });\nconst = 5;`);
    expect(error).toMatchObject({ code: 'program/syntax', line: 2, column: 7 });
    expect(mail.sent).toEqual([]);
  });

  verifies('program/sees-only', 'cannot close the function it is compiled into', async () => {
    expect(await errorFrom(`return 1 }); globalThis.escaped = 1; (async () => {`)).toMatchObject({
      code: 'program/syntax',
    });
  });

  verifies('program/top-level', 'may await and return at the top level, and come in a code fence', async () => {
    expect(await valueFrom('```ts\nconst list: string[] = await tools.mail.list();\nreturn list.length\n```\n')).toBe(
      2,
    );
    expect(await valueFrom('\n~~~\nreturn 3\n~~~')).toBe(3);
  });

  verifies('program/console', 'has its console captured on five levels', async () => {
    const result = await mail.shed.execute(
      `console.debug('d'); console.log('l', { a: [1, 'x'] }); console.info(new Map([[1, 2]])); console.warn(null, undefined, 5n); console.error(new TypeError('t'));`,
    );
    expect(result.logs).toEqual([
      { level: 'debug', text: 'd' },
      { level: 'log', text: 'l { a: [1, "x"] }' },
      { level: 'info', text: 'Map(1) [[1, 2]]' },
      { level: 'warn', text: 'null undefined 5n' },
      { level: 'error', text: 'TypeError: t' },
    ]);
  });

  verifies('program/console', 'cannot log without end', async () => {
    const program = `for (let n = 0; n < 100; n++) console.log('x'.repeat(100)); return 'done'`;
    const { value, logs } = expectStatus(await mail.shed.execute(program), 'completed');
    expect(value).toBe('done');
    expect(logs).toHaveLength(8);
    expect(logs.at(-1)?.text).toContain('No more lines are kept');
  });

  verifies('program/errors', 'fails with its own line and column', async () => {
    expect(await errorFrom(`const x = {};\n\n  x.a.b();`)).toMatchObject({
      code: 'program/failed',
      name: 'TypeError',
      line: 3,
      column: 7,
    });
    expect(await errorFrom(`const f = () => { throw new RangeError('r') };\nf();`)).toMatchObject({
      line: 1,
      name: 'RangeError',
    });
    expect(await errorFrom(`throw 'just text'`)).toMatchObject({ message: 'just text' });
  });

  verifies('program/discovery', 'finds tools by words and reads their signatures', async () => {
    const found = await valueFrom(`return (await tools.$search('list mails'))[0].signature`);
    expect(found).toBe('mail.list(args?: { folder?: string }): Promise<string[]>');
    expect(await valueFrom(`return (await tools.$describe('mail.send')).description`)).toBe('Send a mail');
  });

  verifies('program/discovery', 'gets the nearest path when it calls one that does not exist', async () => {
    expect(await valueFrom(`try { await tools.mail.sned({}) } catch (error) { return error.message }`)).toContain(
      'did you mean mail.send',
    );
  });

  verifies('program/sees-only', 'sees nothing of a host', async () => {
    const names = [
      'fetch',
      'process',
      'require',
      'performance',
      'WebAssembly',
      'SharedArrayBuffer',
      'Atomics',
      'WeakRef',
      'FinalizationRegistry',
    ];
    expect(await valueFrom(`return ${JSON.stringify(names)}.map((name) => typeof globalThis[name])`)).toEqual(
      names.map(() => 'undefined'),
    );
    expect(await valueFrom(`try { await import('node:fs'); return 'imported' } catch { return 'refused' }`)).toBe(
      'refused',
    );
  });

  verifies('program/sees-only', 'shows values to the user with emit, apart from what it returns', async () => {
    const result = await mail.shed.execute(`emit({ step: 1 }); emit('two'); return 'value'`);
    expect(result.emitted).toEqual([{ step: 1 }, 'two']);
  });

  it('a program that waits for something that will never happen is ended', async () => {
    expect(await errorFrom('await new Promise(() => {})')).toMatchObject({ code: 'program/stalled' });
  });

  verifies('program/console', 'finds rejections that nobody handled in its log', async () => {
    const result = await mail.shed.execute(`(async () => { throw new Error('lost') })(); await sleep(10); return 'ok'`);
    expect(expectStatus(result, 'completed').logs).toEqual([
      { level: 'warn', text: 'Nobody handled a rejection: lost' },
    ]);
  });

  verifies('program/sees-only', 'may wait with sleep, timeouts and intervals', async () => {
    const program = `
      const order = [];
      setTimeout((name) => order.push(name), 5, 'timeout');
      const cleared = setTimeout(() => order.push('never'), 1_000_000);
      const interval = setInterval(() => { order.push('tick'); if (order.length > 3) clearInterval(interval); }, 8);
      while (order.length < 4) await sleep(5);
      await sleep(30); clearTimeout(cleared);
      return order;`;
    expect(await valueFrom(program)).toEqual(['timeout', 'tick', 'tick', 'tick']);
  });
});
