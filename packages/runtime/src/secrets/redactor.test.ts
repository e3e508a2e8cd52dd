import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, NO_SECRETS } from './redactor.js';

const VALUE = 'sk-live/8f+J2k"q\\ä9';
const redactor = createRedactor([VALUE]);
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const percent = (text: string): string => Buffer.from(text).reduce((sum, byte) => `${sum}%${hexOf(byte)}`, '');
const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');
const unicode = (text: string): string =>
  text
    .split('')
    .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
const entities = (text: string): string => [...text].map((one) => `&#${one.codePointAt(0)};`).join('');

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in base64': base64,
  'in base64 in lines': (text) =>
    base64(text)
      .replaceAll(/.{20}/g, (line) => `${line}\r\n`)
      .trim(),
  'in base64url': (text) => Buffer.from(text).toString('base64url'),
  'in a URL': encodeURIComponent,
  'in a URL in lower case': (text) => encodeURIComponent(text).replaceAll(/%../g, (one) => one.toLowerCase()),
  'in a URL, every character of it': percent,
  'in a form': (text) => new URLSearchParams({ q: text }).toString().slice(2),
  'twice in a URL': (text) => encodeURIComponent(encodeURIComponent(text)),
  'in base64 in a URL': (text) => encodeURIComponent(base64(text)),
  'in JSON': (text) => JSON.stringify(text).slice(1, -1),
  'in JSON, every character of it': unicode,
  'in JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  'in HTML': (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  'in HTML, every character of it': entities,
  'in hex': (text) => Buffer.from(text).toString('hex'),
  'in hex with colons': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replaceAll(/..(?=.)/g, '$&:'),
  'in hex with spaces': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replaceAll(/..(?=.)/g, '$& '),
  'in hex, as numbers of a program': (text) => Array.from(Buffer.from(text), (byte) => `0x${hexOf(byte)}`).join(', '),
  'in escapes of bytes': (text) => Array.from(Buffer.from(text), (byte) => `\\x${hexOf(byte)}`).join(''),
  'in upper-case hex': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};

/** What was escaped, or encoded, before it was encoded as a whole. */
const WRAPPINGS: Readonly<Record<string, (text: string) => string>> = {
  'in JSON in base64': (text) => base64(JSON.stringify({ user: 'me', key: text })),
  'in JSON in base64url': (text) => Buffer.from(JSON.stringify([text])).toString('base64url'),
  'in JSON, every character of it, in base64': (text) => base64(`"${unicode(text)}"`),
  'in a URL in base64': (text) => base64(`https://x.org/?key=${encodeURIComponent(text)}`),
  'in HTML in base64': (text) => base64(`<b>${entities(text)}</b>`),
  'in base64 in base64': (text) => base64(`Basic ${base64(`user:${text}`)}`),
  'in JSON in base64 in base64': (text) => base64(base64(JSON.stringify({ key: text }))),
  'in JSON in base64 in a URL': (text) => encodeURIComponent(base64(JSON.stringify(text))),
  'in JSON in base64 in lines': (text) =>
    base64(JSON.stringify({ key: text })).replaceAll(/.{20}/g, (line) => `${line}\n`),
  'in JSON in base64 in JSON': (text) => JSON.stringify({ body: base64(JSON.stringify(text)) }),
  'in UTF-16 in base64': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'in UTF-16 in hex': (text) => Buffer.from(text, 'utf16le').toString('hex'),
  'in JSON in hex': (text) => Buffer.from(JSON.stringify({ key: text })).toString('hex'),
  'in JSON in base64 after a path': (text) => `/v1/files/${base64(JSON.stringify(text))}`,
};

const WRITERS: readonly (readonly [string, (text: string) => string])[] = [
  ['itself', (text) => text],
  ['JSON', (text) => JSON.stringify({ key: text })],
  ['a URL', (text) => `https://x.org/?key=${encodeURIComponent(text)}`],
  ['HTML', (text) => `<b>${text.replaceAll(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)}</b>`],
  ['base64', (text) => base64(text)],
  ['base64url', (text) => Buffer.from(text).toString('base64url')],
  ['hex', (text) => Buffer.from(text).toString('hex')],
];

