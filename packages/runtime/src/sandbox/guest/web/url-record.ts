// What a URL is made of, and how it is written.

import type { Primordials } from '../primordials.js';

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

export interface UrlRecords {
  empty(): UrlRecord;
  /** The default port of each special scheme; null for one without. */
  readonly ports: Record<string, number | null>;
  isSpecial(url: UrlRecord): boolean;
  isSlash(url: UrlRecord, c: string): boolean;
  /** Whether a segment is the letter of a drive, as Windows has them. */
  isDrive(text: string): boolean;
  add(path: string | string[], segment: string): void;
  copied(path: string | string[]): string | string[];
  /** Leaves out the last segment of its path. */
  shorten(url: UrlRecord): void;
  write(url: UrlRecord): string;
  writePath(url: UrlRecord): string;
}

export function createUrlRecords(p: Primordials): UrlRecords {
  const ports: Record<string, number | null> = {
    __proto__: null,
    ftp: 21,
    file: null,
    http: 80,
    https: 443,
    ws: 80,
    wss: 443,
  } as never;
  const { test } = RegExp.prototype;
  const { push, pop, slice: sliceList } = Array.prototype;
  const matches = (pattern: RegExp, text: string): boolean => p.apply(test, pattern, [text]);
  const isSpecial = ({ scheme }: UrlRecord): boolean => ports[scheme] !== undefined;
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
  const writePath = ({ path }: UrlRecord): string => {
    if (typeof path === 'string') return path;
    let text = '';
    for (let i = 0; i < path.length; i++) text += `/${path[i]}`;
    return text;
  };

  return {
    ports,
    isSpecial,
    add,
    copied,
    shorten,
    writePath,
    isSlash: (url, c) => c === '/' || (c === '\\' && isSpecial(url)),
    isDrive: (text) => matches(/^[A-Za-z][:|]$/, text),
    empty: () => ({
      scheme: '',
      username: '',
      password: '',
      host: null,
      port: null,
      path: [],
      query: null,
      fragment: null,
    }),
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
  };
}
