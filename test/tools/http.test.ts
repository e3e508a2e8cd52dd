import { HttpOptions, httpPlugin } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { callTool, failureOf, messageOf, previewTool } from './call-tool.js';
import { openLoopbackServer } from './loopback-server.js';

describe('http.get and http.head', () => {
  it('return status, headers, text and JSON', async () => {
    await using server = await openLoopbackServer((_, response) => {
      response.setHeader('content-type', 'application/json; charset=utf-8').end('{"a":[1]}');
    });
    const http = httpPlugin({ hosts: [server.host], allowPrivate: true });
    const args = { url: `http://${server.host}/x?a=1`, query: { b: 'ü&', c: [1, true] }, headers: { 'X-Key': 'k' } };
    expect(await callTool(http, 'http.get', args)).toMatchObject({
      url: `http://${server.host}/x?a=1&b=%C3%BC%26&c=1&c=true`,
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: '{"a":[1]}',
      encoding: 'utf8',
      json: { a: [1] },
    });
    expect(server.seen[0]).toMatchObject({
      method: 'GET',
      url: '/x?a=1&b=%C3%BC%26&c=1&c=true',
      headers: { 'x-key': 'k', host: server.host, 'accept-encoding': 'identity' },
    });
    expect(await callTool(http, 'http.head', { url: `http://${server.host}/` })).toMatchObject({
      status: 200,
      body: '',
    });
  });

  it('return bytes that are not text as base64, and errors of the server as answers', async () => {
    await using server = await openLoopbackServer((request, response) => {
      response.writeHead(request.url === '/teapot' ? 418 : 200).end(Buffer.from([0, 255]));
    });
    const http = httpPlugin({ hosts: [server.host], allowPrivate: true });
    expect(await callTool(http, 'http.get', { url: `http://${server.host}/` })).toMatchObject({
      body: 'AP8=',
      encoding: 'base64',
    });
    expect(await callTool(http, 'http.get', { url: `http://${server.host}/teapot` })).toMatchObject({ status: 418 });
  });

  it('follow redirects, at most five', async () => {
    await using server = await openLoopbackServer(({ url = '' }, response) => {
      const left = Number(url.slice(1));
      if (left === 0) response.end('arrived');
      else response.writeHead(302, { location: `/${left - 1}` }).end('moved');
    });
    const http = httpPlugin({ hosts: [server.host], allowPrivate: true });
    expect(await callTool(http, 'http.get', { url: `http://${server.host}/5` })).toMatchObject({
      url: `http://${server.host}/0`,
      body: 'arrived',
    });
    expect(await failureOf(callTool(http, 'http.get', { url: `http://${server.host}/6` }))).toMatchObject({
      code: 'http/too-many-redirects',
    });
  });

  it('tell a failed connection without the address of the host', async () => {
    const closed = await openLoopbackServer((_, response) => response.end());
    await closed[Symbol.asyncDispose]();
    const http = httpPlugin({ hosts: ['name.test:*'], allowPrivate: true }, { resolve: async () => ['127.0.0.1'] });
    const { code, message } = await failureOf(callTool(http, 'http.get', { url: `http://name.test:${closed.port}/` }));
    expect(code).toBe('http/unreachable');
    expect(message).toContain('ECONNREFUSED');
    expect(message).not.toContain('127.0.0.1');
  });
});

describe('http.post, put, patch and delete', () => {
  it.each(['post', 'put', 'patch', 'delete'])('%s sends text as it is and anything else as JSON', async (method) => {
    await using server = await openLoopbackServer((_, response) => response.writeHead(201).end());
    const http = httpPlugin({ hosts: [server.host], allowPrivate: true });
    const url = `http://${server.host}/`;
    expect(await callTool(http, `http.${method}`, { url, body: { a: 'ü' } })).toMatchObject({ status: 201 });
    await callTool(http, `http.${method}`, { url, body: 'plain', headers: { 'content-type': 'text/plain' } });
    expect(server.seen).toMatchObject([
      { method: method.toUpperCase(), body: '{"a":"ü"}', headers: { 'content-type': 'application/json' } },
      { body: 'plain', headers: { 'content-type': 'text/plain' } },
    ]);
  });

  it('return a redirect instead of sending what was approved elsewhere', async () => {
    await using server = await openLoopbackServer((request, response) => {
      response.writeHead(request.url === '/' ? 307 : 200, { location: '/other' }).end();
    });
    const http = httpPlugin({ hosts: [server.host], allowPrivate: true });
    expect(await callTool(http, 'http.post', { url: `http://${server.host}/`, body: 'x' })).toMatchObject({
      status: 307,
      headers: { location: '/other' },
    });
    expect(server.seen).toHaveLength(1);
  });

  it('show exactly what would be sent, without sending it', async () => {
    const http = httpPlugin(
      { hosts: ['*.example.com'] },
      { resolve: () => Promise.reject(new Error('Nothing is resolved')) },
    );
    const args = {
      url: 'https://API.example.com/v1/../users#x',
      query: { q: 'a b' },
      headers: { 'X-Key': 'k' },
      body: { id: 1 },
    };
    const headers = { 'content-type': 'application/json', 'x-key': 'k' };
    expect(await previewTool(http, 'http.delete', args)).toEqual({
      kind: 'json',
      value: { method: 'DELETE', url: 'https://api.example.com/users?q=a+b', headers, body: '{"id":1}' },
    });
    expect(messageOf(http, 'http.delete', args)).toBe(
      `Send DELETE https://api.example.com/users?q=a+b?\nheaders ${JSON.stringify(headers)}\nbody "{\\"id\\":1}"`,
    );
    expect(messageOf(http, 'http.post', { url: 'nonsense' })).toBe(
      'Send POST "nonsense"? (it cannot be sent as it is)',
    );
  });

  it('need a person, and none may be repeated without one', () => {
    const facts = httpPlugin({ hosts: [] }).tools.map((tool) => [tool.path, tool.isDestructive({}), tool.idempotent]);
    expect(facts).toEqual([
      ['http.get', false, true],
      ['http.head', false, true],
      ['http.post', true, false],
      ['http.put', true, false],
      ['http.patch', true, false],
      ['http.delete', true, false],
    ]);
  });

  it('are configured from a file by key', () => {
    expect(HttpOptions.safeParse({ hosts: ['example.com', '*.example.com:8080'], timeoutMs: 5 }).success).toBe(true);
    expect(HttpOptions.safeParse({ hosts: ['https://example.com'] }).success).toBe(false);
    expect(HttpOptions.safeParse({ hosts: [], private: true }).success).toBe(false);
  });
});
