// `toolshed tools`: lists, searches and describes the tools of this config, and prints their types.

import { type Page, type Tool, ToolPath } from '@toolshed/kernel';
import { commentedSignatureOf, declarationOf, describeOrigin, pageIn, signatureOf } from '@toolshed/kernel/runtime';
import type { Toolshed } from '@toolshed/runtime';
import { PROGRAM_GLOBALS } from '@toolshed/runtime/agent';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { openWithTools } from '../../session/open-with-tools.js';
import { type PageFlags, pageDocument, pageLines, readPage, withPages } from '../../command/paging.js';
import { besideLabel, labelledRow, safeText, wrap } from '@toolshed/server/present';
import { UsageError } from '../../command/usage-error.js';
import { asksOf, groupedTools, groupLines, toolRows } from '../../terminal/view/tool-list.js';

interface ToolsFlags extends PageFlags {
  readonly tools?: readonly string[];
}

interface ListFlags extends ToolsFlags {
  readonly in?: string;
}

export function toolsCommand(act: Act): Command {
  const tools = new Command('tools')
    .description('Tools a program can call here: list, search, describe, types')
    .addHelpText(
      'after',
      examples(
        'tools',
        'tools --in github',
        'tools search delete',
        'tools describe fs.write',
        'tools types > tools.d.ts',
      ),
    );
  const sub = (name: string, options?: { readonly isDefault: boolean }): Command =>
    tools.command(name, options).option('--tools <module...>', 'modules that export more tools or plugins');
  withPages(sub('list', { isDefault: true }))
    .description('Tools by group, a line for each')
    .option('--in <path>', 'only those below this path: github, github.issues')
    .action(act(list));
  withPages(sub('search'))
    .description('Tools by words in their path or description')
    .argument('<words...>')
    .action(act(search));
  sub('describe').description('One tool: its signature, and whether it asks').argument('<path>').action(act(describe));
  sub('types')
    .description('TypeScript declarations of all of them, and of what else a program finds')
    .action(act(types));
  return tools;
}

async function list(cli: Cli, flags: ListFlags): Promise<Outcome> {
  const { output, prefix } = cli;
  await using shed = await openWithTools(cli, flags.tools);
  const { in: below } = flags;
  const all = shed.catalog.tools.filter(({ path }) => below === undefined || isBelow(path, below));
  const tools = await readPage<Tool, string>(flags, ToolPath, async ({ before, limit = USUAL }) =>
    pageIn(all, { after: before, limit }, pathOf),
  );
  if (all.length === 0) output.say(below === undefined ? 'No tools here.' : `No tools below "${safeText(below)}".`);
  output.say(...groupLines(all, output), ...groupedTools(tools, all, output));
  if (tools.length < tools.total)
    output.say(
      '',
      ...pageLines(tools),
      `Search them with  ${prefix} tools search <words>`,
      `See a group with  ${prefix} tools --in <group>`,
    );
  output.say(...awayLines(cli, shed));
  return { exitCode: EXIT.done, document: documentsOf(tools) };
}

const USUAL = 50;

const isBelow = (path: string, above: string): boolean => path === above || path.startsWith(`${above}.`);

async function search(cli: Cli, words: readonly string[], flags: ToolsFlags): Promise<Outcome> {
  await using shed = await openWithTools(cli, flags.tools);
  const query = words.join(' ');
  const found = await readPage<Tool, string>(flags, ToolPath, async ({ before, limit = USUAL }) =>
    shed.catalog.search(query, limit, before),
  );
  if (found.length === 0) cli.output.say('No tool matches.');
  cli.output.say(...toolRows(found, cli.output).flat(), ...pageLines(found));
  return { exitCode: EXIT.done, document: documentsOf(found) };
}

async function describe(cli: Cli, path: string, flags: ToolsFlags): Promise<Outcome> {
  await using shed = await openWithTools(cli, flags.tools);
  const tool = shed.catalog.find(path);
  if (tool === undefined) throw unknownTool(path, shed, cli.prefix);
  const { paint } = cli.output;
  const { width } = besideLabel(cli.output);
  cli.output.say(
    paint.bold(tool.path),
    ...labelledRow('about', wrap(safeText(tool.description), width), { paint }),
    ...labelledRow('gate', [asksOf(tool) ? 'asks a person, unless a rule or a grant decides' : 'runs without asking'], {
      paint,
    }),
    ...labelledRow(
      'source',
      tool.origin === undefined ? [] : wrap(safeText(describeOrigin(tool.origin.shown)), width),
      { paint },
    ),
    ...labelledRow('call', wrap(safeText(`await tools.${commentedSignatureOf(tool)}`), width), { paint }),
  );
  return { exitCode: EXIT.done, document: documentOf(tool) };
}

async function types(cli: Cli, flags: ToolsFlags): Promise<Outcome> {
  await using shed = await openWithTools(cli, flags.tools);
  const declaration = `${PROGRAM_GLOBALS}${declarationOf(shed.catalog.tools, 'members')}`;
  cli.output.say(...declaration.trimEnd().split('\n').map(safeText));
  return { exitCode: EXIT.done, document: { declaration } };
}

/** Signatures are made for those of the page only. */
const documentsOf = (tools: Page<Tool>): object => ({ ...pageDocument(tools), items: tools.map(documentOf) });

/** Sources that offer nothing, or not everything, now. */
const awayLines = ({ output: { paint, width } }: Cli, { catalog }: Toolshed): readonly string[] =>
  catalog.namespaces.flatMap(({ name, problem }) =>
    problem === undefined ? [] : wrap(safeText(`${name} is unavailable: ${problem}`), width).map(paint.yellow),
  );

const pathOf = ({ path }: Tool): string => path;

const documentOf = (tool: Tool) => ({
  path: tool.path,
  description: tool.description,
  destructive: asksOf(tool),
  signature: signatureOf(tool),
  input: tool.input.json,
  output: tool.output?.json,
});

function unknownTool(path: string, { catalog }: Toolshed, prefix: string): UsageError {
  const absence = catalog.absence(path);
  if (absence !== undefined)
    return new UsageError('tool/unavailable', `Cannot describe "${path}": ${safeText(absence)}`);
  const near = catalog.nearest(path);
  const advice = near.length === 0 ? `See all with: ${prefix} tools` : `Did you mean ${near.join(', ')}?`;
  return new UsageError('tool/unknown', `Cannot describe "${path}": there is no such tool. ${advice}`);
}
