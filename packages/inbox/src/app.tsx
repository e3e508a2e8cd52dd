// The page as a whole: which view the address shows (`route.ts`), the navigation, and what is above every view.

import { useEffect, useState } from 'preact/hooks';
import { signOut } from './client/api.ts';
import { connection, wasLive } from './client/connection.ts';
import { waitingPlans } from './client/plans.ts';
import { me, total } from './client/store.ts';
import { Confirm } from './confirm.tsx';
import { Help, showKeys } from './help.tsx';
import icon from './icon.svg';
import { allowNotifications, permission } from './notify.ts';
import { type Route, route } from './route.ts';
import { Safe } from './show/safe.tsx';
import { tell, Toasts } from './toasts.tsx';
import { AuditView } from './views/audit.tsx';
import { ExecutionPage } from './views/execution/execution.tsx';
import { ExecutionsView } from './views/execution/executions.tsx';
import { GrantsView } from './views/grants.tsx';
import { InboxView } from './views/inbox/inbox.tsx';
import { OverviewPage } from './views/overview.tsx';
import { PlanPage } from './views/plan/plan.tsx';
import { PlansView } from './views/plan/plans.tsx';
import { RecentView } from './views/recent.tsx';
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
  { path: '/recent', label: 'Recent', views: ['recent'] },
  { path: '/plans', label: 'Plans', views: ['plans', 'plan'] },
  { path: '/executions', label: 'Executions', views: ['executions', 'execution'] },
  { path: '/overview', label: 'Overview', views: ['overview'] },
  { path: '/tools', label: 'Tools', views: ['tools'] },
  { path: '/grants', label: 'Grants', views: ['grants'] },
  { path: '/audit', label: 'Audit', views: ['audit'] },
] as const;

export function App() {
  const isInbox = route.value.view === 'inbox' || route.value.view === 'review';
  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Side />
      <main id="main" tabindex={-1} class={isInbox ? 'panes' : 'page'}>
        {connection.value === 'lost' && <Lost />}
        {connection.value === 'signed-out' && <SignIn />}
        {/* What somebody typed before their session ended is there again once they have signed in. */}
        {(wasLive.value || connection.value !== 'signed-out') && (
          <div class="view" hidden={connection.value === 'signed-out'}>
            <View route={route.value} />
          </div>
        )}
      </main>
      <Toasts />
      <Confirm />
      <Help />
    </div>
  );
}

/** The views, and who is here. On a phone they are behind one button. */
function Side() {
  const { view } = route.value;
  const open = total.value;
  const [isOpen, setOpen] = useState(false);
  // A view that was chosen is what a person wants to see.
  useEffect(() => setOpen(false), [route.value]);
  return (
    <aside class={isOpen ? 'side open' : 'side'} data-covers="top">
      <div class="top">
        <a class="brand" href="/">
          <img src={icon} alt="" /> Toolshed
        </a>
        <button
          type="button"
          class="menu"
          aria-expanded={isOpen}
          aria-controls="views"
          onClick={() => setOpen(!isOpen)}
        >
          Menu <Count of={open + waitingPlans.value} />
        </button>
      </div>
      <div class="places" id="views">
        <nav aria-label="Views">
          <ul>
            {PLACES.map(({ path, label, views }) => (
              <li key={path}>
                <a href={path} aria-current={views.some((one) => one === view) ? 'page' : undefined}>
                  {label}
                  {path === '/' && <Count of={open} />}
                  {path === '/plans' && <Count of={waitingPlans.value} />}
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
          <button type="button" class="link keys-hint" onClick={showKeys}>
            Keys<kbd>?</kbd>
          </button>
        </footer>
      </div>
    </aside>
  );
}

/** How many wait; nothing where none do. */
const Count = ({ of }: { readonly of: number }) =>
  of === 0 ? null : <span class="count">{of.toLocaleString('en-US')}</span>;

const CONNECTIONS = {
  connecting: 'connecting',
  live: 'live',
  lost: 'not connected',
  'signed-out': 'not signed in',
} as const;

function Connection() {
  const { value } = connection;
  const isSettled = value === 'live' || value === 'connecting';
  return <span class={`connection ${isSettled ? value : 'lost'}`}>{CONNECTIONS[value]}</span>;
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
    case 'recent':
      return <RecentView />;
    case 'overview':
      return <OverviewPage />;
    case 'executions':
      return <ExecutionsView />;
    case 'execution':
      return <ExecutionPage id={shown.id} />;
    case 'plans':
      return <PlansView />;
    case 'plan':
      return <PlanPage id={shown.id} />;
    case 'tools':
      return <ToolsView />;
    case 'grants':
      return <GrantsView />;
    case 'audit':
      return <AuditView />;
  }
}
