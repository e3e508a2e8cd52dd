// The basic URL parser of the WHATWG, state by state as it is written there.

import type { Primordials } from '../primordials.js';
import type { PercentCoding } from './percent-coding.js';
import type { ReadHost } from './url-host.js';

export interface UrlRecord {
  scheme: string;
  username: string;
  password: string;
  host: string | null;
  port: number | null;
  /** A text where the path is opaque. */
  path: string | string[];
  query: string | null;
  fragment: string | null;
}

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

export interface UrlParser {
  /** Undefined if the text is not a URL. */
  parse(text: string, base?: UrlRecord): UrlRecord | undefined;
  /** Changes one part of a URL, or leaves it as it is. */
  change(url: UrlRecord, text: string, state: UrlState): void;
  write(url: UrlRecord): string;
  writePath(url: UrlRecord): string;
  isSpecial(url: UrlRecord): boolean;
}

export function createUrlParser(p: Primordials, coding: PercentCoding, readHost: ReadHost): UrlParser {
  const PORTS: Record<string, number | null> = {
    __proto__: null,
    ftp: 21,
    file: null,
    http: 80,
    https: 443,
    ws: 80,
    wss: 443,
  } as never;
  const { test } = RegExp.prototype;
  const { replace, toLowerCase, toWellFormed } = String.prototype;
  const { push, pop, slice: sliceList } = Array.prototype;
  const { from: listOf } = Array;
  const { parseInt: intOf } = Number;
  const matches = (pattern: RegExp, text: string): boolean => p.apply(test, pattern, [text]);
  const lower = (text: string): string => p.apply(toLowerCase, text, []);
  const without = (text: string, pattern: RegExp): string => p.apply(replace, text, [pattern as never, '' as never]);
  const isSpecial = ({ scheme }: UrlRecord): boolean => PORTS[scheme] !== undefined;
  const isDrive = (text: string): boolean => matches(/^[A-Za-z][:|]$/, text);
  const startsWithDrive = (rest: string): boolean => matches(/^[A-Za-z][:|](?:[/\\?#]|$)/, rest);
  const isSingleDot = (text: string): boolean => matches(/^(?:\.|%2e)$/i, text);
  const isDoubleDot = (text: string): boolean => matches(/^(?:\.|%2e){2}$/i, text);
  const add = (path: string | string[], segment: string): void => {
    if (typeof path !== 'string') p.apply(push, path, [segment]);
  };
  const copied = (path: string | string[]): string | string[] =>
    typeof path === 'string' ? path : (p.apply(sliceList, path, []) as string[]);
  const shorten = ({ scheme, path }: UrlRecord): void => {
    if (typeof path === 'string') return;
    if (scheme === 'file' && path.length === 1 && matches(/^[A-Za-z]:$/, path[0] ?? '')) return;
    p.apply(pop, path, []);
  };

  /** False if it fails. */
  const run = (text: string, url: UrlRecord, base: UrlRecord | undefined, override: UrlState | undefined): boolean => {
    const points: string[] = listOf(without(text, /[\t\n\r]/g));
    let state: UrlState = override ?? 'scheme start';
    let buffer = '';
    let [isAtSeen, isInBrackets, isPasswordSeen] = [false, false, false];
    const rest = (from: number): string => {
      let found = '';
      for (let i = from; i < points.length && i < from + 4; i++) found += points[i];
      return found;
    };
    const isEndOfAuthority = (c: string): boolean =>
      c === '' || c === '/' || c === '?' || c === '#' || (c === '\\' && isSpecial(url));
    const isSlash = (c: string): boolean => c === '/' || (c === '\\' && isSpecial(url));
    const takeHost = (): boolean => {
      const host = readHost(buffer, isSpecial(url));
      if (host === undefined) return false;
      url.host = host;
      buffer = '';
      return true;
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
        state = 'query';
      } else {
        url.fragment = '';
        state = 'fragment';
      }
    };

    for (let at = 0; at <= points.length; at++) {
      const c = points[at] ?? '';
      switch (state) {
        case 'scheme start':
          if (matches(/^[A-Za-z]$/, c)) {
            buffer += lower(c);
            state = 'scheme';
          } else if (override === undefined) {
            state = 'no scheme';
            at--;
          } else return false;
          break;
        case 'scheme':
          if (matches(/^[A-Za-z0-9+\-.]$/, c)) buffer += lower(c);
          else if (c === ':') {
            if (override !== undefined) {
              if (isSpecial(url) !== (PORTS[buffer] !== undefined)) return true;
              if ((url.username !== '' || url.password !== '' || url.port !== null) && buffer === 'file') return true;
              if (url.scheme === 'file' && (url.host === null || url.host === '')) return true;
              url.scheme = buffer;
              if (url.port === PORTS[buffer]) url.port = null;
              return true;
            }
            url.scheme = buffer;
            buffer = '';
            if (url.scheme === 'file') state = 'file';
            else if (isSpecial(url) && base?.scheme === url.scheme) state = 'special relative or authority';
            else if (isSpecial(url)) state = 'special authority slashes';
            else if (points[at + 1] === '/') {
              state = 'path or authority';
              at++;
            } else {
              url.path = '';
              state = 'opaque path';
            }
          } else if (override === undefined) {
            buffer = '';
            state = 'no scheme';
            at = -1;
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
            state = base.scheme === 'file' ? 'file' : 'relative';
            at--;
          }
          break;
        case 'special relative or authority':
          if (c === '/' && points[at + 1] === '/') {
            state = 'special authority ignore slashes';
            at++;
          } else {
            state = 'relative';
            at--;
          }
          break;
        case 'path or authority':
          if (c === '/') state = 'authority';
          else {
            state = 'path';
            at--;
          }
          break;
        case 'relative':
          if (base === undefined) return false;
          url.scheme = base.scheme;
          if (isSlash(c)) {
            state = 'relative slash';
            break;
          }
          takeAuthority(base);
          url.path = copied(base.path);
          url.query = base.query;
          if (c === '?' || c === '#') toQueryOrFragment(c);
          else if (c !== '') {
            url.query = null;
            shorten(url);
            state = 'path';
            at--;
          }
          break;
        case 'relative slash':
          if (isSpecial(url) && isSlash(c)) state = 'special authority ignore slashes';
          else if (c === '/') state = 'authority';
          else {
            if (base !== undefined) takeAuthority(base);
            state = 'path';
            at--;
          }
          break;
        case 'special authority slashes':
          state = 'special authority ignore slashes';
          if (c === '/' && points[at + 1] === '/') at++;
          else at--;
          break;
        case 'special authority ignore slashes':
          if (c === '/' || c === '\\') break;
          state = 'authority';
          at--;
          break;
        case 'authority':
          if (c === '@') {
            if (isAtSeen) buffer = `%40${buffer}`;
            isAtSeen = true;
            const colon = isPasswordSeen ? -1 : p.indexOf(buffer, ':');
            if (isPasswordSeen) url.password += coding.encode(buffer, 'userinfo');
            else if (colon < 0) url.username += coding.encode(buffer, 'userinfo');
            else {
              url.username += coding.encode(p.slice(buffer, 0, colon), 'userinfo');
              url.password += coding.encode(p.slice(buffer, colon + 1), 'userinfo');
              isPasswordSeen = true;
            }
            buffer = '';
          } else if (isEndOfAuthority(c)) {
            if (isAtSeen && buffer === '') return false;
            at -= listOf(buffer).length + 1;
            buffer = '';
            state = 'host';
          } else buffer += c;
          break;
        case 'host':
        case 'hostname':
          if (override !== undefined && url.scheme === 'file') {
            at--;
            state = 'file host';
          } else if (c === ':' && !isInBrackets) {
            if (buffer === '' || override === 'hostname') return false;
            if (!takeHost()) return false;
            state = 'port';
          } else if (isEndOfAuthority(c)) {
            at--;
            if (isSpecial(url) && buffer === '') return false;
            const hasMore = url.username !== '' || url.password !== '' || url.port !== null;
            if (override !== undefined && buffer === '' && hasMore) return false;
            if (!takeHost()) return false;
            state = 'path start';
            if (override !== undefined) return true;
          } else {
            if (c === '[') isInBrackets = true;
            if (c === ']') isInBrackets = false;
            buffer += c;
          }
          break;
        case 'port':
          if (matches(/^[0-9]$/, c)) buffer += c;
          else if (isEndOfAuthority(c) || override !== undefined) {
            if (buffer !== '') {
              const port = intOf(buffer, 10);
              if (port > 65_535) return false;
              url.port = port === PORTS[url.scheme] ? null : port;
              buffer = '';
              if (override !== undefined) return true;
            }
            if (override !== undefined) return false;
            state = 'path start';
            at--;
          } else return false;
          break;
        case 'file':
          url.scheme = 'file';
          url.host = '';
          if (c === '/' || c === '\\') state = 'file slash';
          else if (base?.scheme === 'file') {
            url.host = base.host;
            url.path = copied(base.path);
            url.query = base.query;
            if (c === '?' || c === '#') toQueryOrFragment(c);
            else if (c !== '') {
              url.query = null;
              if (startsWithDrive(rest(at))) url.path = [];
              else shorten(url);
              state = 'path';
              at--;
            }
          } else {
            state = 'path';
            at--;
          }
          break;
        case 'file slash':
          if (c === '/' || c === '\\') state = 'file host';
          else {
            if (base?.scheme === 'file') {
              url.host = base.host;
              const first = typeof base.path === 'string' ? '' : (base.path[0] ?? '');
              if (!startsWithDrive(rest(at)) && matches(/^[A-Za-z]:$/, first)) add(url.path, first);
            }
            state = 'path';
            at--;
          }
          break;
        case 'file host':
          if (c === '' || c === '/' || c === '\\' || c === '?' || c === '#') {
            at--;
            if (override === undefined && isDrive(buffer)) state = 'path';
            else if (buffer === '') {
              url.host = '';
              if (override !== undefined) return true;
              state = 'path start';
            } else {
              if (!takeHost()) return false;
              if (url.host === 'localhost') url.host = '';
              if (override !== undefined) return true;
              state = 'path start';
            }
          } else buffer += c;
          break;
        case 'path start':
          if (isSpecial(url)) {
            state = 'path';
            if (c !== '/' && c !== '\\') at--;
          } else if (override === undefined && (c === '?' || c === '#')) toQueryOrFragment(c);
          else if (c !== '') {
            state = 'path';
            if (c !== '/') at--;
          } else if (override !== undefined && url.host === null) add(url.path, '');
          break;
        case 'path':
          if (c === '' || isSlash(c) || (override === undefined && (c === '?' || c === '#'))) {
            if (isDoubleDot(buffer)) {
              shorten(url);
              if (!isSlash(c)) add(url.path, '');
            } else if (isSingleDot(buffer)) {
              if (!isSlash(c)) add(url.path, '');
            } else {
              if (url.scheme === 'file' && url.path.length === 0 && isDrive(buffer)) buffer = `${buffer[0]}:`;
              add(url.path, buffer);
            }
            buffer = '';
            if (c === '?' || c === '#') toQueryOrFragment(c);
          } else buffer += coding.encode(c, 'path');
          break;
        case 'opaque path':
          if (c === '?' || c === '#') toQueryOrFragment(c);
          else if (c === ' ') {
            const next = points[at + 1] ?? '';
            url.path = `${url.path}${next === '?' || next === '#' ? '%20' : ' '}`;
          } else if (c !== '') url.path = `${url.path}${coding.encode(c, 'c0')}`;
          break;
        case 'query':
          if ((override === undefined && c === '#') || c === '') {
            url.query = `${url.query}${coding.encode(buffer, isSpecial(url) ? 'special-query' : 'query')}`;
            buffer = '';
            if (c === '#') toQueryOrFragment(c);
          } else buffer += c;
          break;
        case 'fragment':
          if (c !== '') url.fragment = `${url.fragment}${coding.encode(c, 'fragment')}`;
          break;
      }
    }
    return true;
  };

  const writePath = ({ path }: UrlRecord): string => {
    if (typeof path === 'string') return path;
    let text = '';
    for (let i = 0; i < path.length; i++) text += `/${path[i]}`;
    return text;
  };

  return {
    parse(text, base) {
      const url: UrlRecord = {
        scheme: '',
        username: '',
        password: '',
        host: null,
        port: null,
        path: [],
        query: null,
        fragment: null,
      };
      const trimmed = without(p.apply(toWellFormed, text, []), /^[\0-\x20]+|(?<![\0-\x20])[\0-\x20]+$/g);
      return run(trimmed, url, base, undefined) ? url : undefined;
    },
    change: (url, text, state) => void run(p.apply(toWellFormed, text, []), url, undefined, state),
    write(url) {
      const path = writePath(url);
      let text = `${url.scheme}:`;
      if (url.host !== null) {
        text += '//';
        if (url.username !== '' || url.password !== '')
          text += `${url.username}${url.password === '' ? '' : `:${url.password}`}@`;
        text += `${url.host}${url.port === null ? '' : `:${url.port}`}`;
      } else if (typeof url.path !== 'string' && url.path.length > 1 && url.path[0] === '') text += '/.';
      text += path;
      if (url.query !== null) text += `?${url.query}`;
      return url.fragment === null ? text : `${text}#${url.fragment}`;
    },
    writePath,
    isSpecial,
  };
}
