// What a program finds beside `tools` and the language itself, as TypeScript declares it: for the check of programs, and
// for people who write programs in an editor (`toolshed tools types`).

/** One line or more for each; a global that Toolshed adds is declared here. */
export const PROGRAM_GLOBALS = `/** Asks a person. Resolves with what was answered; see the page about questions for each type. */
declare function elicit(request: { [field: string]: any }): Promise<ElicitAnswer>;
interface ElicitAnswer { action: 'accept' | 'decline' | 'cancel' | 'denied' | 'other' | 'expired' | 'timeout' | 'not_supported'; content?: any; approved: boolean; data?: any; reason?: string; [field: string]: any }
/** Shows a JSON value while the program runs. */
declare function emit(value: any): void;
declare const input: any;
/** Waits, also for days: the program may leave memory meanwhile. */
declare function sleep(ms: number): Promise<void>;
/** Small JSON values for later programs of this session. They outlive this program, for 30 days after the last write. */
declare const store: {
  /** What was kept under this key; undefined if nothing was. */
  get(key: string): Promise<any>;
  set(key: string, value: string | number | boolean | object | null): Promise<void>;
  /** Whether it was there. */
  delete(key: string): Promise<boolean>;
  /** All keys, sorted. */
  list(): Promise<string[]>;
};
declare function setTimeout(run: (...args: any[]) => void, ms?: number, ...args: any[]): number;
declare function setInterval(run: (...args: any[]) => void, ms?: number, ...args: any[]): number;
declare function clearTimeout(handle?: number): void;
declare function clearInterval(handle?: number): void;
/** Base64 to a text of bytes, one character each. For UTF-8: new TextDecoder().decode(Uint8Array.from(atob(data), (c) => c.charCodeAt(0))). */
declare function atob(data: string): string;
declare function btoa(bytes: string): string;
declare class TextEncoder { readonly encoding: string; encode(text?: string): Uint8Array; encodeInto(text: string, into: Uint8Array): { read: number; written: number } }
/** utf-8 and utf-16le. */
declare class TextDecoder { constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }); readonly encoding: string; readonly fatal: boolean; readonly ignoreBOM: boolean; decode(bytes?: any, options?: { stream?: boolean }): string }
/** Hosts are ASCII; others are refused. */
declare class URL { constructor(url: any, base?: any); static canParse(url: any, base?: any): boolean; static parse(url: any, base?: any): URL | null; href: string; readonly origin: string; protocol: string; username: string; password: string; host: string; hostname: string; port: string; pathname: string; search: string; readonly searchParams: URLSearchParams; hash: string; toString(): string; toJSON(): string }
declare class URLSearchParams { constructor(init?: any); readonly size: number; append(name: any, value: any): void; delete(name: any, value?: any): void; get(name: any): string | null; getAll(name: any): string[]; has(name: any, value?: any): boolean; set(name: any, value: any): void; sort(): void; forEach(run: (value: string, name: string, params: URLSearchParams) => void, self?: any): void; entries(): IterableIterator<[string, string]>; keys(): IterableIterator<string>; values(): IterableIterator<string>; [Symbol.iterator](): IterableIterator<[string, string]> }
declare function structuredClone<T = any>(value: T, options?: any): T;
declare function queueMicrotask(run: () => void): void;
/** Random values that a replay repeats: not for secrets. */
declare const crypto: { randomUUID(): string; getRandomValues<T>(array: T): T };
declare const console: { debug(...values: any[]): void; log(...values: any[]): void; info(...values: any[]): void; warn(...values: any[]): void; error(...values: any[]): void };
`;
