// How an execution ended, or what it waits for, and what its program printed.

import { assertNever } from '@toolshed/kernel/runtime';
import type { ExecutionPurpose, ExecutionResult } from '@toolshed/runtime';
import { shortDuration } from '../../command/flags/duration.js';
import {
  besideLabel,
  labelledRow,
  type RowStyle,
  safeLines,
  safeText,
  valueLines,
  wrap,
} from '@toolshed/server/present';

export interface Printed {
  readonly logs: number;
  readonly emitted: number;
}

export const NOTHING_PRINTED: Printed = { logs: 0, emitted: 0 };

/** What the program logged and showed since `from`. */
export function printedLines(result: ExecutionResult, from: Printed, style: RowStyle): readonly string[] {
  const inner: RowStyle = { ...besideLabel(style), amount: 'full' };
  return [
    ...result.logs.slice(from.logs).flatMap(({ level, text }) => labelledRow(level, textLines(text, inner), style)),
    ...result.emitted
      .slice(from.emitted)
      .flatMap((value) => labelledRow('shown', valueLines(value, inner).lines, style)),
  ];
}

const DENIED = 'tool/declined';

export function resultLines(result: ExecutionResult, style: RowStyle, now: number): readonly string[] {
  const { paint } = style;
  const inner: RowStyle = { ...besideLabel(style), amount: 'full' };
  const optional = (label: string, text: string | undefined): readonly string[] =>
    text === undefined ? [] : labelledRow(label, textLines(text, inner), style);
  switch (result.status) {
    case 'completed': {
      const value = result.value === undefined ? [] : valueLines(result.value, inner).lines;
      return [
        `${paint.green('✔')} ${paint.bold('Completed')}`,
        ...labelledRow('result', value, style),
        ...footer(result, style),
      ];
    }
    case 'failed': {
      const { message, code, reason } = result.error;
      const facts = [
        ...optional('error', message),
        ...optional('program', result.excerpt),
        ...optional('code', code),
        ...optional('reason', reason),
      ];
      // A program that did not catch the refusal of a call did nothing wrong itself.
      const isDenial = code === DENIED && result.calls.some(({ error }) => error?.code === DENIED);
      const title = isDenial ? 'Ended by a denial' : 'Failed';
      return [`${paint.red('✖')} ${paint.bold(title)}${placeOf(result.error)}`, ...facts, ...footer(result, style)];
    }
    case 'cancelled':
      return [
        `${paint.red('✖')} ${paint.bold('Cancelled')}`,
        ...optional('reason', result.reason),
        ...footer(result, style),
      ];
    case 'paused':
      return [
        `${paint.yellow('❚❚')} ${paint.bold('Paused')}: ${waiting(result.pending.length)}`,
        ...footer(result, style),
      ];
    case 'sleeping':
      return [
        `${paint.cyan('☾')} ${paint.bold('Sleeping')}, resumes in ${shortDuration(result.wakeAt - now)}`,
        ...footer(result, style),
      ];
    case 'running':
      return [
        result.queued
          ? `${paint.cyan('○')} ${paint.bold('Queued')}: ${waitsFor(result.placement)}`
          : `${paint.cyan('●')} ${paint.bold('Running')}`,
        ...footer(result, style),
      ];
    default:
      return assertNever(result);
  }
}

/** Where one that nobody drives can run. */
export const waitsFor = (placement: readonly string[] | undefined): string =>
  placement === undefined ? 'waits for a free slot' : `waits for a free slot on a host with ${placement.join(', ')}`;

function purposeWords(purpose: ExecutionPurpose | undefined): readonly string[] {
  switch (purpose?.kind) {
    case undefined:
      return [];
    case 'plan':
      return ['a plan'];
    case 'approved-plan':
      return [`approved with plan ${purpose.plan} by ${safeText(purpose.by.principal)}`];
    case 'undo':
      return [`undoes ${purpose.of}`];
    default:
      return assertNever(purpose);
  }
}

function footer({ executionId, calls, sandbox, purpose }: ExecutionResult, style: RowStyle): readonly string[] {
  const count = `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}`;
  const level = sandbox === undefined ? [] : [`sandbox ${sandbox}`];
  // The id stays in one piece, for those who copy it.
  const facts = [count, ...level, ...purposeWords(purpose)].join(' · ');
  const isOneLine = executionId.length + 3 + facts.length <= besideLabel(style).width;
  const lines = isOneLine ? [`${executionId} · ${facts}`] : [executionId, ...wrap(facts, besideLabel(style).width)];
  return labelledRow('execution', lines.map(style.paint.dim), style);
}

const textLines = (text: string, { width }: RowStyle): readonly string[] =>
  safeLines(text).flatMap((line) => wrap(line, width));

const waiting = (count: number): string =>
  count === 1 ? 'a question waits for a person' : `${count} questions wait for a person`;

const placeOf = ({
  line,
  column,
}: {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}): string => (line === undefined ? '' : ` at line ${line}${column === undefined ? '' : `, column ${column}`}`);
