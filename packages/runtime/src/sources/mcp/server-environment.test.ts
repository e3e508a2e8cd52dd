import { describe, expect, it } from 'vitest';
import { proxyPasswords, serverEnvironment } from './server-environment.js';

const OURS: Readonly<Record<string, string>> = {
  PATH: '/usr/bin',
  HOME: '/home/ada',
  HTTPS_PROXY: 'http://ada:p%40ss@proxy.test:3128',
  NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
  AWS_SECRET_ACCESS_KEY: 'secret',
  NODE_OPTIONS: '--inspect',
};

describe('the environment of an MCP server', () => {
  it('has what commands, proxies and certificates need, what the config names, and nothing else of ours', () => {
    expect(serverEnvironment((name) => OURS[name], { HOME: '/srv', TOKEN: 't' })).toEqual({
      PATH: '/usr/bin',
      HOME: '/srv',
      HTTPS_PROXY: 'http://ada:p%40ss@proxy.test:3128',
      NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
      TOKEN: 't',
    });
  });

  it('tells the passwords of proxies, which no program may get', () => {
    expect(proxyPasswords(OURS)).toEqual(['p%40ss', 'p@ss']);
    expect(proxyPasswords({ HTTP_PROXY: 'http://proxy.test' })).toEqual([]);
  });
});
