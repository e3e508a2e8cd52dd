import { afterAll } from 'vitest';
import { storeContract } from '../store.contract.ts';
import { openFreshPostgres, stopPostgresOfFile } from '../../support/fresh-postgres.ts';

afterAll(stopPostgresOfFile);

storeContract('the PostgreSQL store', () => openFreshPostgres());
