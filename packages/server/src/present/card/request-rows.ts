// What a question shows beside its words: the page it sends a person to, the thing a named kind is about.

import type { ElicitationRequest } from '@toolshed/kernel';
import { cautionsOf, hostOf, safeText } from '@toolshed/kernel/runtime';
import { argumentRows, type RowStyle } from './argument-rows.js';
import { wrap } from '../layout/columns.js';
import { labelledRow } from '../layout/labelled-row.js';
import type { Shown } from '../layout/shortened.js';

/** What a question asks for: its page, its choices, its fields or the input of its kind. */
export function requestRows(request: ElicitationRequest, style: RowStyle, inner: RowStyle): Shown {
  switch (request.type) {
    case 'url':
      return { lines: pageRows(request.url, style, inner), isShortened: false };
    case 'named': {
      const input = argumentRows(request.input, inner);
      const rows = [
        ...labelledRow('kind', wrap(safeText(request.name), inner.width), style),
        ...labelledRow('shows', input.lines, style),
      ];
      return { lines: rows, isShortened: input.isShortened };
    }
    case 'secret':
      return {
        lines: labelledRow(
          'kept as',
          request.name === undefined ? [] : wrap(safeText(request.name), inner.width),
          style,
        ),
        isShortened: false,
      };
    default:
      return { lines: [], isShortened: false };
  }
}

/** The whole address, never shortened, and its host apart: the part that says whose page it is. */
function pageRows(url: string, style: RowStyle, inner: RowStyle): readonly string[] {
  const host = hostOf(url);
  const isForeign = host.split('.').some((label) => label.startsWith('xn--'));
  const cautions = isForeign
    ? ['written with characters that may look like others', ...cautionsOf(url)]
    : cautionsOf(url);
  return [
    ...labelledRow('opens', wrap(safeText(url), inner.width), style),
    ...labelledRow(
      'at host',
      [...wrap(safeText(host), inner.width), ...cautions.map((one) => style.paint.yellow(`! ${one}`))],
      style,
    ),
  ];
}
