import { describe, expect, it } from 'vitest';
import { wantedSegments } from './operation-path.js';

const at = (operationId: string | undefined, tag: string | undefined, method = 'GET', template = '/users/{id}/posts') =>
  wantedSegments({
    ...(operationId === undefined ? {} : { operationId }),
    tags: tag === undefined ? [] : [tag],
    method: method === 'GET' ? 'GET' : 'POST',
    template,
    deprecated: false,
    parameters: [],
    responses: {},
    servers: [],
    security: [],
    credentials: [],
  }).join('.');

describe('wantedSegments', () => {
  it.each([
    ['issues/list-for-repo', 'issues', 'issues.listForRepo'],
    ['getPetById', 'pet', 'pet.getPetById'],
    ['listPets', undefined, 'users.listPets'],
    ['Users_Get', 'Users', 'users.usersGet'],
    ['pet', 'pet', 'pet.pet'],
    ['code-scanning/get-alert', 'code-scanning', 'codeScanning.getAlert'],
    ['drive.files.list', 'files', 'files.drive.files.list'],
    [undefined, undefined, 'users.getUsersByIdPosts'],
    [undefined, 'Blog posts', 'blogPosts.getUsersByIdPosts'],
    ['获取用户', '用户', 'getUsersByIdPosts'],
  ])('puts %s of tag %s at %s', (operationId, tag, expected) => {
    expect(at(operationId, tag)).toBe(expected);
  });
});
