// Wrong programs as models write them, and the exact text the model gets for what the host decides. `ORIGIN` stands for
// the address of the loopback server.

export interface HostText {
  readonly title: string;
  readonly code: string;
  readonly error: { readonly code: string; readonly message: string; readonly reason?: string };
}

const AWAY = 'the OpenAPI document of "crm" cannot be used: there is no such file';
const NAMESPACES = `mail (1 tool), fs (7 tools), github (4 tools), crm (unavailable: ${AWAY})`;
const CREATE =
  'tools.github.issues.create(args: { owner: string; repo: string; body: { title: string; text?: string; labels?: string[] } }): Promise<ApiResponse<unknown>>';

export const HOST_TEXTS: readonly HostText[] = [
  {
    title: 'a path in other words leads to the tool that was meant',
    code: `return await tools.github.createIssue({ title: 'x' })`,
    error: {
      code: 'tool/unknown',
      message:
        'Cannot call github.createIssue: there is no such tool; did you mean github.issues.create or github.issues.list?',
    },
  },
  {
    title: 'a tool that policy denies is not offered without saying so',
    code: `return await tools.github.deleteRepo({})`,
    error: {
      code: 'tool/unknown',
      message:
        'Cannot call github.deleteRepo: there is no such tool; did you mean github.repos.delete (denied by policy: deny github.repos.delete) or github.repos.get?',
    },
  },
  {
    title: 'a namespace that does not exist is answered with those that do',
    code: `return await tools.slack.postMessage({})`,
    error: {
      code: 'tool/unknown',
      message: `Cannot call slack.postMessage: there is no namespace "slack" here, but ${NAMESPACES}; tools.$search(words) finds what there is`,
    },
  },
  {
    title: 'a tool of a source that is away is answered with its last error',
    code: `return await tools.crm.contacts.list({})`,
    error: { code: 'source/unavailable', message: `Cannot call crm.contacts.list: ${AWAY}` },
  },
  {
    title: 'fields of the body beside it are answered with the corrected call',
    code: `return await tools.github.issues.create({ owner: 'o', repo: 'r', title: 'Bug', labels: ['a'] })`,
    error: {
      code: 'tool/invalid-arguments',
      message:
        'Cannot call github.issues.create: "body": is missing; "title": was not asked for; "labels": was not asked for; title, labels belong in body; call tools.github.issues.create({ owner: "o", repo: "r", body: { title: "Bug", labels: ["a"] } })',
    },
  },
  {
    title: 'parameters inside the body are answered with the corrected call',
    code: `return await tools.github.issues.create({ body: { owner: 'o', repo: 'r', title: 'Bug' } })`,
    error: {
      code: 'tool/invalid-arguments',
      message:
        'Cannot call github.issues.create: "owner": is missing; "repo": is missing; "body.owner": was not asked for; "body.repo": was not asked for; owner, repo belong beside body; call tools.github.issues.create({ owner: "o", repo: "r", body: { title: "Bug" } })',
    },
  },
  {
    title: 'a wrong name of an argument leads to the right one',
    code: `return await tools.github.repos.get({ ownr: 'o', repo: 'r' })`,
    error: {
      code: 'tool/invalid-arguments',
      message:
        'Cannot call github.repos.get: "owner": is missing; "ownr" is not known; did you mean "owner"? its signature is tools.github.repos.get(args: { owner: string; repo: string }): Promise<ApiResponse<unknown>>',
    },
  },
  {
    title: 'a missing argument is answered with the signature',
    code: `return await tools.github.issues.create({ owner: 'o', repo: 'r' })`,
    error: {
      code: 'tool/invalid-arguments',
      message: `Cannot call github.issues.create: "body": is missing; its signature is ${CREATE}`,
    },
  },
  {
    title: 'what an API does not find comes with its request and its body',
    code: `return await tools.github.repos.get({ owner: 'o', repo: 'none' })`,
    error: {
      code: 'openapi/404',
      message: 'Cannot finish GET /repos/{owner}/{repo}: the API answered 404',
      reason: '{"status":404,"request":"GET ORIGIN/repos/o/none","body":{"message":"Not Found"}}',
    },
  },
  {
    title: 'what an API refuses comes with its body, without the secret that the body repeats',
    code: `return await tools.github.issues.create({ owner: 'o', repo: 'wrong', body: { title: '' } })`,
    error: {
      code: 'openapi/422',
      message: 'Cannot finish POST /repos/{owner}/{repo}/issues: the API answered 422',
      reason:
        '{"status":422,"request":"POST ORIGIN/repos/o/wrong/issues","body":{"message":"Validation Failed","errors":[{"field":"title","code":"missing"}],"echo":"[secret apiKey]"}}',
    },
  },
  {
    title: 'what an API puts off comes with when to try again',
    code: `return await tools.github.issues.list({ owner: 'o', repo: 'limited' })`,
    error: {
      code: 'openapi/429',
      message: 'Cannot finish GET /repos/{owner}/{repo}/issues: the API answered 429; retry after 30',
      reason:
        '{"status":429,"request":"GET ORIGIN/repos/o/limited/issues","retryAfter":"30","body":{"message":"slow down"}}',
    },
  },
];

export const NO_HIT = `No tool matches these words: blockchain, wallet. Search for other words, or for a namespace. There are: ${NAMESPACES}.`;
export const SOME_AWAY = `Not everything can be searched now: crm (unavailable: ${AWAY}).`;

export const AFTER_DECLINE =
  'A person declined this call. Do not make it again with the same arguments: ask the user what they want instead.';
export const DECLINED_AGAIN =
  'Cannot run mail.send: the same call was already declined in this execution (not today), so nobody was asked again; do not repeat it with the same arguments';
