// How a preview changed since the person was last asked, as a diff.

import type { ElicitationRequest, PreviewResult } from '@toolshed/kernel';
import { assertNever } from '@toolshed/kernel/runtime';

type Diff = Extract<PreviewResult, { kind: 'diff' }>;

/** Undefined where nothing was shown before, or nothing changed. */
export function changedPreview(request: ElicitationRequest): Diff | undefined {
  if (request.type !== 'approval' || request.previewBefore === undefined) return undefined;
  const { preview, previewBefore } = request;
  return { kind: 'diff', before: textOf(previewBefore), after: preview ? textOf(preview) : 'no preview\n' };
}

function textOf(preview: PreviewResult): string {
  switch (preview.kind) {
    case 'text':
      return `${preview.text}\n`;
    case 'diff':
      return `before:\n${preview.before}\nafter:\n${preview.after}\n`;
    case 'table':
      return [preview.columns, ...preview.rows, [preview.note ?? '']].map((row) => `${row.join(' | ')}\n`).join('');
    case 'json':
      return `${JSON.stringify(preview.value, null, 2)}\n`;
    case 'failed':
      return `no preview: ${preview.message}\n`;
    default:
      return assertNever(preview);
  }
}
