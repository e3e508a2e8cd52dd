// Each of these against Node's own, on thousands of inputs: the same result, or a refusal; never another value.

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPrimordials } from '../primordials.js';
import { createBase64 } from './base64.js';
import { createPercentCoding } from './percent-coding.js';
import { createStructuredClone } from './structured-clone.js';
import { createTextEncoding } from './text-encoding.js';
import { createUrlClass } from './url-class.js';
import { createHostReader } from './url-host.js';
import { createAuthorityReader } from './url-authority.js';
import { createUrlParser } from './url-parser.js';
import { createUrlRecords } from './url-record.js';
import { createSearchParams } from './url-search-params.js';

const p = createPrimordials();
const base64 = createBase64(p);
const encoding = createTextEncoding(p);
const coding = createPercentCoding(p, encoding);
const params = createSearchParams(p, coding);
const records = createUrlRecords(p);
const readAuthority = createAuthorityReader(p, coding, records, createHostReader(p, coding));
const parser = createUrlParser(p, { coding, records, readAuthority });
const Ours = createUrlClass(p, { parser, coding, params }) as typeof URL;
const OurParams = params.URLSearchParams as unknown as typeof URLSearchParams;
const OurDecoder = encoding.TextDecoder as typeof TextDecoder;
const clone = createStructuredClone(p);

type Tried = { readonly value: unknown } | { readonly refused: string };
const attempt = (work: () => unknown): Tried => {
  try {
    return { value: work() };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
};

const anyText = fc.string({ unit: 'binary', maxLength: 60 });
const bytes = fc.uint8Array({ maxLength: 80 });
const oddBytes = fc.uint8Array({ maxLength: 24 }).map((list) => list.map((one) => ODD[one % ODD.length] ?? one));
const ODD = [
  0x61, 0xc2, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xed, 0xa0, 0xf4, 0x90, 0xff, 0xfe, 0xef, 0xbb, 0xbf,
  0xd8, 0xdc, 0,
];
const RUNS = { numRuns: 3_000 };

describe('base64', () => {
  const almost = fc.string({ unit: fc.constantFrom(...'ABab01+/= \n\t-_é'), maxLength: 14 });
  it('is decoded as Node does, or refused where Node refuses', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          almost,
          anyText,
          bytes.map((one) => Buffer.from(one).toString('base64')),
        ),
        (data) => {
          const [ours, theirs] = [attempt(() => base64.atob(data)), attempt(() => atob(data))];
          expect('value' in ours ? ours.value : 'refused').toBe('value' in theirs ? theirs.value : 'refused');
        },
      ),
      RUNS,
    );
  });
  it('is encoded as Node does, or refused where Node refuses', () => {
    const latin = bytes.map((one) => Buffer.from(one).toString('latin1'));
    fc.assert(
      fc.property(fc.oneof(latin, anyText), (data) => {
        const [ours, theirs] = [attempt(() => base64.btoa(data)), attempt(() => btoa(data))];
        expect('value' in ours ? ours.value : 'refused').toBe('value' in theirs ? theirs.value : 'refused');
      }),
      RUNS,
    );
  });
});

describe('text', () => {
  it('is encoded as Node does', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect([...encoding.encode(text)]).toEqual([...new TextEncoder().encode(text)]);
      }),
      RUNS,
    );
  });
  it.each(['utf-8', 'utf-16le'])('is decoded from %s as Node does, in pieces and whole', (label) => {
    fc.assert(
      fc.property(fc.oneof(bytes, oddBytes), fc.nat(24), fc.boolean(), fc.boolean(), (list, at, fatal, ignoreBOM) => {
        const options = { fatal, ignoreBOM };
        const shownBy = (tried: Tried): unknown => ('value' in tried ? tried.value : 'refused');
        // Pieces are compared with Node's reading of the whole: Node 26 loses a U+FEFF if the first piece ends like the
        // beginning of a byte order mark.
        const wanted = shownBy(attempt(() => new TextDecoder(label, options).decode(list)));
        const whole = attempt(() => new OurDecoder(label, options).decode(list));
        const inPieces = attempt(() => {
          const decoder = new OurDecoder(label, options);
          return [decoder.decode(list.slice(0, at), { stream: true }), decoder.decode(list.slice(at))].join('');
        });
        expect([whole, inPieces].map(shownBy)).toEqual([wanted, wanted]);
      }),
      RUNS,
    );
  });
  it('keeps a byte order mark after a piece that only began like one', () => {
    const decoder = new OurDecoder();
    const pieces = [
      decoder.decode(new Uint8Array([0xef]), { stream: true }),
      decoder.decode(new Uint8Array([0xef, 0xbb, 0xbf])),
    ];
    expect(pieces.join('')).toBe('\uFFFD\uFEFF');
  });
  it('text in another encoding is refused with a clear message', () => {
    expect(() => new OurDecoder('latin1')).toThrow('a program has utf-8 and utf-16le');
  });
});

