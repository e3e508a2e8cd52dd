// The domains of tau2-bench that are ported: their data and their tools.

import type { Tool } from '@toolshed/kernel';
import { AirlineData } from './airline/airline-data.ts';
import { airlineTools } from './airline/airline-tools.ts';
import type { Desk } from './desk-tools.ts';
import { ShopData } from './retail/shop-data.ts';
import { shopTools } from './retail/shop-tools.ts';

export const DOMAINS = ['retail', 'airline'] as const;
export type DomainName = (typeof DOMAINS)[number];

/** Where a task begins. */
export interface Setting {
  readonly domain: DomainName;
  readonly data: unknown;
}

/** A copy of the data of its own, and tools that change it. */
export interface OpenDomain {
  readonly data: unknown;
  readonly tools: readonly Tool[];
}

/** `keep` gets the data after each change, before its tool returns. */
export function openDomain({ domain, data }: Setting, keep: (data: unknown) => void = () => undefined): OpenDomain {
  const deskOver = <Data>(own: Data): Desk<Data> => ({
    read: (look) => look(own),
    change(work) {
      const result = work(own);
      keep(own);
      return result;
    },
  });
  if (domain === 'retail') {
    const own = ShopData.parse(data);
    return { data: own, tools: shopTools(deskOver(own)) };
  }
  const own = AirlineData.parse(data);
  return { data: own, tools: airlineTools(deskOver(own)) };
}
