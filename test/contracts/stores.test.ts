import { openFreshMemory, openFreshSqlite } from '../support/open-stores.ts';
import { storeContract } from './store.contract.ts';

storeContract('the memory store', openFreshMemory);
storeContract('the SQLite store', openFreshSqlite);
