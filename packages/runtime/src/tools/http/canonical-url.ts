// One spelling for each URL, as RFC 3986 (6.2.2) and the URL standard make it: dot segments resolved, scheme and host in
// lower case, numeric addresses in digits, tabs removed, and no character escaped unnecessarily.
//
// Threat: a rule about `/admin` that `/public/../admin`, `/%61dmin` or `HTTP://0x7f.1/admin` evades.

const UNRESERVED = /^[A-Za-z0-9._~-]$/;

/** A text that is not a URL stays as it is, and is refused when it is used. */
export function canonicalUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.hash = '';
  url.pathname = plainly(url.pathname);
  url.search = plainly(url.search);
  return url.href;
}

/** What is decoded here may be a dot segment, which the URL resolves when it takes the text. */
const plainly = (text: string): string =>
  text.replaceAll(/%[0-9A-Fa-f]{2}/g, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return UNRESERVED.test(character) ? character : escaped.toUpperCase();
  });
