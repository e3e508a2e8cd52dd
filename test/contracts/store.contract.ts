// All that a store promises, for each store that is tested.

import type { OpenStore } from '../support/open-stores.ts';
import { auditLogContract } from './audit-log.contract.ts';
import { grantStoreContract } from './grant-store.contract.ts';
import { journalOrderContract } from './journal-order.contract.ts';
import { journalQuestionsContract } from './journal-questions.contract.ts';
import { journalSideQuestsContract } from './journal-side-quests.contract.ts';
import { journalUndoContract } from './journal-undo.contract.ts';
import { journalStartsContract } from './journal-starts.contract.ts';
import { journalUnattendedContract } from './journal-unattended.contract.ts';
import { journalStoreContract } from './journal-store.contract.ts';
import { listCountsContract } from './list-counts.contract.ts';
import { ownerStoreContract } from './owner-store.contract.ts';
import { repeatedValuesContract } from './repeated-values.contract.ts';

export function storeContract(name: string, open: OpenStore): void {
  journalStoreContract(name, open);
  journalQuestionsContract(name, open);
  journalSideQuestsContract(name, open);
  journalOrderContract(name, open);
  journalStartsContract(name, open);
  journalUndoContract(name, open);
  journalUnattendedContract(name, open);
  grantStoreContract(name, open);
  auditLogContract(name, open);
  ownerStoreContract(name, open);
  listCountsContract(name, open);
  repeatedValuesContract(name, open);
}
