// Which view an address shows. Addresses are shared in notifications, so they stay as they are.

import { signal } from '@preact/signals';

export type Route =
  | { readonly view: 'inbox'; readonly question: string | undefined }
  | { readonly view: 'review' }
  | { readonly view: 'recent' }
  | { readonly view: 'overview' }
  | { readonly view: 'executions' }
  | { readonly view: 'execution'; readonly id: string }
  | { readonly view: 'plans' }
  | { readonly view: 'plan'; readonly id: string }
  | { readonly view: 'tools' }
  | { readonly view: 'grants' }
  | { readonly view: 'audit' };

function routeOf(path: string): Route {
  const [, head = '', tail] = path.split('/');
  switch (head) {
    case 'executions':
      return tail ? { view: 'execution', id: decodeURIComponent(tail) } : { view: 'executions' };
    case 'plans':
      return tail ? { view: 'plan', id: decodeURIComponent(tail) } : { view: 'plans' };
    case 'review':
    case 'recent':
    case 'overview':
    case 'tools':
    case 'grants':
    case 'audit':
      return { view: head };
    default:
      return { view: 'inbox', question: head === 'questions' && tail ? decodeURIComponent(tail) : undefined };
  }
}

export const pathTo = {
  question: (id: string): string => `/questions/${encodeURIComponent(id)}`,
  execution: (id: string): string => `/executions/${encodeURIComponent(id)}`,
  plan: (id: string): string => `/plans/${encodeURIComponent(id)}`,
} as const;

export const route = signal<Route>(routeOf(location.pathname));

export function go(path: string): void {
  if (path !== location.pathname) history.pushState(null, '', path);
  route.value = routeOf(location.pathname);
}

/** Follows links and the browser's own way back without loading the page again. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    route.value = routeOf(location.pathname);
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!(link instanceof HTMLAnchorElement) || !isPlain || link.origin !== location.origin || link.target) return;
    // A place on this page: the browser goes there.
    if (link.hash !== '') return;
    event.preventDefault();
    go(link.pathname);
  });
}
