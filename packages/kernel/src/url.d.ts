// Both Node and browsers have it; the kernel names it without pulling in either's types.
interface URL {
  readonly href: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly host: string;
  readonly username: string;
  readonly password: string;
}
declare const URL: { parse(text: string, base?: string): URL | null };
