import { describe, expect, it } from 'vitest';
import { harmlessHeaders, readHeaders } from './request-headers.js';

describe('readHeaders', () => {
  it('writes names in lower case', () => {
    expect(readHeaders({ Authorization: 'Bearer x', 'X-Api-Key': 'k' })).toEqual({
      authorization: 'Bearer x',
      'x-api-key': 'k',
    });
  });

  it.each([
    'Host',
    'connection',
    'Transfer-Encoding',
    'content-length',
    'Upgrade',
    'TE',
    'Cookie',
    'Set-Cookie',
    'Proxy-Authorization',
    'X-Forwarded-For',
    'Forwarded',
    'X-HTTP-Method-Override',
    'x-method-override',
    'X_Forwarded_For',
    'X_HTTP_Method-Override',
    'proxy_authorization',
    'x.real.ip',
    'bad name',
    'bad:name',
    '',
  ])('refuses %j', (name) => {
    expect(() => readHeaders({ [name]: 'x' })).toThrow('Cannot send the header');
  });

  it.each(['a\r\nhost: evil', 'a\nb', 'a\0b', 'a\x7fb', '\u0100'])('refuses the value %j', (value) => {
    expect(() => readHeaders({ accept: value })).toThrow('Cannot send the header "accept"');
  });

  it('refuses one header in two spellings', () => {
    expect(() => readHeaders({ Accept: 'a', accept: 'b' })).toThrow('given twice');
    expect(() => readHeaders({ 'x-api-key': 'a', x_api_key: 'b' })).toThrow('given twice');
  });

  it('sends a name with an underscore that means nothing else', () => {
    expect(readHeaders({ api_key: 'k' })).toEqual({ api_key: 'k' });
  });
});

describe('harmlessHeaders', () => {
  it('keeps nothing that could be a key', () => {
    expect(harmlessHeaders({ accept: 'a', authorization: 'b', 'x-api-key': 'c' })).toEqual({ accept: 'a' });
  });
});
