// What each error code means, and what to do about it. reference.test.ts finds a code that is missing here, and a line
// for a code that no longer exists.

/** [what it means, what to do] by code. */
type Meanings = Readonly<Record<string, readonly [means: string, then: string]>>;

export interface ErrorArea {
  readonly title: string;
  readonly about: string;
  readonly codes: Meanings;
}

export const ERROR_AREAS: readonly ErrorArea[] = [
  {
    title: 'Calls of a program',
    about: 'A program can catch these; `error.code` has the code, `error.reason` what the person wrote.',
    codes: {
      'tool/declined': ['A person said no. `reason` is what they wrote.', 'Do something else, or ask why.'],
      'tool/denied': ['Policy or a remembered refusal denies the call.', 'Run `toolshed policy explain`.'],
      'tool/cancelled': ['The question about the call was cancelled, or nobody could be asked.', 'Call again later.'],
      'tool/expired': ['Nobody answered in time.', 'A person can ask again: `toolshed reask`.'],
      'tool/invalid-arguments': [
        'The arguments do not fit the schema. Nobody was asked.',
        'Correct the field that the message names.',
      ],
      'tool/invalid-path': ['The path of the tool is malformed.', 'Use segments such as `github.issues.create`.'],
      'tool/invalid-result': [
        'The handler returned something its `output` schema does not allow.',
        'Correct the tool.',
      ],
      'tool/unknown': ['There is no such tool. The message names the nearest.', 'Search with `tools.$search`.'],
      'tool/unavailable': ['The tool exists, but this host cannot offer it.', 'The message says why.'],
      'tool/changed': [
        'The tool changed after the call was made, and no longer accepts its arguments.',
        'Describe the tool, and call it again.',
      ],
      'tool/check-failed': [
        'A function of the tool that runs before the call (`check`, `destructive`, `message`) failed.',
        'Correct the tool; the log has the error.',
      ],
      'tool/failed': [
        'The handler failed with an error that is not for programs. The message has a reference.',
        'Look up the reference with `toolshed show` or in the log.',
      ],
      'tool/in-doubt': [
        'The call was started, its outcome is unknown, and a person decided to let it fail.',
        'Find out what happened before you call again.',
      ],
      'tool/timeout': ['The handler took too long.', 'Ask for less, or raise the `timeoutMs` of the tool.'],
      'plan/asks': [
        'In a plan: a safe tool asks a person while it runs, so the plan cannot look further.',
        'Run the program; it asks then.',
      ],
      'plan/cannot-look-further': [
        'In a plan: the program cannot continue without a real result or answer.',
        'Approve what the plan lists, or run the program.',
      ],
      'undo/impossible': ['The call cannot be reverted here. The message says why.', 'Nothing was reverted.'],
      'program/failed': ['The program threw.', 'Correct the program; the message and the stack are its own.'],
      'program/abandoned': ['The program that called the saved program ended first.', 'Await the call.'],
      'program/unknown': ['No program is saved under this path.', 'See `toolshed programs`.'],
      'program/cannot-save': [
        'The program cannot be saved under this path.',
        'The message says why: the name is taken, the execution did not complete, or the schema cannot be checked.',
      ],
      'program/cannot-delete': ['Only a person can delete a saved program.', 'Do it in a terminal.'],
      'program/not-kept': ['The store cannot keep saved programs.', 'Use one of the stores that come with Toolshed.'],
      'schedule/invalid': ['The schedule cannot be added, or cannot be changed in this way.', 'The message says why.'],
      'schedule/unknown': ['There is no such schedule.', 'See `toolshed schedule list`.'],
      'schedule/not-kept': ['The store cannot keep schedules.', 'Use one of the stores that come with Toolshed.'],
      'program/stalled': [
        'The program waits for something that will never happen.',
        'Await tools, `elicit` and `sleep` only.',
      ],
      'program/syntax': [
        'The program cannot be parsed. The message has the line and column.',
        'Correct it. Only TypeScript that can be erased works: no enums, for example.',
      ],
      'program/types': [
        'The program was not started: it does not fit the types of the tools, or it could not be checked and `check` requires that it is. The message has each problem with its line and column, or the reason.',
        'Correct it and send it again.',
      ],
      'value/not-json': [
        'The value cannot be written as JSON.',
        'Send plain objects, lists, strings, numbers and booleans.',
      ],
    },
  },
  {
    title: 'Limits',
    about:
      'The first group ends a program or a call ([limits](../guides/programs.md#limits)); the last four refuse new work.',
    codes: {
      'limit/cpu': ['The program used more processor time than `cpuMs`.', 'Do less in one step, or raise the limit.'],
      'limit/wall': [
        'The program ran for longer than `wallMs`; waiting does not count.',
        'Do less, or raise the limit.',
      ],
      'limit/heap': ['The program used more memory than `heapMb`.', 'Keep less in memory.'],
      'limit/memory': ['The worker process used more memory than `rssMb`.', 'Keep less in memory.'],
      'limit/programs': [
        'Saved programs call each other too deeply, too many of them run at once, or too many have run in the execution.',
        'Await some before you call others, or continue in another execution.',
      ],
      'limit/stack': ['Calls in the program nest too deeply.', 'Use a loop.'],
      'limit/calls': ['The program made more calls than `calls`.', 'Split the work into several programs.'],
      'limit/calls-in-flight': [
        'More than `callsInFlight` calls waited at once. Only executions that an earlier version started fail in this way; now calls wait for their turn.',
        'Await some of them first.',
      ],
      'limit/elicitations': [
        'The execution asked more than `elicitations` questions.',
        'Ask several things in one form.',
      ],
      'limit/args-size': [
        'Arguments are larger than `argsBytes`, or one step sent more than a million objects and lists.',
        'Send less.',
      ],
      'limit/args-depth': ['Arguments nest deeper than `argsDepth`.', 'Flatten them.'],
      'limit/tool-result-size': ['The result of a tool is larger than `toolResultBytes`.', 'Ask the tool for less.'],
      'limit/tool-results-size': [
        'The results of all calls together are larger than `toolResultsBytes`.',
        'Continue in another program.',
      ],
      'limit/result-size': [
        'A program that an earlier version started returned a value larger than `resultBytes`. Now such a value is cut.',
        'Return less.',
      ],
      'limit/log-size': [
        'A program that an earlier version started logged more than `logBytes`. Now lines are left out.',
        'Log less.',
      ],
      'limit/emitted-size': ['The program emitted more than `emittedBytes`.', 'Emit less.'],
      'limit/error-size': [
        'An error is longer than `errorBytes`, and was cut.',
        'Throw shorter errors, or raise the limit.',
      ],
      'limit/source-size': ['The program is longer than `sourceBytes`.', 'Send a shorter program.'],
      'limit/answer-size': ['An answer is larger than `answerBytes`.', 'Answer with less.'],
      'limit/live-executions': [
        'The session or the agent already has as many live executions as the option `quotas` allows.',
        'Wait for some to end, or cancel them.',
      ],
      'limit/open-questions': [
        'The session or the agent already has as many open questions as the option `quotas` allows.',
        'Wait until some are answered.',
      ],
      'limit/queue-full': [
        'The queue is full: `capacity.queuedExecutions` executions already wait for a slot.',
        'Start it again later (`Retry-After`).',
      ],
      'record/too-large': ['The record for `shed.records` is too large.', 'Keep less in it.'],
    },
  },
  {
    title: 'Answers and questions',
    about: 'You get these when you answer, whether over HTTP, over MCP, on the command line or in the library.',
    codes: {
      'answer/invalid': [
        'The answer does not fit the question. `issues` names the fields; the question stays open.',
        'Correct the fields, and answer again.',
      ],
      'answer/forbidden': ['This principal may not answer.', 'Let a person answer, or set `agentsMayAnswer`.'],
      'answer/person-only': [
        'Only a person may give this answer: a secret, a decision about a call in doubt, consent, or anything to be remembered.',
        'Answer in the inbox, a terminal or a dialog of the client.',
      ],
      'answer/own-execution': [
        'Several people have to approve, and the person who started the execution is not counted.',
        'Let somebody else approve.',
      ],
      'answer/unseen-arguments': [
        'Another approver changed the arguments, and this approval does not name the new ones.',
        'Look at the new arguments, and approve those.',
      ],
      'answer/edit-refused': [
        'The tool does not accept the arguments you typed, or would run with different ones.',
        'Type what the message shows, or correct the field.',
      ],
      'answer/unattended': [
        'The command was not typed in a terminal.',
        'Answer in a terminal or the inbox, or pass an approver’s token.',
      ],
      'answer/bad-token': [
        'The token is unknown, expired or of the wrong kind.',
        'Create one with `toolshed token create --kind approver`.',
      ],
      'elicitation/already-answered': [
        'The question already has a different answer, and that one counts.',
        'Nothing; the error contains that answer.',
      ],
      'elicitation/ambiguous': [
        'Several questions are open, and the answer names none.',
        'Name one (`elicitationId`), or answer `all`.',
      ],
      'elicitation/stale': [
        'The answer names no question, and the execution has asked more than one.',
        'Name the question.',
      ],
      'elicitation/changed': [
        'Another answer changed the question in the meantime. It is still open.',
        'Read it again, and answer.',
      ],
      'elicitation/preview-changed': [
        'What the call would do is no longer what the person saw. Nothing ran.',
        'Answer the new question.',
      ],
      'elicitation/cannot-reask': [
        'The question cannot be asked again: it did not expire, or the program continued.',
        'Start the program again.',
      ],
      'elicitation/cannot-fork': [
        'A side quest can start only from an open question.',
        'Check the question with `toolshed pending`.',
      ],
      'elicitation/foreign': ['The question belongs to another execution.', 'Use the ids as they were given to you.'],
      'elicitation/invalid': [
        'The question cannot be asked: nobody could answer it, or it is malformed.',
        'Correct what the message names.',
      ],
      'elicitation/middleware-failed': [
        'Middleware of the host failed while it processed the answer. The question stays open.',
        'Correct the middleware; the log has the error.',
      ],
      'elicitation/not-consented': [
        'Nobody has agreed to open the page of this flow yet.',
        'Let the person agree first.',
      ],
      'elicitation/unknown': ['There is no such question.', 'List open ones with `toolshed pending`.'],
      'elicitation/unknown-flow': ['No open question waits for this flow.', 'Check its id; it may have expired.'],
      'elicitation/url-required': [
        'A person has to visit a page before the call can work.',
        'Open the pages listed in `required`, and run the program again.',
      ],
      'policy/denied-since': [
        'The policy became stricter after the question was asked. The call did not run.',
        'Change the policy if the call should run.',
      ],
      'grant/invalid': ['The grant is malformed.', 'Correct the field that the message names.'],
      'grant/invalid-pattern': ['The pattern of the grant is malformed.', 'Use `a.b`, `a.*` or `a.**`.'],
      'grant/no-scope': ['The command names no scope for the grant.', 'Add `--session` or `--always`.'],
      'grant/unavailable': [
        'The grant was revoked, expired or used up a moment ago.',
        'Nothing; the gate decides the call again.',
      ],
      'grant/unknown': ['There is no such grant.', 'List them with `toolshed grants`.'],
      'list/unknown-cursor': [
        'The item after which the list should continue no longer exists.',
        'Start again at the first page.',
      ],
    },
  },
  {
    title: 'Executions',
    about: 'You get these when you start, resume or look at executions.',
    codes: {
      'plan/unknown': ['The execution is not a plan.', 'Make one with `toolshed plan`.'],
      'plan/changed': ['The plan is not the one that was shown.', 'Look at it again, and approve what you see.'],
      'plan/not-ready': ['The plan is still running, or was cancelled.', 'Wait for it, or make another.'],
      'plan/person-only': ['Only a person can approve a plan.', 'Let a person approve it.'],
      'plan/key-taken': ['Another execution already uses the idempotency key of the plan’s run.', 'Make another plan.'],
      'undo/not-ended': ['An execution can be undone only after it has ended.', 'Wait for it, or cancel it.'],
      'undo/nothing': ['There is nothing left to undo. The message says why.', 'Nothing was reverted.'],
      'undo/key-taken': [
        'Another execution already uses the idempotency key of the undo.',
        'Look at the one that the message names.',
      ],
      'execution/unknown': ['There is no such execution, or it is not yours.', 'List them with `toolshed list`.'],
      'execution/not-completed': [
        '`tools.$result` was asked for the result of an execution that has not completed.',
        'Wait until it is completed.',
      ],
      'state/busy': ['Other programs of the session keep writing its state.', 'Try again.'],
      'state/full': [
        'The state of the session has reached its limit of keys or bytes.',
        'Delete some keys with `store.delete(key)`, or keep less.',
      ],
      'state/invalid-key': [
        'A key of `store` is empty, has more than 200 characters or contains half a surrogate pair.',
        'Use a short string.',
      ],
      'state/no-value': ['`store.set` was given no value.', 'Write `null`, or delete the key.'],
      'state/superseded': [
        'Another process took over the program that was writing.',
        'Nothing; the write happened there.',
      ],
      'state/too-large': ['A value for `store.set` has more than 32 KiB.', 'Keep less, such as an id of the value.'],
      'state/unavailable': [
        'The store of this host cannot keep records.',
        'Use one of the stores that come with Toolshed.',
      ],
      'state/unreadable': [
        'The state of the session is damaged, or a newer version wrote it.',
        'Clear it with `toolshed state clear <session>`, or restore a backup.',
      ],
      'execution/already-started': ['An execution with this idempotency key exists.', 'Use it; the error has its id.'],
      'execution/key-taken': ['An execution with this idempotency key runs another program.', 'Use another key.'],
      'execution/elsewhere': [
        'The execution was started with a different config or different tools.',
        'Resume it with that config.',
      ],
      'execution/lost': ['Another process has taken the execution over.', 'Nothing; it continues there.'],
      'execution/owner-silent': [
        'The process that drives the execution is alive but makes no progress.',
        'Wait, or run `toolshed take-over`.',
      ],
      'execution/result-unavailable': [
        'The execution was started, but the store became unavailable before its result was known.',
        'Do not start it again; look at it by the id in the message.',
      ],
      'execution/not-started': ['The host closed before the execution was stored.', 'Start it again.'],
      'execution/not-damaged': [
        'Only an execution that cannot be read can be retired.',
        'Use `toolshed prune --older-than`.',
      ],
      'tool/not-here': [
        'This host does not have the tool. The answer is kept.',
        'Resume the execution on a host that has it.',
      ],
      'tool/duplicate': ['Two tools have the same path.', 'Rename one.'],
      'tool/unplaced': [
        'Several machines share the store, and a local tool has no placement.',
        'Give it a [placement](../operate/many-machines.md#place-tools-at-machines).',
      ],
      'handler/aborted': ['The signal of the handler was aborted.', 'Nothing; the execution was cancelled or ended.'],
      'handler/evicted': [
        'The host closed while the handler was waiting for its first answer.',
        'Do not catch it: the handler will run again.',
      ],
      'host/missing-file': [
        'A file that runs as its own process is missing, most likely because a bundler left it out.',
        'Mark `toolshed` and `@toolshed/*` as external, or set `workerFile`.',
      ],
      'host/draining': ['The host is about to stop.', 'Start the program on another host, or try again in a moment.'],
      'journal/conflict': ['Another process appended first.', 'Nothing; Toolshed handles it.'],
      'journal/corrupt': [
        'An entry cannot be read.',
        'Restore a [backup](../operate/backup.md), or retire the execution.',
      ],
      'journal/diverged': [
        'The replayed program made a call that differs from the recorded one. Nothing ran.',
        'Start it again; `toolshed replay --explain` shows the difference.',
      ],
      'replay/unfinished': [
        'The recorded calls could not be replayed for now. The execution has not ended.',
        'Nothing; the host tries again later.',
      ],
      'sandbox/crashed': ['The worker process died.', 'Run it again; the log has the reason.'],
      'sandbox/os-unavailable': [
        '`sandbox.os` is `required`, and this machine has no OS sandbox.',
        'Run `toolshed doctor`.',
      ],
      'sandbox/protocol': [
        'A worker broke its protocol, as no honest worker does. It was killed.',
        'Look at the program: it may be an attack.',
      ],
      'sandbox/untrusted-thread': [
        '`isolation: "thread"` needs `trusted: true`.',
        'Use worker processes, or set it if you wrote all programs yourself.',
      ],
      'engine/unsupported': ['This Node or isolated-vm is too old.', 'Install Node 24 or later.'],
      'store/unavailable': [
        'The store does not respond. What you sent was not stored.',
        'Try again; over HTTP after `Retry-After`.',
      ],
      'store/outcome-unknown': [
        'The connection broke during a write.',
        'Send the same answer, or the same program with its key, again; or look at its `executionId`.',
      ],
      'store/copy-refused': ['The store cannot be copied in its present state.', 'Do what the message says first.'],
      'store/backup-refused': [
        'The store cannot be backed up or restored in its present state.',
        'Do what the message says first.',
      ],
      'options/invalid': ['Options of the library are wrong. The message names every key.', 'Correct them.'],
      'schema/invalid': ['A JSON Schema cannot be used.', 'Correct the keyword that the message names.'],
      'internal/machine': [
        'The machine failed: a full or read-only disk, or too many open files.',
        'The message says what to do.',
      ],
      'internal/defect': ['A defect in Toolshed.', 'Report it, with its line in the log.'],
    },
  },
  {
    title: 'Secrets',
    about: 'See [Secrets](../guides/secrets.md).',
    codes: {
      'secret/plain-text': [
        'The program passed plain text where the tool takes a secret.',
        'Ask with `elicit({ type: "secret" })`, and pass on `data`.',
      ],
      'secret/unavailable': [
        'The handle is unknown or belongs to another session, or its secret was removed or lost.',
        'Ask for the secret again.',
      ],
      'secret/vault-unreadable': [
        'The vault cannot be read, so no tool runs.',
        'Set the right key; `toolshed doctor` says more.',
      ],
      'secret/no-vault': ['The host has no vault.', 'Open it with a `vault`.'],
      'secret/not-kept': ['The secret would not outlive this command.', 'Set `TOOLSHED_VAULT_KEY`.'],
      'secret/invalid': ['The name or the value is not valid.', 'Correct what the message names.'],
      'secret/shown': ['The terminal would show what you type (`TERM=dumb`).', 'Pipe the value in.'],
      'secret/none-given': ['Nothing was typed or piped in.', 'Give the value.'],
      'secret/taken': ['Another secret has that name.', 'Remove it first, or use another name.'],
      'secret/unknown': ['There is no such secret.', 'List them with `toolshed secrets`.'],
      'vault/locked': ['The key does not open the vault.', 'Use the key it was made with.'],
      'vault/unavailable': [
        'The vault cannot be used: it has no key, or the keyring does not respond.',
        'Set `TOOLSHED_VAULT_KEY`.',
      ],
    },
  },
  {
    title: 'Sources',
    about: 'See [Sources](../guides/sources.md).',
    codes: {
      'source/unavailable': [
        'The server cannot be reached, or the schema of the tool cannot be checked. The message says why.',
        'Try again, or correct the source.',
      ],
      'source/busy': ['All connections to the server are in use by other sessions.', 'Call again in a moment.'],
      'source/duplicate': ['Two sources have the same namespace.', 'Rename one.'],
      'source/not-authorized': ['The server requires a sign-in.', 'Call the `sign_in` tool of the source.'],
      'source/redirect': [
        'The sign-in page redirects to an address that is not allowed.',
        'Check `redirectUrl` and the server.',
      ],
      'source/secret-missing': ['A secret or a variable that the source names is not set.', 'Set it.'],
      'mcp/tool-error': ['The MCP server reported an error. The message is its text.', 'Correct the arguments.'],
      'mcp/timeout': ['The MCP server did not answer in time.', 'Try again, or raise `timeoutMs`.'],
      'mcp/refused': ['The MCP server refused the call, or closed the connection.', 'The message has its reason.'],
      'mcp/declined': ['The person did not visit the page that the server asked to open.', 'Call again.'],
      'mcp/not-supported': [
        'The server asked for something that Toolshed does not support.',
        'Report it to the server’s author.',
      ],
      'mcp/too-many-rounds': ['The server asked too many times in one call.', 'Report it to the server’s author.'],
      'mcp/request-state': [
        'The `requestState` is not valid: it belongs to somebody else, has expired or was used before. Nothing was answered.',
        'Call `get_execution`.',
      ],
      'graphql/errors': ['The GraphQL endpoint answered with errors.', 'Read `reason`, which contains them.'],
      'graphql/invalid-schema': [
        'The GraphQL schema cannot be used.',
        'Correct the file, or the address and its headers.',
      ],
      'graphql/invalid-selection': [
        '`select` is not a valid selection for that field.',
        'Correct what the message names.',
      ],
      'openapi/invalid-arguments': [
        'The arguments cannot be sent in the way the document prescribes.',
        'Correct what the message names.',
      ],
      'openapi/invalid-document': ['The OpenAPI document cannot be used.', 'Correct it, or bundle it into one file.'],
      'openapi/invalid-server': ['The document names no usable address for the API.', 'Set `server`.'],
    },
  },
  {
    title: 'Built-in tools',
    about: 'Raised by the `fs`, `http`, `sql` and `shell` tools. A program can catch them.',
    codes: {
      'fs/denied': ['The host does not let programs into this folder.', 'Use another path.'],
      'fs/exists': ['A file or folder with that name already exists.', 'Delete or move it first.'],
      'fs/failed': ['The file system refused the operation.', 'The message has the reason.'],
      'fs/hard-link': [
        'The file has other names (hard links), which may be outside the root.',
        'Copy it, or set `hardLinks: "read"`.',
      ],
      'fs/invalid-path': ['The path is malformed.', 'Write it relative to the root.'],
      'fs/link': ['The path is a symbolic link. Links are never followed.', 'Use the real path.'],
      'fs/no-space': ['The disk is full.', 'Make room.'],
      'fs/not-a-file': ['It is not a file.', 'Use `fs.list` for folders.'],
      'fs/not-a-folder': ['It is not a folder.', 'Use `fs.read` for files.'],
      'fs/not-base64': ['The content is not base64.', 'Encode it, or write it as text.'],
      'fs/not-empty': ['The folder is not empty.', 'If you mean to, delete it with everything in it.'],
      'fs/not-found': ['There is no such file or folder.', 'List the folder.'],
      'fs/not-permitted': ['The operating system does not allow it.', 'Change the permissions.'],
      'fs/not-text': ['The content is not text.', 'Use base64.'],
      'fs/outside-root': ['The path leads outside the root.', 'Write it relative to the root.'],
      'fs/root-missing': ['The root folder does not exist.', 'Create it.'],
      'fs/too-deep': ['Folders nest too deeply.', 'Start in a folder further down.'],
      'fs/too-large': ['The file is too large.', 'Read or write part of it.'],
      'http/cancelled': ['The execution was cancelled.', 'Nothing.'],
      'http/header-refused': ['The header may not be sent.', 'Leave it out; secrets go into `secretHeaders`.'],
      'http/host-not-allowed': ['The host is not on the list of allowed hosts.', 'Add it to `tools.http.hosts`.'],
      'http/invalid-url': ['The text is not a complete URL.', 'Begin with `https://`.'],
      'http/private-address': [
        'The address belongs to this machine or its network.',
        'Set `allowPrivate` if you mean to allow that.',
      ],
      'http/redirect-refused': [
        'The redirect leads to a URL that the policy or the list of hosts does not allow.',
        'Call that URL directly.',
      ],
      'http/timeout': ['The server did not answer in time.', 'Try again, or raise `timeoutMs`.'],
      'http/too-large': ['The reply is larger than `maxBytes`.', 'Ask for less.'],
      'http/too-many-redirects': ['The server redirected the request too often.', 'Use the final URL.'],
      'http/unreachable': ['The server cannot be reached.', 'Try again.'],
      'sql/cancelled': ['The execution was cancelled.', 'Nothing.'],
      'sql/failed': ['SQLite refused the statement.', 'Correct it; the message is SQLite’s.'],
      'sql/no-database': ['There is no database file.', 'Create it.'],
      'sql/one-statement': ['There is more than one statement, or none.', 'Send one.'],
      'sql/refused': ['The statement does something these tools do not allow.', 'Write it another way.'],
      'sql/stopped': [
        'The process that ran the statement died, most likely because it ran out of memory.',
        'Ask for less.',
      ],
      'sql/timeout': ['The statement took too long.', 'Add an index or a `LIMIT`.'],
      'shell/cancelled': ['The execution was cancelled.', 'Nothing.'],
      'shell/failed': ['The command could not be started.', 'The message has the reason.'],
      'shell/invalid-command': ['The command is malformed.', 'Correct it.'],
      'shell/no-namespace': [
        'The `shell` tools have `os: "required"`, and this machine cannot create namespaces for commands.',
        'Install bubblewrap.',
      ],
      'shell/not-found': ['No program of that name is on the `PATH`.', 'Install it, or use its full path.'],
      'shell/not-permitted': [
        'The operating system does not allow the program to be executed.',
        'Change its permissions.',
      ],
    },
  },
  {
    title: 'HTTP and access',
    about: 'Sent by the [HTTP API](http.md#failures) as problem documents.',
    codes: {
      'access/unauthorized': ['There is no credential, or it is wrong, revoked or expired.', 'Send a valid token.'],
      'access/approver-only': ['The route is for approvers.', 'Use an approver’s token.'],
      'access/flows-only': ['A `flow` token can only complete flows.', 'Use another token.'],
      'access/metrics-only': ['A `metrics` token can only read `/metrics`.', 'Use another token.'],
      'access/flow': ['The token is for other flows.', 'Use the token of this flow.'],
      'access/session': ['The token is for another session.', 'Leave out `session`, or use another token.'],
      'access/host': ['The server does not know this host name.', 'Start it with `--url` or `--allowed-host`.'],
      'access/origin': ['The request comes from a page of another origin.', 'Use the server’s own address.'],
      'access/key': ['The browser’s key is missing or wrong.', 'Sign in again.'],
      'access/rate': ['Too many requests in one second.', 'Wait (`Retry-After`).'],
      'access/streams': ['Too many event streams are open.', 'Close some.'],
      'request/invalid': ['The request is not valid. `errors` names the fields.', 'Correct them.'],
      'request/duplicate-key': ['The body has the same key twice.', 'Send it once.'],
      'request/not-json': [
        'The body is not JSON, or its content type does not say so.',
        'Send `content-type: application/json`.',
      ],
      'request/too-deep': ['The body nests too deeply.', 'Flatten it.'],
      'request/too-large': ['The body is larger than `serve.bodyBytes`.', 'Send less.'],
      'request/unknown-route': ['There is no such route.', 'See `/v1/openapi.json`.'],
      'server/stopping': ['The server is stopping. Nothing was changed.', 'Send it again once it is back.'],
    },
  },
  {
    title: 'The HTTP client',
    about: 'Raised by `@toolshed/client` and the Python client themselves; everything else they raise is the server’s.',
    codes: {
      'client/invalid-token': [
        'The token is empty or contains characters that no token has.',
        'Copy it as it was printed.',
      ],
      'client/invalid-url': [
        'The address of the server is malformed or contains a password.',
        'Write it as `http://127.0.0.1:4180`.',
      ],
      'client/unexpected-reply': [
        'The reply did not come from a Toolshed server, or was cut short.',
        'Check the address.',
      ],
      'client/unknown-operation': [
        'The API has no such operation, or the operation is a stream.',
        'Use an id of the OpenAPI document; follow events with `events`.',
      ],
      'client/unreachable': ['No server replied.', 'Check that the server is running, and check its address.'],
    },
  },
  {
    title: 'Command and config',
    about: 'Printed by `toolshed` with exit code 2. Nothing was started or changed.',
    codes: {
      'usage/approve-what': ['`run --approve` names no plan.', 'Add `--plan` with its id.'],
      'usage/not-asked': [
        'A plan was named, but no prompt can be shown here, so nobody was asked.',
        'Read it with `toolshed show`, then add `--approve`.',
      ],
      'usage/other-program': ['The file is not the program that was planned.', 'Make a new plan.'],
      'config/untrusted': [
        'Nobody has trusted this config, or it has changed since.',
        'Read it with `toolshed trust`.',
      ],
      'config/not-set-up': [
        'The MCP server runs no programs, because its config cannot be used yet. The message says why.',
        'Do what it says in a terminal of your own; the next call will work.',
      ],
      'config/entry': [
        'The entry for a client cannot be added to its config file.',
        'Correct the file, or add the entry yourself ([MCP](../guides/mcp.md#set-up-a-client)).',
      ],
      'config/entry-changed': ['The config file of a client changed after it was shown.', 'Run `toolshed init` again.'],
      'config/outside-folder': [
        'A symbolic link would have led to a file being written outside the folder.',
        'Remove the link.',
      ],
      'config/trust-unreadable': ['The record of trusted configs cannot be read.', 'Trust the config again.'],
      'config/invalid': ['The config has a wrong key or value. The message names each.', 'See [Config](config.md).'],
      'config/duplicate-key': ['A key is in the JSON config twice.', 'Remove one.'],
      'config/not-utf8': ['The config is not UTF-8.', 'Save it as UTF-8.'],
      'config/too-deep': ['The config is nested too deeply.', 'Flatten it.'],
      'config/not-json': ['The config is not JSON.', 'Correct the place that the message names.'],
      'config/not-default': ['The config module has no default export.', 'Write `export default { … }`.'],
      'config/not-found': ['There is no config.', 'Create one, or name it with `--config`.'],
      'config/not-loaded': ['The config or a module of it failed to load.', 'Correct the error in the message.'],
      'config/no-tools': ['A module exports no tools.', 'Export what `defineTool` or `definePlugin` returns.'],
      'config/unread-name': [
        'A module imports something by a name that is only known at run time.',
        'Import it by a fixed path.',
      ],
      'config/unreadable': ['The config or a file it imports cannot be read.', 'Check the path and permissions.'],
      'config/webhook-secret': ['The secret of a webhook is not set.', 'Set the variable or the secret.'],
      'home/bad-key': ['A key file in the data folder is damaged.', 'Restore it, or remove it.'],
      'home/foreign-file': [
        'The backup or the data folder contains a file that Toolshed did not make.',
        'Use another folder.',
      ],
      'home/not-empty': [
        'A backup can be restored only into an empty data folder.',
        'Name another folder with `--home`.',
      ],
      'home/not-private': [
        'Others can write to the data folder, or to its folder of running servers.',
        '`chmod 700` it.',
      ],
      'home/unknown': [
        'The user has no home folder.',
        'Set `TOOLSHED_HOME` and `XDG_CONFIG_HOME` to folders that you own.',
      ],
      'home/not-writable': ['The data folder cannot be written.', 'Name another with `--home`.'],
      'program/scratch': ['The scratch folder cannot be copied.', 'The message has the reason.'],
      'program/not-checked': [
        'The program could not be checked.',
        'The message has the reason. If `@ts-morph/common` is missing, install it.',
      ],
      'program/unreadable': ['The program cannot be read.', 'Check the path.'],
      'usage/invalid': ['An MCP tool was given arguments that it does not know.', 'Correct what the message names.'],
      'usage/after': ['`--after` names no item of the list.', 'Use an id that the list shows.'],
      'usage/answers': ['`--answers` is malformed.', 'Correct what the message names.'],
      'usage/backup': ['The options ask for something a backup cannot do.', 'Do what the message says.'],
      'usage/cannot-listen': ['The address or port cannot be used.', 'Choose another port.'],
      'usage/folder': ['`--folder` names no folder.', 'Name one that exists.'],
      'usage/flow': ['`--flow` is only for tokens of kind `flow`.', 'Leave it out.'],
      'usage/log-level': [
        'There is no such log level.',
        'Use `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
      ],
      'usage/mcp-flags': ['The flag works only with `--http`.', 'Add `--http`.'],
      'usage/no-program': [
        'The command names neither a file nor a saved program, or it names both.',
        'Name one of them.',
      ],
      'usage/no-answer': ['The command was given no answer.', 'Run `toolshed resume <id>` in a terminal.'],
      'usage/no-prompt': ['The terminal cannot show a prompt (`TERM=dumb`).', 'Use another terminal.'],
      'usage/no-server': ['No server uses this data folder.', 'Start one with `toolshed serve`.'],
      'usage/no-token': ['The server would listen on the network, but there is no token.', 'Create one first.'],
      'usage/not-a-condition': [
        'The condition is malformed.',
        'See [Conditions](../guides/policy.md#conditions-on-arguments).',
      ],
      'usage/not-a-head': ['`--kept` is not the head of an audit log.', 'Use what `toolshed audit verify` printed.'],
      'usage/port': ['The port is not a valid port number.', 'Use 0 to 65535.'],
      'usage/prune': ['The command does not say what to remove.', 'Add `--older-than` or `--damaged`.'],
      'usage/remember-what': ['The command does not say what to remember.', 'Add `--remember` with a scope.'],
      'usage/secret-argument': [
        'A secret was given on the command line, so it is now in the history of the shell.',
        'Change the secret, then type it or pipe it in.',
      ],
      'usage/session': ['Tokens of this kind are not bound to a session.', 'Leave out `--session`.'],
      'usage/store': [
        'The store is neither a SQLite file nor a PostgreSQL address.',
        'Correct `--store` or `TOOLSHED_STORE`.',
      ],
      'usage/store-copy': [
        'A store can be copied only from SQLite to PostgreSQL.',
        'Copy a PostgreSQL database with `pg_dump`.',
      ],
      'usage/unattended': [
        'The command asks before it writes, and nobody is at a terminal.',
        'Run it in a terminal, or add `--yes`.',
      ],
      'usage/unknown-token': ['There is no such token.', 'List them with `toolshed token list`.'],
      'usage/what-secret': ['The command does not name a secret.', 'Add a name, or `--session`.'],
    },
  },
];
