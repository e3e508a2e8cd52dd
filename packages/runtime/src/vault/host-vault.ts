import type { SecretVault } from '@toolshed/kernel';
import type { Store } from '../stores/store.js';
import { openVault, type VaultOption } from './open-vault.js';
import { createRecentList, type RecentList } from './recent-list.js';

export interface HostVault {
  readonly vault: SecretVault;
  /** What it holds now, or held a moment ago where asking again costs a statement. */
  readonly listed: RecentList['list'];
}

/** The vault from the host's options; by default its store's, if that keeps secrets. */
export async function openHostVault(option: VaultOption | undefined, store: Store): Promise<HostVault> {
  const choice = option ?? (store.secrets ? ({ in: 'store' } as const) : 'memory');
  await using opening = new AsyncDisposableStack();
  const vault = opening.use(openVault(choice, store));
  const isShared = typeof choice === 'object' && 'in' in choice;
  const recent = createRecentList(vault);
  // A node that cannot open what the others keep does not start.
  if (isShared) await vault.list();
  opening.move();
  return isShared ? { vault: recent.vault, listed: recent.list } : { vault, listed: () => vault.list() };
}
