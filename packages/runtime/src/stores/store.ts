import type { AuditLog, GrantStore, JournalStore, OwnerStore } from '@toolshed/kernel';

/** All a host keeps on disk, opened and closed together. */
export interface Store extends AsyncDisposable {
  readonly journal: JournalStore;
  readonly grants: GrantStore;
  readonly owners: OwnerStore;
  readonly audit: AuditLog;
}
