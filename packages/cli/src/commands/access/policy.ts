// `toolshed policy`: lists the rules of the config, and explains what the gate would decide about a call. Runs nothing.

import type { Judgement } from '@toolshed/kernel';
import { describeRule } from '@toolshed/kernel/runtime';
import type { KnownRule, PolicyExplanation } from '@toolshed/runtime';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { readJsonFlag } from '../../command/flags/json-flag.js';
import { openWithTools } from '../../session/open-with-tools.js';
import {
  besideLabel,
  decisionWords,
  labelledRow,
  problemWords,
  reasonWords,
  safeText,
  wrap,
} from '@toolshed/server/present';

interface ToolsFlags {
  readonly tools?: readonly string[];
}

interface ExplainFlags extends ToolsFlags {
  readonly args?: string;
  readonly session?: string;
  readonly agent?: string;
}

export function policyCommand(act: Act): Command {
  const policy = new Command('policy')
    .description('Rules of the gate: list, explain')
    .addHelpText('after', examples('policy', `policy explain fs.write --args '{"path":"a.md","content":""}'`));
  const sub = (name: string, options?: { readonly isDefault: boolean }): Command =>
    policy.command(name, options).option('--tools <module...>', 'modules that export more tools or plugins');
  sub('list', { isDefault: true }).description('Every rule, and how many tools it matches').action(act(list));
  sub('explain')
    .description('What the gate would do with a call, and why; nothing runs')
    .argument('<path>', 'a tool: fs.write')
    .option('--args <json>', 'its arguments; {} if not given')
    .option('--session <name>', 'as if called in this session')
    .option('--agent <name>', 'as if called by this agent')
    .action(act(explain));
  return policy;
}

async function list(cli: Cli, { tools }: ToolsFlags): Promise<Outcome> {
  await using shed = await openWithTools(cli, tools);
  const rules = shed.policy.rules();
  if (rules.length === 0) cli.output.say('No rules: each tool says itself whether it asks.');
  for (const rule of rules) cli.output.say(...ruleLines(cli, rule));
  return { exitCode: EXIT.done, document: rules };
}

function ruleLines({ output }: Cli, { rule, text, tools }: KnownRule): readonly string[] {
  const { paint, width } = output;
  const whose = [
    ...(rule.agent === undefined ? [] : [`agent "${safeText(rule.agent)}"`]),
    ...(rule.session === undefined ? [] : [`session "${safeText(rule.session)}"`]),
    ...(rule.approvals === undefined ? [] : [`${rule.approvals} approvals`]),
  ];
  const about = tools.length === 0 ? paint.yellow(NO_TOOL) : `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`;
  return [
    ...wrap(safeText(text), width).map((line) => paint.bold(line)),
    ...labelledRow('for', whose.length === 0 ? [] : [whose.join(', ')], { paint }),
    ...labelledRow('matches', [about], { paint }),
  ];
}

const NO_TOOL = 'no tool here; check the spelling';

async function explain(cli: Cli, path: string, { args, session, agent, tools }: ExplainFlags): Promise<Outcome> {
  const given = args === undefined ? {} : readJsonFlag('--args', args, `'{"path":"a.md"}'`);
  await using shed = await openWithTools(cli, tools);
  const explanation = await shed.policy.explain(path, given, {
    ...(session === undefined ? {} : { session }),
    ...(agent === undefined ? {} : { agent }),
  });
  cli.output.say(...explanationLines(cli, explanation));
  return { exitCode: EXIT.done, document: explanation };
}

function explanationLines({ output }: Cli, explanation: PolicyExplanation): readonly string[] {
  const { paint } = output;
  const { width } = besideLabel(output);
  const { decision, rules, grants, refused, unmatched } = explanation;
  const judged = (what: string, { applies, because }: Judgement): readonly string[] => {
    const [first = '', ...rest] = wrap(`${what}: ${reasonWords(because)}`, width - 2);
    return [`${applies ? paint.green('✔') : paint.dim('·')} ${first}`, ...rest.map((line) => `  ${line}`)];
  };
  return [
    ...wrap(decisionWords(decision), output.width).map((line) => paint.bold(line)),
    ...labelledRow('but', refused === undefined ? [] : wrap(problemWords(refused), width), { paint }),
    ...labelledRow('note', decision.lapsed ? wrap(`${decision.lapsed} no longer counts`, width) : [], { paint }),
    ...labelledRow(
      'rules',
      rules.length === 0
        ? ['none']
        : rules.flatMap(({ rule, judgement }) => judged(safeText(describeRule(rule)), judgement)),
      { paint },
    ),
    ...labelledRow(
      'grants',
      grants.length === 0
        ? ['none']
        : grants.flatMap(({ grant, judgement }) => judged(`${grant.id} ${grant.pattern}`, judgement)),
      { paint },
    ),
    ...labelledRow(
      'no tool',
      unmatched.flatMap((text) => wrap(paint.yellow(safeText(text)), width)),
      { paint },
    ),
  ];
}