describe('a redactor', () => {
  it.each(Object.entries(WRAPPINGS))('takes a value out that is written %s', (_, wrap) => {
    const written = wrap(VALUE);
    const text = redactor.text(`before <${written}> after`);
    expect(text).toMatch(/^before <.*\[secret\].*> after$/s);
    expect(text.replace('[secret]', '').length).toBeLessThan(`before <${written}> after`.length - VALUE.length);
    expect(redactor.text(`before <${wrap('nothing of that sort: 1234')}> after`)).not.toContain('[secret]');
  });

  it.each(Object.entries(ENCODINGS))('takes a value out that is written %s', (_, encode) => {
    expect(redactor.text(`before <${encode(VALUE)}> after`)).toBe('before <[secret]> after');
  });

  it.each(['u:', 'me:', 'you:', ''])('takes a value out of base64 after %j, with the characters it shares', (user) => {
    const text = base64(`${user}${VALUE}:end`);
    const left = redactor.text(text).split('[secret]');
    expect(left).toHaveLength(2);
    const unknown = Math.ceil((user.length * 8) / 6);
    expect(left[0]).toBe(text.slice(0, Math.max(0, Math.floor((user.length * 8) / 6))));
    expect(left[0]?.length).toBeLessThanOrEqual(unknown);
    expect(Buffer.from(left[1] ?? '', 'base64').toString('latin1')).not.toContain('9:');
  });

  it('takes out what is there of a value where the text breaks off', () => {
    expect(redactor.text(`token ${VALUE.slice(0, 12)}`)).toBe('token [secret]');
    expect(redactor.text(`token ${VALUE.slice(0, 7)}`)).toBe(`token ${VALUE.slice(0, 7)}`);
  });

  it.each(['\n    at run (file.js:1:2)', '\r\nCaused by: more', '", "code": 401}', "' }", '`', '… (cut)', '...'])(
    'takes out what is there of a value before %j',
    (rest) => {
      expect(redactor.text(`token ${VALUE.slice(0, 12)}${rest}`)).toBe(`token [secret]${rest}`);
      expect(redactor.text(`token ${VALUE.slice(0, 7)}${rest}`)).toBe(`token ${VALUE.slice(0, 7)}${rest}`);
    },
  );

  it('takes a value out that looks like an escape itself, in any two encodings, one within the other', () => {
    const signs = ['\\', '"', '%', '%41', '%20', '&', '&amp;', '&#65;', '<', '>', 'é', '1', '7', '\\n', '\\u0041', 'x'];
    const value = fc.string({ unit: fc.constantFrom(...signs), minLength: 8, maxLength: 16 });
    fc.assert(
      fc.property(value, fc.constantFrom(...WRITERS), fc.constantFrom(...WRITERS), (secret, [, inner], [, outer]) => {
        const written = outer(inner(secret));
        const text = createRedactor([secret]).text(written);
        expect(text).toContain('[secret]');
        expect(text).not.toContain(written);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['x\\end%41', 'JSON', 'base64'],
    ['x\\end%41', 'JSON', 'JSON'],
    ['&amp;\\ghi', 'JSON', 'JSON'],
    ['my\\pass%2F', 'JSON', 'base64url'],
  ])('takes %s out of %s in %s', (secret, inner, outer) => {
    const writers = new Map(WRITERS);
    const written = writers.get(outer)?.(writers.get(inner)?.(secret) ?? '') ?? '';
    expect(createRedactor([secret]).text(written)).toContain('[secret]');
  });

  it('leaves the line breaks around a value where they are', () => {
    expect(createRedactor(['hunter22-and-more']).text('a\r\nhunter22-and-more\r\nb\n')).toBe('a\r\n[secret]\r\nb\n');
  });

  it('takes the lines of a key file out one by one', () => {
    const key = '-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG\n9w0BAQEFAASCBKcwggSj\n-----END KEY-----\n';
    const lines = createRedactor([key]);
    expect(lines.text('  9w0BAQEFAASCBKcwggSj,')).toBe('  [secret],');
    expect(lines.text(key)).toBe('[secret]');
    expect(lines.text(key.trim())).toBe('[secret]');
  });

  it('takes a key file out that was laid out again', () => {
    const key = 'MIIEvQIBADANBgkqhkiG\n9w0BAQEFAASCBKcwggSj\nAgEAAoIBAQC7VJTUt9Us\n';
    const narrow = key.replaceAll('\n', '').replaceAll(/.{9}/g, (line) => `${line}\n`);
    expect(createRedactor([key]).text(`<${narrow}>`)).toMatch(/^<\[secret\]\n*>$/);
  });

  it('joins values that overlap', () => {
    const two = createRedactor(['abcdefghij', 'ghijklmnop']);
    expect(two.text('x abcdefghijklmnop y')).toBe('x [secret] y');
  });

  it('looks into keys, lists, numbers and bytes, and keeps members apart', () => {
    const pin = createRedactor(['12345678', VALUE]);
    expect(
      pin.json({
        [VALUE]: 1,
        [`${VALUE}`.repeat(2)]: 2,
        list: [VALUE, null, true, 12345678, 87654321, 0.5],
        bytes: [...Buffer.from(`x${VALUE}`)],
        other: [...Buffer.from('nothing here')],
      }),
    ).toEqual({
      '[secret]': 1,
      '[secret] 2': 2,
      list: ['[secret]', null, true, '[secret]', 87654321, 0.5],
      bytes: '[secret]',
      other: [...Buffer.from('nothing here')],
    });
  });

  it('keeps a member called __proto__ a member', () => {
    const value = JSON.parse('{"__proto__":{"a":1},"b":2}');
    expect(JSON.stringify(redactor.json(value))).toBe('{"__proto__":{"a":1},"b":2}');
  });

  it('leaves everything else as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(redactor.json(value)).toEqual(value);
      }),
    );
  });

  it('does not look for values too short to be distinguished from ordinary text', () => {
    expect(createRedactor(['1234567', ''])).toBe(NO_SECRETS);
  });

  it('lets nothing of a value through, whatever it is, wherever it stands and however it is written', () => {
    const value = fc.oneof(
      fc.string({ minLength: 8, maxLength: 60 }),
      fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }).filter((text) => text.isWellFormed()),
      fc.base64String({ minLength: 8, maxLength: 64 }),
    );
    const encoding = fc.constantFrom(...Object.values(ENCODINGS).filter((encode) => encode !== ENCODINGS['in HTML']));
    fc.assert(
      fc.property(value, encoding, fc.string(), fc.string(), (secret, encode, before, after) => {
        const written = encode(secret);
        const text = createRedactor([secret]).text(`${before} ${written} ${after}`);
        expect(text).toContain('[secret]');
        const left = text.replaceAll('[secret]', '');
        expect(left.length).toBeLessThanOrEqual(before.length + after.length + 2);
        if (!`${before} ${after}`.includes(written)) expect(left).not.toContain(written);
      }),
      { numRuns: 500 },
    );
  });

  it('takes time by the size of the text, also for values and texts made to make it search long', () => {
    const hard = createRedactor([`${'a'.repeat(8_000)}b`, 'ab'.repeat(4_000), 'sk-'.repeat(100)]);
    const texts = ['a'.repeat(1_000_000), 'ab'.repeat(500_000), '%61'.repeat(333_333), '\\'.repeat(1_000_000)];
    for (const text of texts) {
      const begin = performance.now();
      hard.text(text);
      expect(performance.now() - begin).toBeLessThan(5_000);
    }
  });
});
