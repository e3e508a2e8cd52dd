// Notifications of the browser, once a person turned them on. They say that something waits and who asks; what a
// program wrote is not in them, because a notification looks like the system's own word.

import type { PendingElicitation } from '@toolshed/kernel';
import { signal } from '@preact/signals';
import { go, pathTo } from './route.ts';

export const permission = signal<NotificationPermission | 'unsupported'>(
  'Notification' in globalThis ? Notification.permission : 'unsupported',
);

export async function allowNotifications(): Promise<void> {
  permission.value = await Notification.requestPermission();
}

export function notifyOf(added: readonly PendingElicitation[]): void {
  const [first] = added;
  if (first === undefined || permission.value !== 'granted' || !document.hidden) return;
  const title = added.length === 1 ? 'Toolshed: a question for you' : `Toolshed: ${added.length} questions for you`;
  const note = new Notification(title, { body: `Session ${first.session}`, tag: first.elicitationId });
  note.onclick = () => {
    focus();
    go(pathTo.question(first.elicitationId));
  };
}
