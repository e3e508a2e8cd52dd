import { describe, expect, it } from 'vitest';
import { createSite, isLoopback } from './site.js';

describe('a site on this machine', () => {
  const site = createSite({ host: '127.0.0.1', port: 4180 });

  it.each(['127.0.0.1:4180', 'localhost:4180', '[::1]:4180', '127.0.0.2:4180'])('answers under %s', (host) => {
    expect(site.accepts(host)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'evil.example:4180',
    'localhost.evil.example:4180',
    '127.0.0.1.evil.example:4180',
    'localhost:4181',
    '127.0.0.1',
    '192.168.0.7:4180',
    'user@127.0.0.1:4180',
    '127.1:4180',
    '0x7f000001:4180',
    'LOCALHOST:4180',
  ])('does not answer under %j', (host) => {
    expect(site.accepts(host)).toBe(false);
  });

  it('takes its own origins for its own and no others', () => {
    for (const own of ['http://127.0.0.1:4180', 'http://localhost:4180']) expect(site.isOwnOrigin(own)).toBe(true);
    for (const other of [
      'null',
      'https://127.0.0.1:4180',
      'http://localhost:3000',
      'http://evil.example',
      'http://127.0.0.1:4180/',
    ]) {
      expect(site.isOwnOrigin(other)).toBe(false);
    }
  });
});

describe('a site behind a proxy', () => {
  const site = createSite({ host: '0.0.0.0', port: 4180, publicUrl: 'https://shed.example.org' });

  it('answers under its public name and under any address in figures, which cannot be rebound', () => {
    for (const host of ['shed.example.org', '192.168.0.7:4180', '127.0.0.1:4180'])
      expect(site.accepts(host)).toBe(true);
    for (const host of ['other.example.org', 'localhost:4180']) expect(site.accepts(host)).toBe(false);
    expect(site).toMatchObject({ url: 'https://shed.example.org', isSecure: true });
    expect(site.isOwnOrigin('https://shed.example.org')).toBe(true);
    expect(site.isOwnOrigin('http://shed.example.org')).toBe(false);
  });
});

describe('a site on this machine alone', () => {
  it('is no longer that where something says that a proxy stands in front', () => {
    const here = { host: '127.0.0.1', port: 4180 };
    expect(createSite(here).isLocal).toBe(true);
    expect(createSite({ ...here, allowedHosts: ['shed.lan'] }).isLocal).toBe(false);
    expect(createSite({ ...here, isBehindProxy: true }).isLocal).toBe(false);
    expect(createSite({ ...here, publicUrl: 'https://shed.example.org' }).isLocal).toBe(false);
  });
});

describe('a site with further host names', () => {
  const site = createSite({ host: '0.0.0.0', port: 4747, allowedHosts: ['Box.lan'] });

  it('answers under each of them, on any port, and tells its sender that address', () => {
    for (const host of ['box.lan', 'box.lan:4747', 'BOX.lan:8080', 'box.lan:80']) expect(site.accepts(host)).toBe(true);
    expect(site.urlFor('box.lan:8080')).toBe('http://box.lan:8080');
  });

  it.each(['evil.example', 'box.lan.evil.example', 'a@box.lan', 'box.lan/evil', 'box.lan:x'])(
    'does not answer under %j',
    (host) => {
      expect(site.accepts(host)).toBe(false);
    },
  );

  it('takes pages of them on its own port or a default port for its own, and no others', () => {
    for (const own of ['http://box.lan:4747', 'https://box.lan']) expect(site.isOwnOrigin(own)).toBe(true);
    for (const other of ['http://box.lan:8080', 'ftp://box.lan', 'http://evil.example:4747'])
      expect(site.isOwnOrigin(other)).toBe(false);
  });
});

describe('isLoopback', () => {
  it('is true of the names and addresses of this machine alone', () => {
    for (const host of ['127.0.0.1', '127.9.9.9', '::1', 'localhost']) expect(isLoopback(host)).toBe(true);
    for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.evil.example', 'example.org'])
      expect(isLoopback(host)).toBe(false);
  });
});
