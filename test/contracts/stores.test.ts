import { openFreshMemory, openFreshSqlite } from '../support/open-stores.ts';
import { auditLogContract } from './audit-log.contract.ts';
import { grantStoreContract } from './grant-store.contract.ts';
import { journalOrderContract } from './journal-order.contract.ts';
import { journalQuestionsContract } from './journal-questions.contract.ts';
import { journalSideQuestsContract } from './journal-side-quests.contract.ts';
import { journalStoreContract } from './journal-store.contract.ts';
import { listCountsContract } from './list-counts.contract.ts';
import { ownerStoreContract } from './owner-store.contract.ts';

const STORES = { 'the memory store': openFreshMemory, 'the SQLite store': openFreshSqlite };

for (const [name, open] of Object.entries(STORES)) {
  journalStoreContract(name, open);
  journalQuestionsContract(name, open);
  journalSideQuestsContract(name, open);
  journalOrderContract(name, open);
  grantStoreContract(name, open);
  auditLogContract(name, open);
  ownerStoreContract(name, open);
  listCountsContract(name, open);
}
