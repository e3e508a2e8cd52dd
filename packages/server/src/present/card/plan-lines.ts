// A plan as a person sees it before they approve it: each call as the card it would be asked with, in order.

import { ElicitationId, type PendingElicitation, type ToolCatalog } from '@toolshed/kernel';
import { safeText } from '@toolshed/kernel/runtime';
import type { Plan, PlanItem } from '@toolshed/runtime';
import { wrap } from '../layout/columns.js';
import { besideLabel, labelledRow } from '../layout/labelled-row.js';
import { decisionWords } from '../policy-words.js';
import type { RowStyle } from './argument-rows.js';
import { placesInProgram } from './program-excerpt.js';
import { questionCard } from './question-card.js';

type ShownItem = Exclude<PlanItem, { kind: 'denied' }>;

/** What a plan is shown with: its program, and the tools of this host, which describe themselves. */
export interface PlanFacts {
  readonly source: string;
  readonly catalog: Pick<ToolCatalog, 'find'>;
}

/** The program once, each call of the plan marked in it, then every call. */
export function planLines(plan: Plan, { source, catalog }: PlanFacts, style: RowStyle): readonly string[] {
  const { paint } = style;
  const { items, stopped } = plan;
  const program = placesInProgram(
    source,
    items.map(({ line, column }) => ({ line, column })),
    besideLabel(style),
  );
  return [
    ...wrap(`Plan: ${summaryOf(plan)}`, style.width - 2).map((line, index) =>
      index === 0 ? `${paint.cyan('▤')} ${paint.bold('Plan')}${line.slice('Plan'.length)}` : `  ${line}`,
    ),
    ...labelledRow('program', program, style),
    ...items.flatMap((item, index) => ['', ...itemLines(plan, item, index + 1, catalog, style)]),
    ...(stopped === undefined
      ? []
      : ['', ...labelledRow('stopped', wrap(stoppedWords(stopped.message), besideLabel(style).width), style)]),
    '',
    ...labelledRow('plan', [paint.dim(`${plan.planId} · digest ${plan.digest.slice(0, 16)}`)], style),
  ];
}

const stoppedWords = (message: string): string =>
  /^Cannot (?:plan|look) further/.test(message) ? safeText(message) : `Cannot plan further: ${safeText(message)}`;

function summaryOf({ items, ran }: Plan): string {
  const count = (wanted: (item: PlanItem) => boolean): number => items.filter(wanted).length;
  const asks = count((item) => item.kind === 'question' || (item.kind === 'call' && item.asks));
  const silent = count((item) => item.kind === 'call' && !item.asks);
  const denied = count(({ kind }) => kind === 'denied');
  return [
    asks === 1 ? '1 question would be asked' : `${asks} questions would be asked`,
    ...(silent === 0 ? [] : [`${silent} would run without asking`]),
    ...(denied === 0 ? [] : [`${denied} would be denied`]),
    `${ran} safe ${ran === 1 ? 'call' : 'calls'} ran`,
  ].join(', ');
}

function itemLines(
  plan: Plan,
  item: PlanItem,
  number: number,
  catalog: PlanFacts['catalog'],
  style: RowStyle,
): readonly string[] {
  const inner = besideLabel(style);
  const total = plan.items.length;
  if (item.kind === 'denied')
    return [
      `${style.paint.red('✖')} ${style.paint.bold(`${number} of ${total}  ${safeText(item.path)}`)}`,
      ...labelledRow('decided', wrap(decisionWords(item.decision), inner.width), style),
    ];
  const call = {
    call: item.call,
    path: item.kind === 'call' ? item.path : 'elicit',
    outcome: 'waiting' as const,
    line: item.line,
    column: item.column,
    error: undefined,
    defect: undefined,
    isSafe: false,
    isEdited: false,
    required: [],
    lateOutcome: undefined,
  };
  const question = asQuestion(plan, item);
  const place = { source: '', line: item.line, column: item.column };
  const tool = item.kind === 'call' ? catalog.find(item.path) : undefined;
  const facts = { question, place, call, calls: [], tool, position: { number, total }, isProgramAbove: true };
  return [...questionCard(facts, style).lines, ...noteLines(item, style)];
}

function noteLines(item: ShownItem, style: RowStyle): readonly string[] {
  if (item.kind === 'question') return labelledRow('note', ['it is asked in the run'], style);
  const { width } = besideLabel(style);
  const notes = [
    ...(item.asks ? [] : [`would not ask (${decisionWords(item.decision)})`]),
    ...(item.usesStandIn ? ['its arguments contain a stand-in, so the run asks about it'] : []),
  ];
  return labelledRow(
    'note',
    notes.flatMap((note) => wrap(note, width)),
    style,
  );
}

const asQuestion = ({ planId, session, agent, createdAt }: Plan, item: ShownItem): PendingElicitation => ({
  executionId: planId,
  elicitationId: ElicitationId.parse('elic_planned'),
  toolPath: item.request.toolPath,
  message: item.request.message,
  args: item.request.args,
  type: item.request.type,
  request: item.request,
  asker: item.kind === 'call' ? 'gate' : 'program',
  call: item.call,
  session,
  agent,
  labels: {},
  askedAt: createdAt,
});
