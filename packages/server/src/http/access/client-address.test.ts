import { describe, expect, it } from 'vitest';
import { createClientAddress, isAddressRange } from './client-address.js';

describe('the address of a client', () => {
  const behind = createClientAddress(['10.0.0.0/8', '::1', '192.0.2.7']);

  it.each([
    ['of the connection, where no proxy is trusted', createClientAddress(), '10.0.0.1', '203.0.113.5', '10.0.0.1'],
    ['of the connection, where it is no trusted proxy', behind, '203.0.113.9', '203.0.113.5', '203.0.113.9'],
    ['the one that the proxy added last', behind, '10.0.0.1', '198.51.100.1, 203.0.113.5', '203.0.113.5'],
    ['the first that is no trusted proxy', behind, '10.0.0.1', '203.0.113.5, 192.0.2.7, 10.9.9.9', '203.0.113.5'],
    ['of the proxy, where it names nobody', behind, '10.0.0.1', null, '10.0.0.1'],
    ['of the proxy, where it names what is no address', behind, '10.0.0.1', '203.0.113.5, unknown', '10.0.0.1'],
    ['never what stands before something else', behind, '10.0.0.1', '203.0.113.5, <b>, 10.0.0.2', '10.0.0.2'],
    ['without the port', behind, '::1', '203.0.113.5:4711', '203.0.113.5'],
    ['without the port and the brackets', behind, '::1', '[2001:db8::5]:4711', '2001:db8:0:0::/64'],
    ['one of version 4 as such', behind, '::ffff:10.0.0.1', '::ffff:203.0.113.5', '203.0.113.5'],
    ['one of version 4 in hexadecimal as such', behind, '::1', '::ffff:cb00:7105', '203.0.113.5'],
    ['one network of version 6, by any address of it', behind, '::1', '2001:db8:77:1:a::64', '2001:db8:77:1::/64'],
    ['one network of version 6, in any spelling', behind, '::1', '2001:0DB8:0077:0001:0:0:0:1', '2001:db8:77:1::/64'],
    ['the network of a local address with its zone', createClientAddress(), 'fe80::1%eth0', null, 'fe80:0:0:0::/64'],
  ])('is %s', (_, addressOf, socket, forwarded, expected) => {
    expect(addressOf(socket, forwarded)).toBe(expected);
  });

  it('is unknown where nobody says', () => {
    expect(behind(undefined, '203.0.113.5')).toBe('');
  });

  it.each([
    ['10.0.0.0/8', true],
    ['::1', true],
    ['2001:db8::/32', true],
    ['10.0.0.0/33', false],
    ['proxy.internal', false],
    ['', false],
  ])('takes %j as a range: %s', (text, isOne) => {
    expect(isAddressRange(text)).toBe(isOne);
  });
});
