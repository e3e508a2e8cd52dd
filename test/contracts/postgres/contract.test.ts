import { storeContract } from '../store.contract.ts';
import { openFreshPostgres } from '../../support/fresh-postgres.ts';

storeContract('the PostgreSQL store', () => openFreshPostgres());
