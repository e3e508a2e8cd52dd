import type { FoundingPage } from '../founding-page.ts';

export const ELICITATION_ENGINE = {
  title: 'Elicitation engine',
  sections: {
    'What it is for': {
      'engine/pauses': 'A program that calls a tool with `destructive: true` pauses',
      'engine/not-before': 'The call does nothing before a person has decided',
      'engine/approved': 'An approved call runs',
      'engine/denied': 'A denied call does not run',
    },
    'The elicitation lifecycle': {
      'engine/calls-by-path': 'A program calls a tool as `tools.github.issues.create(args)`',
      'engine/gate-takes-definition': '`gate` takes the definition of a tool and the arguments of a call',
      'engine/creates-pending': 'A destructive call that the session has not approved becomes a pending elicitation',
      'engine/holds-promise': 'Its promise is open until somebody answers',
      'engine/fires-on-pause': '`onPause` is called with the pending elicitation',
      'engine/returns-at-pause': '`execute` returns at the pause instead of waiting for the answer',
      'engine/paused-execution-id': 'The result has `paused.executionId`',
      'engine/paused-tool-path': 'The result has `paused.toolPath`',
      'engine/paused-message': 'The result has `paused.message`',
      'engine/paused-args': 'The result has `paused.args`',
      'engine/client-shows': 'An MCP client shows the pending action to its person',
      'engine/agent-resumes': {
        says: 'The person approves, and the agent calls `resume({ execution_id, approved: true })`',
        differs:
          'That is how it works for clients that cannot ask. A client that can asks its person directly and the agent relays nothing, because the answer of an agent is not the answer of a person.',
      },
      'engine/resolve-fulfils': '`resolve` fulfils the pending promise',
      'engine/goes-on': 'The execution goes on and the call proceeds',
    },
    ElicitationEngine: {
      'engine/class': '`ElicitationEngine` is a class of `@toolshed/kernel`, made with `{ onPause }`',
      'engine/sample-on-pause': 'The sample’s `onPause` prints the elicitation’s `message`',
    },
    'Key methods': {
      'engine/gate-gates': '`gate(tool, args)` gates destructive calls',
      'engine/gate-safe': '`gate` returns at once for safe tools',
      'engine/resolve-true': '`resolve` returns true if it found what it resolves',
      'engine/resolve-false': '`resolve` returns false otherwise',
      'engine/resolve-data': '`resolve` takes data as its third argument',
      'engine/get-pending': '`getPending(executionId)` gives one pending elicitation',
      'engine/get-all-pending': '`getAllPending()` gives all of them',
      'engine/has-pending': '`hasPending()` says whether there are any',
      'engine/add-approval': '`addSessionApproval(toolPath)` approves later calls of that path',
      'engine/is-approved': '`isSessionApproved(toolPath)` says whether a path is approved',
      'engine/clear-approvals': '`clearSessionApprovals()` takes all of them back',
    },
    'Session approvals': {
      'engine/remembers': 'An approval can be remembered for the session',
      'engine/approved-path-passes': 'Later calls of the same path do not pause',
      'engine/other-path-pauses': 'Calls of other paths do',
      'engine/sample-approval': 'The sample’s `addSessionApproval("github.issues.create")` lets that call pass',
    },
    'elicit() in handlers': {
      'engine/handler-arguments': 'A handler gets its context and the input',
      'engine/handler-asks': '`ctx.elicit()` asks from within a handler',
      'engine/handler-waits': 'The handler waits for the answer',
      'engine/handler-proceeds': 'It proceeds where `approved` is true',
      'engine/handler-throws': {
        says: 'It throws an `Error` that says the person denied it, and the call fails with that',
        differs:
          'The call fails, and people read the words with `shed.get`, `toolshed show` and in the inbox. Programs do not: an exception may contain what an agent must not learn. Throw `ToolError` for what a program should read.',
      },
    },
    'What elicit() takes': {
      'engine/one-object': '`elicit` takes one object',
      'engine/tool-path': {
        says: '`toolPath` is required',
        differs: 'It is optional: the host knows which tool asks, and the question says so.',
      },
      'engine/message': '`message` is required, and is what the person reads',
      'engine/args': '`args` may be given, and are shown as what is approved',
      'engine/type-default': '`type` defaults to `approval`',
      'engine/type-form': '`type: "form"` collects data',
    },
    'What elicit() returns': {
      'engine/response-id': {
        says: '`executionId` is the unique id of the elicitation',
        differs:
          'That is so in an engine on its own. In a host `executionId` names the execution, which may ask many questions, and `elicitationId` names the question.',
      },
      'engine/response-approved': '`approved` says whether the person approved',
      'engine/response-data': '`data` has what was filled in',
    },
    'Elicitation types': {
      'engine/approval': 'An approval is yes or no',
      'engine/form': 'A form’s response has a `data` object with the person’s input',
    },
  },
} as const satisfies FoundingPage;