const PARTS = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;
const shown = (url: URL): unknown => [PARTS.map((part) => url[part]), [...url.searchParams], JSON.stringify(url)];
const piece = fc.constantFrom(
  'http',
  'https',
  'file',
  'ws',
  'mailto',
  'x-y',
  'blob',
  ':',
  '/',
  '//',
  '///',
  '\\',
  '?',
  '#',
  '@',
  '&',
  '=',
  '+',
  '%',
  '%20',
  '%2e',
  '%zz',
  '.',
  '..',
  'a',
  'B',
  'example.org',
  'localhost',
  '127.0.0.1',
  '0x7f.1',
  '1.2.3',
  '256',
  '0377',
  '[::1]',
  '[1:2::3]',
  '[::ffff:1.2.3.4]',
  ':80',
  ':443',
  ':8080',
  ':99999',
  'C:',
  'c|',
  ' ',
  '\t',
  '\n',
  'é',
  '😀',
  '^',
  '`',
  '{',
  '|',
  '"',
  '<',
  "'",
  '~',
  '!',
  '$',
  '*',
  ';',
  ',',
  '\0',
  '\x7f',
  '[',
  ']',
  'user:pass@',
  '\ud800',
);
const urlText = fc.oneof(
  fc.array(piece, { maxLength: 9 }).map((list) => list.join('')),
  fc.array(piece, { maxLength: 7 }).map((list) => `https://example.org/${list.join('')}`),
  fc.array(piece, { maxLength: 6 }).map((list) => `http://${list.join('')}`),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
);
const BASES = [
  undefined,
  'https://user:pw@example.org:8080/a/b/c?d=e#f',
  'file:///C:/dir/file',
  'mailto:a@b',
  'x-y://host/p/q',
];

/** Where Node reads a host that we refuse in words. */
const isForeignHost = (tried: Tried): boolean => 'refused' in tried && tried.refused.includes('hosts of ASCII only');

describe('a URL', () => {
  it('is read as Node does, or refused', () => {
    fc.assert(
      fc.property(urlText, fc.constantFrom(...BASES), (text, base) => {
        const ours = attempt(() => shown(new Ours(text, base)));
        if (isForeignHost(ours)) return;
        const theirs = attempt(() => shown(new URL(text, base)));
        expect('value' in ours ? ours.value : 'refused').toEqual('value' in theirs ? theirs.value : 'refused');
      }),
      { numRuns: 12_000 },
    );
  });

  it('is changed as Node does, or refused', () => {
    const setters = [
      'protocol',
      'username',
      'password',
      'host',
      'hostname',
      'port',
      'pathname',
      'search',
      'hash',
    ] as const;
    const change = fc.tuple(
      fc.constantFrom(...setters),
      fc.array(piece, { maxLength: 4 }).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(
          'https://u:p@example.org:8080/a/../b?c=d#e',
          'file:///C:/x',
          'mailto:a b',
          'x-y://h/p',
          'http://h',
          'x:/p',
        ),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        (start, changes) => {
          const run = (Class: typeof URL) => {
            const url = new Class(start);
            for (const [part, value] of changes) url[part] = value;
            return shown(url);
          };
          const ours = attempt(() => run(Ours));
          if (isForeignHost(ours)) return;
          expect(ours).toEqual(attempt(() => run(URL)));
        },
      ),
      { numRuns: 8_000 },
    );
  });

  it('a URL with a host beyond ASCII is refused with a clear message', () => {
    expect(() => new Ours('https://müller.example/')).toThrow('hosts of ASCII only');
    expect(() => new Ours('https://xn--mller-kva.example/')).toThrow('Punycode');
  });
});

/** Node decodes characters beyond ASCII wrongly beside a `%` that encodes nothing; encoded, it reads them as the standard says. */
const asAscii = (text: string): string =>
  text.toWellFormed().replaceAll(/[^\0-\x7f]/gu, (one) => encodeURIComponent(one));

describe('search parameters', () => {
  it('do what Node’s do', () => {
    const word = fc.oneof(fc.constantFrom('a', 'b', '', 'é', '+', ' ', '%41', '&', '😀', '*-._~'), anyText);
    const step = fc.tuple(fc.constantFrom('append', 'set', 'delete', 'sort', 'has', 'get', 'getAll'), word, word);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 8 }).map((l) => l.join('')),
          anyText,
        ),
        fc.array(step, { maxLength: 5 }),
        (start, steps) => {
          const run = (Class: typeof URLSearchParams) => {
            const one = new Class(Class === URLSearchParams ? asAscii(start) : start);
            const said = steps.map(([name, a, b]) =>
              name === 'sort' ? one.sort() : name === 'append' || name === 'set' ? one[name](a, b) : one[name](a),
            );
            return [said, [...one], one.toString(), one.size];
          };
          expect(run(OurParams)).toEqual(run(URLSearchParams));
        },
      ),
      RUNS,
    );
  });
  it.each([
    [{ a: 1, b: 'x' }],
    [
      [
        ['a', 'b'],
        ['a', 'c'],
      ],
    ],
    [new Map([['k', 'v']])],
    ['?a=1'],
  ])('are made of %j', (init) => {
    expect([...new OurParams(init as never)]).toEqual([...new URLSearchParams(init as never)]);
  });
});

describe('a structured clone', () => {
  it('is what Node makes', () => {
    const value = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
      withNullPrototype: true,
      withBoxedValues: true,
    });
    fc.assert(
      fc.property(value, (one) => {
        const [ours, theirs] = [attempt(() => clone(one)), attempt(() => structuredClone(one))];
        expect('refused' in ours).toBe('refused' in theirs);
        if ('value' in ours && 'value' in theirs) expect(isDeepStrictEqual(ours.value, theirs.value)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
  it('keeps cycles, errors and patterns', () => {
    const cyclic: { self?: unknown; list: unknown[] } = { list: [] };
    cyclic.self = cyclic;
    cyclic.list.push(cyclic);
    const copy = clone(cyclic) as typeof cyclic;
    expect(copy).not.toBe(cyclic);
    expect(copy.self).toBe(copy);
    expect(copy.list[0]).toBe(copy);
    const error = new TypeError('no', { cause: { a: 1 } });
    expect(clone(error)).toEqual(structuredClone(error));
    expect(clone(/a+/giu)).toEqual(/a+/giu);
  });
  it.each([() => 1, Symbol('x'), Promise.resolve(1), new WeakMap()])('refuses what has no copy', (one) => {
    expect(() => clone({ one })).toThrow(/^Cannot clone/);
  });
});
