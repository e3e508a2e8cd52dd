// `URL`: the record of a URL, with its parts to read and to change.

import type { Primordials } from '../primordials.js';
import type { PercentCoding } from './percent-coding.js';
import type { UrlState } from './url-authority.js';
import type { UrlParser } from './url-parser.js';
import type { UrlRecord } from './url-record.js';
import type { SearchParams, SearchParamsParts } from './url-search-params.js';

export interface UrlParts {
  readonly parser: UrlParser;
  readonly coding: PercentCoding;
  readonly params: SearchParamsParts;
}

export function createUrlClass(p: Primordials, { parser, coding, params }: UrlParts): object {
  const { URLSearchParams, link, reset } = params;
  const { toWellFormed } = String.prototype;
  const text = (value: unknown): string => p.apply(toWellFormed, `${value as string}`, []);
  const missing = (given: number, wanted: number): void => {
    if (given < wanted) throw new p.TypeError(`Expected ${wanted} argument, but got ${given}`);
  };

  const read = (url: unknown, base: unknown): UrlRecord | undefined => {
    const from = base === undefined ? undefined : parser.parse(text(base));
    return base !== undefined && from === undefined ? undefined : parser.parse(text(url), from);
  };

  class Url {
    #record: UrlRecord;
    /** Writes the query that its parameters have now; undefined while the record has it. */
    #query: (() => string) | undefined;
    readonly #params = new URLSearchParams();

    constructor(...args: unknown[]) {
      missing(args.length, 1);
      const url = read(args[0], args[1]);
      if (url === undefined) {
        const error = new p.TypeError('Invalid URL');
        p.defineProperty(error, 'code', {
          __proto__: null,
          value: 'ERR_INVALID_URL',
          writable: true,
          enumerable: true,
          configurable: true,
        });
        throw error;
      }
      this.#record = url;
      reset(this.#params, url.query ?? '');
      link(this.#params, (query) => {
        this.#query = query;
      });
    }
    get #url(): UrlRecord {
      const write = this.#query;
      this.#query = undefined;
      if (write !== undefined) this.#record.query = write() || null;
      return this.#record;
    }
    set #url(url: UrlRecord) {
      this.#query = undefined;
      this.#record = url;
    }
    static canParse(...args: unknown[]): boolean {
      missing(args.length, 1);
      return read(args[0], args[1]) !== undefined;
    }
    static parse(...args: unknown[]): Url | null {
      missing(args.length, 1);
      return read(args[0], args[1]) === undefined ? null : new Url(args[0], args[1]);
    }
    #change(value: unknown, state: UrlState): void {
      // A part that cannot be parsed leaves the whole URL unchanged.
      const changed: UrlRecord = {
        ...this.#url,
        path: typeof this.#url.path === 'string' ? this.#url.path : [...this.#url.path],
      };
      parser.change(changed, text(value), state);
      this.#url = changed;
    }
    get #hasNoAuthority(): boolean {
      return this.#url.host === null || this.#url.host === '' || this.#url.scheme === 'file';
    }
    get href(): string {
      return parser.write(this.#url);
    }
    set href(value: unknown) {
      const url = parser.parse(text(value));
      if (url === undefined) throw new p.TypeError('Invalid URL');
      this.#url = url;
      reset(this.#params, url.query ?? '');
    }
    get origin(): string {
      const { scheme, host, port, path } = this.#url;
      if (scheme === 'blob' && typeof path === 'string') {
        const inner = parser.parse(path);
        if (inner?.scheme !== 'http' && inner?.scheme !== 'https') return 'null';
        return `${inner.scheme}://${inner.host}${inner.port === null ? '' : `:${inner.port}`}`;
      }
      if (!parser.isSpecial(this.#url) || scheme === 'file') return 'null';
      return `${scheme}://${host}${port === null ? '' : `:${port}`}`;
    }
    get protocol(): string {
      return `${this.#url.scheme}:`;
    }
    set protocol(value: unknown) {
      this.#change(`${text(value)}:`, 'scheme start');
    }
    get username(): string {
      return this.#url.username;
    }
    set username(value: unknown) {
      const name = text(value);
      if (!this.#hasNoAuthority) this.#url.username = coding.encode(name, 'userinfo');
    }
    get password(): string {
      return this.#url.password;
    }
    set password(value: unknown) {
      const word = text(value);
      if (!this.#hasNoAuthority) this.#url.password = coding.encode(word, 'userinfo');
    }
    get host(): string {
      const { host, port } = this.#url;
      return host === null ? '' : `${host}${port === null ? '' : `:${port}`}`;
    }
    set host(value: unknown) {
      if (typeof this.#url.path !== 'string') this.#change(value, 'host');
    }
    get hostname(): string {
      return this.#url.host ?? '';
    }
    set hostname(value: unknown) {
      if (typeof this.#url.path !== 'string') this.#change(value, 'hostname');
    }
    get port(): string {
      return this.#url.port === null ? '' : `${this.#url.port}`;
    }
    set port(value: unknown) {
      const port = text(value);
      if (this.#hasNoAuthority) return;
      if (port === '') this.#url.port = null;
      else this.#change(port, 'port');
    }
    get pathname(): string {
      return parser.writePath(this.#url);
    }
    set pathname(value: unknown) {
      if (typeof this.#url.path === 'string') return;
      this.#url.path = [];
      this.#change(value, 'path start');
    }
    get search(): string {
      const { query } = this.#url;
      return query === null || query === '' ? '' : `?${query}`;
    }
    set search(value: unknown) {
      const search = text(value);
      const query = search[0] === '?' ? p.slice(search, 1) : search;
      this.#url.query = search === '' ? null : '';
      if (search !== '') this.#change(query, 'query');
      reset(this.#params, this.#url.query ?? '');
    }
    get searchParams(): SearchParams {
      return this.#params;
    }
    get hash(): string {
      const { fragment } = this.#url;
      return fragment === null || fragment === '' ? '' : `#${fragment}`;
    }
    set hash(value: unknown) {
      const hash = text(value);
      this.#url.fragment = hash === '' ? null : '';
      if (hash !== '') this.#change(hash[0] === '#' ? p.slice(hash, 1) : hash, 'fragment');
    }
    toString(): string {
      return this.href;
    }
    toJSON(): string {
      return this.href;
    }
  }

  p.defineProperty(Url, 'name', { __proto__: null, value: 'URL', configurable: true });
  p.hide(Url.prototype, Symbol.toStringTag, 'URL');
  return Url;
}
