import icon from './icon.svg';
import { allowNotifications, permission } from './notify.ts';
import { type Route, route } from './route.ts';
import { connection, questions } from './store.ts';
import { Toasts } from './toasts.tsx';
import { AuditView } from './views/audit.tsx';
import { ExecutionPage } from './views/execution.tsx';
import { ExecutionsView } from './views/executions.tsx';
import { GrantsView } from './views/grants.tsx';
import { InboxView } from './views/inbox.tsx';
import { ToolsView } from './views/tools.tsx';

const PLACES = [
  { path: '/', label: 'Inbox', views: ['inbox'] },
  { path: '/executions', label: 'Executions', views: ['executions', 'execution'] },
  { path: '/tools', label: 'Tools', views: ['tools'] },
  { path: '/grants', label: 'Grants', views: ['grants'] },
  { path: '/audit', label: 'Audit', views: ['audit'] },
] as const;

export function App() {
  const { view } = route.value;
  const open = questions.value?.length ?? 0;
  return (
    <div class="frame">
      <aside class="side">
        <a class="brand" href="/">
          <img src={icon} alt="" /> Toolshed
        </a>
        <nav aria-label="Views">
          <ul>
            {PLACES.map(({ path, label, views }) => (
              <li key={path}>
                <a href={path} aria-current={views.some((one) => one === view) ? 'page' : undefined}>
                  {label}
                  {path === '/' && open > 0 && <span class="count">{open}</span>}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <footer>
          <Connection />
          {permission.value === 'default' && (
            <button type="button" class="link" onClick={() => void allowNotifications()}>
              Notify me
            </button>
          )}
        </footer>
      </aside>
      <main>{connection.value === 'signed-out' ? <SignedOut /> : <View route={route.value} />}</main>
      <Toasts />
    </div>
  );
}

function Connection() {
  const isLive = connection.value === 'live';
  return (
    <span class={isLive ? 'connection' : 'connection lost'}>{isLive ? 'live' : 'not connected; trying again'}</span>
  );
}

function SignedOut() {
  return (
    <div class="empty">
      <h1>This browser is not signed in</h1>
      <p>
        Open the address that <code>toolshed serve</code> printed; it signs this browser in once.
      </p>
    </div>
  );
}

function View({ route: shown }: { readonly route: Route }) {
  switch (shown.view) {
    case 'inbox':
      return <InboxView question={shown.question} />;
    case 'executions':
      return <ExecutionsView />;
    case 'execution':
      return <ExecutionPage id={shown.id} />;
    case 'tools':
      return <ToolsView />;
    case 'grants':
      return <GrantsView />;
    case 'audit':
      return <AuditView />;
  }
}
