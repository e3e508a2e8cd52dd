// Every promise of the product as data. A test that shows one cites it with `verifies(id)`;
// requirements.test.ts fails when a promise is cited by no test, or a test cites one that does not exist.

export const REQUIREMENTS = {
  'start/demo': '`npm start` runs a realistic program, shows the pause, the answer and the result, and exits 0',
  'start/run-pauses': '`toolshed run` in a pipe prints the pause and the exact command to go on, with exit code 3',
  'start/resume-elsewhere': '`toolshed resume` in another process goes on, prints the result and exits 0',
  'start/scratch': 'Examples work on a scratch copy, never on the files beside them',

  'kernel/engine': 'The ElicitationEngine works on its own: onPause, gate, resolve, pending, session approvals, elicit',
  'kernel/paths': 'Paths are whole segments; a segment with a dot is not two',
  'kernel/policy': 'allow, ask, deny; the strictest rule wins; patterns match whole segments',
  'kernel/signatures': 'TypeScript signatures are made from a tool’s schemas',
  'kernel/pure': 'The kernel imports nothing of Node',

  'pause/shape':
    'A destructive call pauses with executionId, elicitationId, toolPath, message, args, type and all pending',
  'pause/parallel': 'Parallel destructive calls are pending at once; a safe call beside them goes on',
  'pause/denied': 'A denied call rejects with code and reason and can be caught; uncaught it fails naming the line',
  'pause/args-first': 'Arguments that do not match the schema never bother a person; the program learns the field',
  'pause/frozen-args': 'What was approved is what runs, whatever the program does to its objects meanwhile',

  'session/remember': 'remember: session lets later calls of that path in that session pass',
  'session/scoped': 'Another session still asks, and so does the same one after clearing',
  'session/exact': 'A grant for a.b covers neither a.bc nor a.b.c',

  'program/typescript': 'TypeScript runs; what cannot be erased is refused with line and column',
  'program/top-level': 'Top-level await and return work; code fences are removed',
  'program/console': 'console is captured on five levels and limited',
  'program/errors': 'Errors carry the program’s own line and column',
  'program/discovery': '$search and $describe find tools and their signatures',
  'program/sees-only': 'A program sees tools, elicit, sleep, timers, console, emit and the language',

  'tools/fs': 'fs never leaves its root, previews a diff, and gates what changes files',
  'tools/http': 'http reaches allowed hosts only, no private addresses, and gates what is not GET or HEAD',
  'tools/sql': 'sql queries read-only and previews how many rows a statement would change',
  'tools/shell': 'shell is gated, has a fixed folder, and is limited in time and output',

  'input/unknown-id': 'An unknown execution or question gives a clear error',
  'input/foreign-id': 'A question of another execution is refused',
  'input/second-answer': 'A second answer to an answered question returns the first outcome',
  'input/bad-data': 'Data that does not fit the question is refused and the question stays open',
  'input/syntax': 'A program with a syntax error names line and column, and nothing ran',
  'input/config': 'A config that does not parse names the offending key',
  'input/unwritable': 'A data folder that is not writable gives a clear error',
  'input/two-processes': 'Two processes on one SQLite file both work',

  'mcp/conformance':
    'The conformance suites of both protocol eras, tasks included, pass against a server built on ours',
  'mcp/ways': 'A pause reaches the person by the best way each request allows, on a pipe and over HTTP',
  'mcp/restart': 'A server killed between the question and the answer loses neither, whichever way it was asked',
  'mcp/state': 'Forged, replayed, swapped, expired or unasked answers are refused and nothing runs',
  'mcp/agent':
    'An agent’s word counts only for clients that cannot ask, is recorded as the agent’s, and with inbox never',
  'mcp/principals': 'Two clients neither see nor answer each other’s executions',
  'mcp/http':
    'Over HTTP a stranger’s Host, Origin or missing token is refused, with the metadata standard clients need',
  'mcp/forms': 'Every kind of question has a form MCP allows; secrets never do; only the approving word approves',
  'mcp/stdio': 'Nothing but the protocol is on standard output',

  'replay/exact': 'Every program replays exactly: order, races, failures, time, randomness, output',
  'replay/diverged': 'A difference from the journal stops the execution before anything runs',
  'replay/warm-cold': 'Warm and cold resumes give the same result',
  'replay/histories': 'Journals of every format are replayed by every later version',
  'crash/sweep': 'kill -9 at every journal boundary loses no answer, repeats no destructive handler, skips none',
  'crash/torn-write': 'Torn writes are recovered or detected, never misread',
  'crash/in-doubt': 'A call of unknown outcome is retried if idempotent, otherwise asked about',
  'durable/idempotent-start': 'One idempotency key is one execution',
  'durable/one-answer': 'resume sent twice is one answer and two equal replies',
  'durable/expiry': 'An expired question is expired, not denied, and can be asked again',
  'durable/sleep': 'A long sleep costs nothing and is woken by the next start',
  'durable/cancel': 'cancel stops at once, aborts handlers, settles questions and is final',
  'durable/prune': 'prune removes settled executions and the audit log says so',
  'durable/audit': 'audit verify finds any edited, removed or reordered line',
  'store/contract': 'Every store keeps the contract of its ports',
  'store/disk-full': 'A full disk fails the append and loses nothing',

  'sandbox/confined': 'No attack of the confinement suite reaches the host',
  'sandbox/permits': 'Every global and intrinsic is in the permit table',
  'sandbox/limits': 'Every limit has its own code and fails its execution alone',
  'sandbox/hostile-worker': 'A worker that breaks the protocol is ended and nothing it said is used',
  'sandbox/os-wall': 'A compromised worker gets no file, socket, process or secret behind the OS wall',
} as const satisfies Record<string, string>;

export type RequirementId = keyof typeof REQUIREMENTS;
