// Where an operation stands under its namespace: `<tag>.<operation>`, in camel case, so that a program can write it
// without brackets. `issues/list-for-repo` of tag `issues` is `issues.listForRepo`.
//
// An operation without an id is called by its method and path: `GET /users/{id}/posts` is `users.getUsersByIdPosts`.
// One without a tag stands below the first word of its path. An id of which no letter can be in a path is none.

import type { Operation } from './operations.js';

export function wantedSegments({ operationId, tags, method, template }: Operation): readonly string[] {
  const group = camelCase(tags[0] ?? firstWord(template));
  const id = (operationId ?? '').split(/[/.:]+/).map(camelCase);
  const written = id.filter((segment) => segment !== '');
  const own = written.length === 0 ? [nameByPath(method, template)] : written;
  const [head, ...tail] = own;
  const isGrouped = group === '' || (head?.toLowerCase() === group.toLowerCase() && tail.length > 0);
  return isGrouped ? own : [group, ...own];
}

function camelCase(text: string): string {
  const [first = '', ...rest] = text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return [first.toLowerCase(), ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())].join(
    '',
  );
}

const firstWord = (template: string): string =>
  template.split('/').find((part) => part !== '' && !part.startsWith('{')) ?? '';

const nameByPath = (method: string, template: string): string =>
  camelCase([method, ...template.split('/').map((part) => part.replaceAll(/\{([^{}]+)\}/g, ' by $1 '))].join(' '));
