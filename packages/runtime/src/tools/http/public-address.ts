import ipaddr from 'ipaddr.js';

/** In the public ranges, but answered by the cloud the host runs in. */
const METADATA = new Set(['168.63.129.16']);

/**
 * Whether an address is somewhere on the internet: not this machine, its network, its cloud's metadata service, or a
 * form of IPv6 that carries such an address in it. What is in no known range is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && !METADATA.has(address.toString());
}
