import { signOut } from './client/api.ts';
import icon from './icon.svg';
import { allowNotifications, permission } from './notify.ts';
import { type Route, route } from './route.ts';
import { Safe } from './show/safe.tsx';
import { connection } from './client/connection.ts';
import { me, total } from './client/store.ts';
import { tell, Toasts } from './toasts.tsx';
import { AuditView } from './views/audit.tsx';
import { ExecutionPage } from './views/execution.tsx';
import { ExecutionsView } from './views/executions.tsx';
import { GrantsView } from './views/grants.tsx';
import { InboxView } from './views/inbox.tsx';
import { SignIn } from './views/sign-in.tsx';
import { ToolsView } from './views/tools.tsx';

function leave(): void {
  signOut().then(
    () => location.replace('/'),
    (error: Error) => tell(error.message, true),
  );
}

const PLACES = [
  { path: '/', label: 'Inbox', views: ['inbox', 'review'] },
  { path: '/executions', label: 'Executions', views: ['executions', 'execution'] },
  { path: '/tools', label: 'Tools', views: ['tools'] },
  { path: '/grants', label: 'Grants', views: ['grants'] },
  { path: '/audit', label: 'Audit', views: ['audit'] },
] as const;

export function App() {
  const { view } = route.value;
  const open = total.value;
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
          {me.value !== undefined && connection.value === 'live' && (
            <span>
              as <Safe text={me.value} />{' '}
              <button type="button" class="link" onClick={leave}>
                Sign out
              </button>
            </span>
          )}
          {permission.value === 'default' && (
            <button type="button" class="link" onClick={() => void allowNotifications()}>
              Notify me
            </button>
          )}
        </footer>
      </aside>
      <main>
        {connection.value === 'lost' && <Lost />}
        {connection.value === 'signed-out' ? <SignIn /> : <View route={route.value} />}
      </main>
      <Toasts />
    </div>
  );
}

const CONNECTIONS = {
  connecting: 'connecting',
  live: 'live',
  lost: 'not connected',
  'signed-out': 'not signed in',
} as const;

function Connection() {
  const isLive = connection.value === 'live';
  return <span class={isLive ? 'connection' : 'connection lost'}>{CONNECTIONS[connection.value]}</span>;
}

/** What is on the screen may be out of date, so it says so until it is not. */
function Lost() {
  return (
    <p class="caution lost" role="alert">
      Not connected to the server; trying again. What you see may be out of date. Nothing can be answered or changed
      until the connection is back.
    </p>
  );
}

function View({ route: shown }: { readonly route: Route }) {
  switch (shown.view) {
    case 'inbox':
      return <InboxView question={shown.question} />;
    case 'review':
      return <InboxView isReview />;
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
