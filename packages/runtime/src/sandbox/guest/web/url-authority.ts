// The states of the URL parser that read user, host and port: see `url-parser.ts`.

import type { Primordials } from '../primordials.js';
import type { PercentCoding } from './percent-coding.js';
import type { ReadHost } from './url-host.js';
import type { UrlRecord, UrlRecords } from './url-record.js';

export type UrlState =
  | 'scheme start'
  | 'scheme'
  | 'no scheme'
  | 'special relative or authority'
  | 'path or authority'
  | 'relative'
  | 'relative slash'
  | 'special authority slashes'
  | 'special authority ignore slashes'
  | 'authority'
  | 'host'
  | 'hostname'
  | 'port'
  | 'file'
  | 'file slash'
  | 'file host'
  | 'path start'
  | 'path'
  | 'opaque path'
  | 'query'
  | 'fragment';

/** Where the parser is in a text. */
export interface UrlRun {
  readonly url: UrlRecord;
  /** The state in which one part of a URL is changed; undefined where a whole one is read. */
  readonly override: UrlState | undefined;
  state: UrlState;
  buffer: string;
  at: number;
  isAtSeen: boolean;
  isInBrackets: boolean;
  isPasswordSeen: boolean;
}

/** Takes one character, or the end of the text as `''`. Undefined: the parser goes on. */
export type ReadAuthority = (run: UrlRun, c: string) => 'done' | 'failed' | undefined;

export function createAuthorityReader(
  p: Primordials,
  coding: PercentCoding,
  records: UrlRecords,
  readHost: ReadHost,
): ReadAuthority {
  const { ports: PORTS, isSpecial, isDrive } = records;
  const { from: listOf } = Array;
  const { parseInt: intOf } = Number;
  const { test } = RegExp.prototype;
  const matches = (pattern: RegExp, text: string): boolean => p.apply(test, pattern, [text]);
  const isEndOfAuthority = (url: UrlRecord, c: string): boolean =>
    c === '' || c === '/' || c === '?' || c === '#' || (c === '\\' && isSpecial(url));
  const takeHost = (run: UrlRun): boolean => {
    const host = readHost(run.buffer, isSpecial(run.url));
    if (host === undefined) return false;
    run.url.host = host;
    run.buffer = '';
    return true;
  };

  return (run, c) => {
    const { url, override } = run;
    switch (run.state) {
      case 'authority':
        if (c === '@') {
          if (run.isAtSeen) run.buffer = `%40${run.buffer}`;
          run.isAtSeen = true;
          const colon = run.isPasswordSeen ? -1 : p.indexOf(run.buffer, ':');
          if (run.isPasswordSeen) url.password += coding.encode(run.buffer, 'userinfo');
          else if (colon < 0) url.username += coding.encode(run.buffer, 'userinfo');
          else {
            url.username += coding.encode(p.slice(run.buffer, 0, colon), 'userinfo');
            url.password += coding.encode(p.slice(run.buffer, colon + 1), 'userinfo');
            run.isPasswordSeen = true;
          }
          run.buffer = '';
        } else if (isEndOfAuthority(url, c)) {
          if (run.isAtSeen && run.buffer === '') return 'failed';
          run.at -= listOf(run.buffer).length + 1;
          run.buffer = '';
          run.state = 'host';
        } else run.buffer += c;
        break;
      case 'host':
      case 'hostname':
        if (override !== undefined && url.scheme === 'file') {
          run.at--;
          run.state = 'file host';
        } else if (c === ':' && !run.isInBrackets) {
          if (run.buffer === '' || override === 'hostname') return 'failed';
          if (!takeHost(run)) return 'failed';
          run.state = 'port';
        } else if (isEndOfAuthority(url, c)) {
          run.at--;
          if (isSpecial(url) && run.buffer === '') return 'failed';
          const hasMore = url.username !== '' || url.password !== '' || url.port !== null;
          if (override !== undefined && run.buffer === '' && hasMore) return 'failed';
          if (!takeHost(run)) return 'failed';
          run.state = 'path start';
          if (override !== undefined) return 'done';
        } else {
          if (c === '[') run.isInBrackets = true;
          if (c === ']') run.isInBrackets = false;
          run.buffer += c;
        }
        break;
      case 'port':
        if (matches(/^[0-9]$/, c)) run.buffer += c;
        else if (isEndOfAuthority(url, c) || override !== undefined) {
          if (run.buffer !== '') {
            const port = intOf(run.buffer, 10);
            if (port > 65_535) return 'failed';
            url.port = port === PORTS[url.scheme] ? null : port;
            run.buffer = '';
            if (override !== undefined) return 'done';
          }
          if (override !== undefined) return 'failed';
          run.state = 'path start';
          run.at--;
        } else return 'failed';
        break;
      case 'file host':
        if (c === '' || c === '/' || c === '\\' || c === '?' || c === '#') {
          run.at--;
          if (override === undefined && isDrive(run.buffer)) run.state = 'path';
          else if (run.buffer === '') {
            url.host = '';
            if (override !== undefined) return 'done';
            run.state = 'path start';
          } else {
            if (!takeHost(run)) return 'failed';
            if (url.host === 'localhost') url.host = '';
            if (override !== undefined) return 'done';
            run.state = 'path start';
          }
        } else run.buffer += c;
        break;
    }
    return undefined;
  };
}
