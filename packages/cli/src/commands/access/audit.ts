import type { AuditLine, IntactAudit } from '@toolshed/kernel';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { LineNumber } from '@toolshed/server/command';
import { openToLook } from '../../session/open-for-execution.js';
import { type PageFlags, pageDocument, pageLines, readPage, withPages } from '../../command/paging.js';
import { UsageError } from '../../command/usage-error.js';
import { safeText, wrap } from '@toolshed/server/present';

export function auditCommand(act: Act): Command {
  const audit = new Command('audit')
    .description('Who did what, and when: the hash-chained log of calls, decisions and answers')
    .addHelpText('after', examples('audit --limit 20', 'audit --all --json', 'audit verify'));
  withPages(audit.command('list', { isDefault: true }))
    .description('Its lines, newest first')
    .action(act(list));
  audit
    .command('verify')
    .description('Find any line that was changed, removed or moved; says what it proves, and up to where')
    .option('--kept <head>', 'the head that an earlier run printed: finds a log that was rewritten since', readHead)
    .action(act(verify));
  return audit;
}

/** Threat: a person who mistypes it, and is told that the log was rewritten. */
function readHead(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new UsageError(
    'usage/not-a-head',
    'Cannot verify against this --kept: a head has 64 characters 0-9 and a-f. Give what an earlier "audit verify" printed',
  );
}

async function list(cli: Cli, flags: PageFlags): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const lines = await readPage(flags, LineNumber.transform(Number), (page) => shed.audit.list(page));
  if (lines.length === 0) cli.output.say('Nothing was recorded yet.');
  for (const line of lines) cli.output.say(...auditLines(cli, line));
  cli.output.say(...pageLines(lines));
  return { exitCode: EXIT.done, document: pageDocument(lines) };
}

async function verify(cli: Cli, { kept }: { readonly kept?: string }): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const verdict = await shed.audit.verify(kept);
  const { paint } = cli.output;
  if (verdict.kind === 'intact') {
    const advice = `Keep its head elsewhere, to find out later whether the log was rewritten: ${cli.prefix} audit verify --kept ${verdict.head}`;
    cli.output.say(`${paint.green('✔')} Intact: ${extentOf(verdict)}`, ...wrap(advice, cli.output.width));
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
    .map(safeText)
    .join(' · ');
  const where = execution === undefined ? '' : `${execution}${call === undefined ? '' : ` #${call}`}`;
  const head = `${String(n).padStart(5)}  ${new Date(at).toISOString().slice(0, 19)}Z  ${what.padEnd(13)}`;
  return [
    `${head}${paint.dim(where)}`.trimEnd(),
    ...(facts === '' ? [] : wrap(facts, width - 7).map((text) => `       ${text}`)),
  ];
}
