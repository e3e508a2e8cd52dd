import { createMemoryRecords } from '@toolshed/runtime';
import { createTokenFolder, createTokenRecords } from '@toolshed/server';
import { newStoreFolder } from '../support/open-stores.ts';
import { tokensContract } from './tokens.contract.ts';

tokensContract('tokens in a folder', async () => {
  const folder = newStoreFolder();
  let time = 1_000_000;
  const now = (): number => time;
  return {
    servers: [createTokenFolder({ home: folder.path, now }), createTokenFolder({ home: folder.path, now })],
    async pass(ms) {
      time += ms;
    },
    async [Symbol.asyncDispose]() {
      folder[Symbol.dispose]();
    },
  };
});

tokensContract('tokens in records', async () => {
  let time = 1_000_000;
  const records = createMemoryRecords({ now: () => time });
  // The clock of one server is an hour ahead: that of the records decides.
  const ahead = (): number => time + 3_600_000;
  return {
    servers: [createTokenRecords({ records, now: () => time }), createTokenRecords({ records, now: ahead })],
    async pass(ms) {
      time += ms;
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
});
