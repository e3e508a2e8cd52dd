import { describe, expect, it } from 'vitest';
import type { HttpRequest, Method } from './http-request.js';
import { followRedirect } from './redirect.js';

const request = (method: Method, url = 'https://a.example/x'): HttpRequest => ({
  method,
  url: new URL(url),
  headers: { accept: 'text/html', authorization: 'Bearer key', 'x-api-key': 'key' },
  body: undefined,
});

describe('followRedirect', () => {
  it.each([301, 302, 303, 307, 308])('leads a GET on with status %i', (status) => {
    expect(followRedirect(request('GET'), status, '/y#part')?.url.href).toBe('https://a.example/y');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('leads no %s anywhere', (method) => {
    for (const status of [301, 302, 303, 307, 308])
      expect(followRedirect(request(method), status, '/y')).toBeUndefined();
  });

  it('returns what is no redirect, or leads nowhere', () => {
    expect(followRedirect(request('GET'), 200, '/y')).toBeUndefined();
    expect(followRedirect(request('GET'), 304, '/y')).toBeUndefined();
    expect(followRedirect(request('GET'), 302, undefined)).toBeUndefined();
    expect(followRedirect(request('GET'), 302, 'http://[')).toBeUndefined();
  });

  it('tells another origin nothing that was meant for the first', () => {
    expect(followRedirect(request('GET'), 302, '/y')?.headers).toHaveProperty('authorization');
    expect(followRedirect(request('GET'), 302, 'https://b.example/')?.headers).toEqual({ accept: 'text/html' });
    expect(followRedirect(request('GET'), 302, 'https://a.example:444/')?.headers).toEqual({ accept: 'text/html' });
  });

  it('refuses a way from https to http, and names in the URL', () => {
    expect(() => followRedirect(request('GET'), 302, 'http://a.example/')).toThrow('Cannot follow the redirect');
    expect(() => followRedirect(request('GET'), 302, 'https://u:p@a.example/')).toThrow('Cannot follow the redirect');
  });
});
