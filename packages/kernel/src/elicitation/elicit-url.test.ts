import { describe, expect, it } from 'vitest';
import { elicitUrl, hostOf, requireUrl, UrlRequiredError } from './elicit-url.js';
import { readElicitRequest } from './read-elicit-request.js';

const page = { message: 'Sign in', url: 'https://example.com/oauth?state=x', elicitationId: 'f'.repeat(16) };
const read = (facts: object) => readElicitRequest({ type: 'url', message: 'm', ...facts }).request;

describe('a page', () => {
  it('is kept with the flow behind it', () => {
    expect(readElicitRequest(elicitUrl(page)).request).toEqual({
      type: 'url',
      message: 'Sign in',
      url: page.url,
      flow: page.elicitationId,
    });
  });

  it('has the time limit it was given, and nothing a question does not have', () => {
    expect(readElicitRequest(elicitUrl({ ...page, expiresInMs: 5_000 })).expiresInMs).toBe(5_000);
    const misspelt = { ...page, expiresInMillis: 5_000 };
    expect(() => readElicitRequest(elicitUrl(misspelt))).toThrow('expiresInMillis');
  });

  it.each(['https://example.com/a', 'http://localhost:8080/', 'http://127.0.0.1/x', 'http://[::1]:3000/'])(
    'may be %s',
    (url) => {
      expect(read({ url })).toMatchObject({ url });
    },
  );

  it.each([
    'http://example.com/',
    'http://localhost.example.com/',
    'http://127.0.0.1.example.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'https://bank.example@evil.example/',
    'https://u:p@example.com/',
    '/relative',
    'example.com',
    `https://example.com/${'a'.repeat(5_000)}`,
    7,
  ])('may not be %s', (url) => {
    expect(() => read({ url })).toThrow('url');
  });

  it('is kept as a browser reads it, so that what is shown is what opens', () => {
    expect(read({ url: 'HTTPS://EXAMPLE.com\\evil\t/../x' })).toMatchObject({ url: 'https://example.com/x' });
    expect(read({ url: 'https://аpple.com/' })).toMatchObject({ url: 'https://xn--pple-43d.com/' });
    expect(hostOf('https://xn--pple-43d.com:8443/')).toBe('xn--pple-43d.com:8443');
  });

  it.each(['short', 'has spaces in it, and more', ''])('refuses the flow id %j', (elicitationId) => {
    expect(() => read({ url: page.url, elicitationId })).toThrow('elicitationId');
  });

  it('has no flow when a program asks for it', () => {
    const ask = (facts: object) => readElicitRequest({ type: 'url', message: 'm', ...facts }, { by: 'program' });
    expect(ask({ url: page.url }).request).toEqual({ type: 'url', message: 'm', url: page.url });
    expect(() => ask(page)).toThrow('is for tools');
    expect(() => ask({ url: page.url, flow: page.elicitationId })).toThrow('is for tools');
  });
});

describe('requireUrl', () => {
  it('ends a handler with the pages a person has to visit', () => {
    expect(() => requireUrl([page])).toThrow(UrlRequiredError);
    expect(() => requireUrl([page, page])).toThrow('some pages first');
    expect(new UrlRequiredError([page])).toMatchObject({ code: 'elicitation/url-required', elicitations: [page] });
  });

  it('refuses a page no person may be sent to', () => {
    expect(() => requireUrl([{ ...page, url: 'http://example.com' }])).toThrow('https');
    expect(() => requireUrl([])).toThrow();
  });
});
