// `toolshed audit`: lists the lines of the audit log and verifies it. The checks are those of the store.

import type { AuditLine, IntactAudit } from '@toolshed/kernel';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { LineNumber } from '@toolshed/server/command';
import { openToLook } from '../../session/open-for-execution.js';
import { pagesIn } from '../../command/narrowed-list.js';
import {
  type Look,
  type PageFlags,
  pageDocument,
  pageLines,
  readPage,
  titleLines,
  withPages,
} from '../../command/paging.js';
import { toolOption } from '../../command/flags/tool-flag.js';
import { type AuditSearch, searchAudit } from '../../session/search-audit.js';
import { UsageError } from '../../command/usage-error.js';
import { quotedText, safeText, wrap } from '@toolshed/server/present';

export function auditCommand(act: Act): Command {
  const audit = new Command('audit')
    .description('Who did what, and when: the hash-chained log of calls, decisions and answers')
    .addHelpText(
      'after',
      examples('audit --limit 20', 'audit --session monday --tool fs.write', 'audit --all --json', 'audit verify'),
    );
  withPages(audit.command('list', { isDefault: true }))
    .description('Its lines, newest first')
    .option('--session <name>', 'only about executions of this session')
    .addOption(toolOption('only about calls of this tool: fs.write, fs.*, github.**'))
    .action(act(list));
  audit
    .command('verify')
    .description('Find any line that was changed, removed or moved; says what it proves, and up to where')
    .option('--kept <head>', 'the head that an earlier run printed: finds a log that was rewritten since', readHead)
    .action(act(verify));
  return audit;
}

/** Threat: a mistyped head would look as if the log was rewritten. */
function readHead(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new UsageError(
    'usage/not-a-head',
    'Cannot verify against this --kept: a head has 64 characters, each 0-9 or a-f. Give the one that an earlier "audit verify" printed',
  );
}

async function list(cli: Cli, { session, tool, ...flags }: PageFlags & AuditSearch): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const isSearch = session !== undefined || tool !== undefined;
  const look: Look<AuditLine, number> = isSearch
    ? pagesIn(
        () => searchAudit(shed.audit, { session, tool }),
        ({ n }) => n,
      )
    : (page) => shed.audit.list(page);
  const lines = await readPage(flags, LineNumber.transform(Number), look);
  if (lines.length === 0) cli.output.say(isSearch ? 'Nothing was recorded about that.' : 'Nothing was recorded yet.');
  const facts = [
    ...(session === undefined ? [] : [`about session "${safeText(session)}"`]),
    ...(tool === undefined ? [] : [`about calls of ${tool}`]),
  ];
  cli.output.say(...titleLines(lines, { one: 'line', many: 'lines', facts }));
  for (const line of lines) cli.output.say(...auditLines(cli, line));
  cli.output.say(...pageLines(lines));
  return { exitCode: EXIT.done, document: pageDocument(lines) };
}

async function verify(cli: Cli, { kept }: { readonly kept?: string }): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const verdict = await shed.audit.verify(kept);
  const { paint } = cli.output;
  if (verdict.kind === 'intact') {
    const advice = 'Keep its head elsewhere. Check later whether the log was rewritten with';
    cli.output.say(
      `${paint.green('✔')} Intact: ${extentOf(verdict)}`,
      ...wrap(advice, cli.output.width),
      `  ${paint.cyan(`${cli.prefix} audit verify --kept ${verdict.head}`)}`,
    );
  } else {
    const lines = verdict.problems.map(({ at, problem }) => `Broken at line ${at}: ${safeText(problem)}`);
    cli.output.say(...lines.map((line) => `${paint.red('✖')} ${line}`));
  }
  return { exitCode: verdict.kind === 'intact' ? EXIT.done : EXIT.failed, document: verdict };
}

function extentOf({ lines, sealed, newer }: IntactAudit): string {
  const after = lines - (sealed?.lines ?? lines);
  const seals =
    sealed === undefined || sealed.lines === 0
      ? ''
      : `, ${sealed.lines} of them sealed together at ${new Date(sealed.at).toISOString()}`;
  const rest = after === 0 ? '' : `; the last ${after} are chained with their own executions only`;
  const unread = newer === undefined ? '' : `; ${newer} executions need a newer version to be compared`;
  return `${lines} lines${seals}${rest}${unread}`;
}

function auditLines({ output }: Cli, line: AuditLine): readonly string[] {
  const { paint, width } = output;
  const { n, at, what, execution, call, path, who, channel, detail } = line;
  const facts = [path, detail, who, channel === undefined ? undefined : `through ${channel}`]
    .filter((fact) => fact !== undefined)
    // Threat: a name that looks like several facts, "zed · person ada · through terminal".
    .map((fact) => (fact.includes('·') ? quotedText(fact) : safeText(fact)))
    .join(' · ');
  const where = execution === undefined ? '' : `${execution}${call === undefined ? '' : ` #${call}`}`;
  const head = `${String(n).padStart(5)}  ${new Date(at).toISOString().slice(0, 19)}Z  ${what.padEnd(12)} `;
  return [
    `${head}${paint.dim(where)}`.trimEnd(),
    ...(facts === '' ? [] : wrap(facts, width - 7).map((text) => `       ${text}`)),
  ];
}
