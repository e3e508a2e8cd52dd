// The basic URL parser of the WHATWG, state by state as it is written there. The states from `authority` to `port`, and
// `file host`, are in `url-authority.ts`; what a URL is made of and how it is written is in `url-record.ts`.

import type { Primordials } from '../primordials.js';
import type { PercentCoding } from './percent-coding.js';
import type { ReadAuthority, UrlRun, UrlState } from './url-authority.js';
import type { UrlRecord, UrlRecords } from './url-record.js';

export interface UrlParserParts {
  readonly coding: PercentCoding;
  readonly records: UrlRecords;
  readonly readAuthority: ReadAuthority;
}

export interface UrlParser {
  /** Undefined if the text is not a URL. */
  parse(text: string, base?: UrlRecord): UrlRecord | undefined;
  /** Changes one part of a URL, or leaves it as it is. */
  change(url: UrlRecord, text: string, state: UrlState): void;
  write(url: UrlRecord): string;
  writePath(url: UrlRecord): string;
  isSpecial(url: UrlRecord): boolean;
}

export function createUrlParser(p: Primordials, { coding, records, readAuthority }: UrlParserParts): UrlParser {
  const { ports: PORTS, isSpecial, isSlash, isDrive, add, copied, shorten } = records;
  const { test } = RegExp.prototype;
  const { replace, toLowerCase, toWellFormed } = String.prototype;
  const { from: listOf } = Array;
  const matches = (pattern: RegExp, text: string): boolean => p.apply(test, pattern, [text]);
  const lower = (text: string): string => p.apply(toLowerCase, text, []);
  const without = (text: string, pattern: RegExp): string => p.apply(replace, text, [pattern as never, '' as never]);
  const startsWithDrive = (rest: string): boolean => matches(/^[A-Za-z][:|](?:[/\\?#]|$)/, rest);
  const isSingleDot = (text: string): boolean => matches(/^(?:\.|%2e)$/i, text);
  const isDoubleDot = (text: string): boolean => matches(/^(?:\.|%2e){2}$/i, text);
  /** False where it fails. */
  const parseInto = (
    text: string,
    url: UrlRecord,
    base: UrlRecord | undefined,
    override: UrlState | undefined,
  ): boolean => {
    const points: string[] = listOf(without(text, /[\t\n\r]/g));
    const run: UrlRun = {
      __proto__: null,
      url,
      override,
      state: override ?? 'scheme start',
      buffer: '',
      at: 0,
      isAtSeen: false,
      isInBrackets: false,
      isPasswordSeen: false,
    } as never;
    const rest = (from: number): string => {
      let found = '';
      for (let i = from; i < points.length && i < from + 4; i++) found += points[i];
      return found;
    };
    const takeAuthority = (from: UrlRecord): void => {
      url.username = from.username;
      url.password = from.password;
      url.host = from.host;
      url.port = from.port;
    };
    const toQueryOrFragment = (c: string): void => {
      if (c === '?') {
        url.query = '';
        run.state = 'query';
      } else {
        url.fragment = '';
        run.state = 'fragment';
      }
    };

    for (run.at = 0; run.at <= points.length; run.at++) {
      const c = points[run.at] ?? '';
      switch (run.state) {
        case 'scheme start':
          if (matches(/^[A-Za-z]$/, c)) {
            run.buffer += lower(c);
            run.state = 'scheme';
          } else if (override === undefined) {
            run.state = 'no scheme';
            run.at--;
          } else return false;
          break;
        case 'scheme':
          if (matches(/^[A-Za-z0-9+\-.]$/, c)) run.buffer += lower(c);
          else if (c === ':') {
            if (override !== undefined) {
              if (isSpecial(url) !== (PORTS[run.buffer] !== undefined)) return true;
              if ((url.username !== '' || url.password !== '' || url.port !== null) && run.buffer === 'file')
                return true;
              if (url.scheme === 'file' && (url.host === null || url.host === '')) return true;
              url.scheme = run.buffer;
              if (url.port === PORTS[run.buffer]) url.port = null;
              return true;
            }
            url.scheme = run.buffer;
            run.buffer = '';
            if (url.scheme === 'file') run.state = 'file';
            else if (isSpecial(url) && base?.scheme === url.scheme) run.state = 'special relative or authority';
            else if (isSpecial(url)) run.state = 'special authority slashes';
            else if (points[run.at + 1] === '/') {
              run.state = 'path or authority';
              run.at++;
            } else {
              url.path = '';
              run.state = 'opaque path';
            }
          } else if (override === undefined) {
            run.buffer = '';
            run.state = 'no scheme';
            run.at = -1;
          } else return false;
          break;
        case 'no scheme':
          if (base === undefined || (typeof base.path === 'string' && c !== '#')) return false;
          if (typeof base.path === 'string') {
            url.scheme = base.scheme;
            url.path = base.path;
            url.query = base.query;
            toQueryOrFragment(c);
          } else {
            run.state = base.scheme === 'file' ? 'file' : 'relative';
            run.at--;
          }
          break;
        case 'special relative or authority':
          if (c === '/' && points[run.at + 1] === '/') {
            run.state = 'special authority ignore slashes';
            run.at++;
          } else {
            run.state = 'relative';
            run.at--;
          }
          break;
        case 'path or authority':
          if (c === '/') run.state = 'authority';
          else {
            run.state = 'path';
            run.at--;
          }
          break;
        case 'relative':
          if (base === undefined) return false;
          url.scheme = base.scheme;
          if (isSlash(url, c)) {
            run.state = 'relative slash';
            break;
          }
          takeAuthority(base);
          url.path = copied(base.path);
          url.query = base.query;
          if (c === '?' || c === '#') toQueryOrFragment(c);
          else if (c !== '') {
            url.query = null;
            shorten(url);
            run.state = 'path';
            run.at--;
          }
          break;
        case 'relative slash':
          if (isSpecial(url) && isSlash(url, c)) run.state = 'special authority ignore slashes';
          else if (c === '/') run.state = 'authority';
          else {
            if (base !== undefined) takeAuthority(base);
            run.state = 'path';
            run.at--;
          }
          break;
        case 'special authority slashes':
          run.state = 'special authority ignore slashes';
          if (c === '/' && points[run.at + 1] === '/') run.at++;
          else run.at--;
          break;
        case 'special authority ignore slashes':
          if (c === '/' || c === '\\') break;
          run.state = 'authority';
          run.at--;
          break;
        case 'file':
          url.scheme = 'file';
          url.host = '';
          if (c === '/' || c === '\\') run.state = 'file slash';
          else if (base?.scheme === 'file') {
            url.host = base.host;
            url.path = copied(base.path);
            url.query = base.query;
            if (c === '?' || c === '#') toQueryOrFragment(c);
            else if (c !== '') {
              url.query = null;
              if (startsWithDrive(rest(run.at))) url.path = [];
              else shorten(url);
              run.state = 'path';
              run.at--;
            }
          } else {
            run.state = 'path';
            run.at--;
          }
          break;
        case 'file slash':
          if (c === '/' || c === '\\') run.state = 'file host';
          else {
            if (base?.scheme === 'file') {
              url.host = base.host;
              const first = typeof base.path === 'string' ? '' : (base.path[0] ?? '');
              if (!startsWithDrive(rest(run.at)) && matches(/^[A-Za-z]:$/, first)) add(url.path, first);
            }
            run.state = 'path';
            run.at--;
          }
          break;
        case 'path start':
          if (isSpecial(url)) {
            run.state = 'path';
            if (c !== '/' && c !== '\\') run.at--;
          } else if (override === undefined && (c === '?' || c === '#')) toQueryOrFragment(c);
          else if (c !== '') {
            run.state = 'path';
            if (c !== '/') run.at--;
          } else if (override !== undefined && url.host === null) add(url.path, '');
          break;
        case 'path':
          if (c === '' || isSlash(url, c) || (override === undefined && (c === '?' || c === '#'))) {
            if (isDoubleDot(run.buffer)) {
              shorten(url);
              if (!isSlash(url, c)) add(url.path, '');
            } else if (isSingleDot(run.buffer)) {
              if (!isSlash(url, c)) add(url.path, '');
            } else {
              if (url.scheme === 'file' && url.path.length === 0 && isDrive(run.buffer))
                run.buffer = `${run.buffer[0]}:`;
              add(url.path, run.buffer);
            }
            run.buffer = '';
            if (c === '?' || c === '#') toQueryOrFragment(c);
          } else run.buffer += coding.encode(c, 'path');
          break;
        case 'opaque path':
          if (c === '?' || c === '#') toQueryOrFragment(c);
          else if (c === ' ') {
            const next = points[run.at + 1] ?? '';
            url.path = `${url.path}${next === '?' || next === '#' ? '%20' : ' '}`;
          } else if (c !== '') url.path = `${url.path}${coding.encode(c, 'c0')}`;
          break;
        case 'query':
          if ((override === undefined && c === '#') || c === '') {
            url.query = `${url.query}${coding.encode(run.buffer, isSpecial(url) ? 'special-query' : 'query')}`;
            run.buffer = '';
            if (c === '#') toQueryOrFragment(c);
          } else run.buffer += c;
          break;
        case 'fragment':
          if (c !== '') url.fragment = `${url.fragment}${coding.encode(c, 'fragment')}`;
          break;
        default: {
          const ended = readAuthority(run, c);
          if (ended !== undefined) return ended === 'done';
        }
      }
    }
    return true;
  };

  return {
    parse(text, base) {
      const url = records.empty();
      const trimmed = without(p.apply(toWellFormed, text, []), /^[\0-\x20]+|(?<![\0-\x20])[\0-\x20]+$/g);
      return parseInto(trimmed, url, base, undefined) ? url : undefined;
    },
    change: (url, text, state) => void parseInto(p.apply(toWellFormed, text, []), url, undefined, state),
    write: records.write,
    writePath: records.writePath,
    isSpecial,
  };
}
