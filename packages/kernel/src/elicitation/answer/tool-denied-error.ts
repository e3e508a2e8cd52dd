import { ToolshedError } from '../../toolshed-error.js';
import type { Action } from './action.js';

/** Which refusal a program sees, by how the person, the policy or time refused. */
export type DeniedCode = 'tool/denied' | 'tool/declined' | 'tool/cancelled' | 'tool/expired';

/** A call was denied: by a rule, by a person, or because nobody answered in time. */
export class ToolDeniedError extends ToolshedError {
  override readonly name = 'ToolDeniedError';
  override readonly code: DeniedCode;

  constructor(
    readonly path: string,
    code: DeniedCode,
    readonly reason: string | undefined,
  ) {
    super(`Cannot run ${path}: ${WORDS[code]}${reason === undefined ? '' : ` (${reason})`}`);
    this.code = code;
  }
}

const WORDS = {
  'tool/denied': 'policy denies it',
  'tool/declined': 'the request was declined',
  'tool/cancelled': 'the request was cancelled',
  'tool/expired': 'nobody answered in time',
} as const satisfies Record<DeniedCode, string>;

export function deniedCodeOf(action: Exclude<Action, 'accept'>): DeniedCode {
  switch (action) {
    case 'expired':
    case 'timeout':
      return 'tool/expired';
    case 'cancel':
    case 'not_supported':
      return 'tool/cancelled';
    default:
      return 'tool/declined';
  }
}
