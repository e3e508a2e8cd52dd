import { describe, expect, it } from 'vitest';
import { createHostCheck, HostRule } from './allowed-hosts.js';

const isAllowed = (rule: string, url: string): boolean => {
  try {
    createHostCheck([rule])(new URL(url));
    return true;
  } catch {
    return false;
  }
};

describe('createHostCheck', () => {
  it.each([
    ['example.com', 'https://example.com/a?b', true],
    ['example.com', 'http://EXAMPLE.com:80/', true],
    ['example.com', 'https://example.com:8443/', false],
    ['example.com', 'https://example.com./', false],
    ['example.com', 'https://evil-example.com/', false],
    ['example.com', 'https://example.com.evil.org/', false],
    ['example.com', 'https://sub.example.com/', false],
    ['*.example.com', 'https://a.b.example.com/', true],
    ['*.example.com', 'https://example.com/', false],
    ['*.example.com', 'https://evilexample.com/', false],
    ['example.com:8080', 'http://example.com:8080/', true],
    ['example.com:8080', 'http://example.com/', false],
    ['example.com:443', 'https://example.com/', true],
    ['example.com:443', 'http://example.com/', false],
    ['example.com:*', 'http://example.com:9/', true],
    ['BÜCHER.example', 'https://xn--bcher-kva.example/', true],
    ['127.0.0.1:80', 'http://2130706433/', true],
    ['[::1]:3000', 'http://[0:0:0:0:0:0:0:1]:3000/', true],
    ['example.com', 'ftp://example.com/', false],
    ['example.com', 'file://example.com/etc/passwd', false],
  ])('under the rule %s, %s is %s', (rule, url, expected) => {
    expect(isAllowed(rule, url)).toBe(expected);
  });
});

describe('HostRule', () => {
  it.each(['', '*', '*.', 'https://example.com', 'example.com/path', 'a@b.com', 'exam ple', 'a.*.com', 'x:99999999'])(
    'refuses %j',
    (rule) => {
      expect(HostRule.safeParse(rule).success).toBe(false);
    },
  );
});
