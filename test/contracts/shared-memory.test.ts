import { createSharedMemoryStore } from '../support/shared-memory-store.ts';
import { claimsContract } from './claims.contract.ts';
import { storeContract } from './store.contract.ts';

const open = async () => createSharedMemoryStore({ now: () => Date.now() });

storeContract('the shared store in memory', open);
claimsContract('the shared store in memory', open);
