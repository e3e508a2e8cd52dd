import type { ExecutionView } from '../../client/api.ts';

type Purpose = NonNullable<ExecutionView['purpose']>['kind'];

const WORDS = { plan: 'plan', 'approved-plan': 'run of a plan', undo: 'undo' } as const satisfies Record<
  Purpose,
  string
>;

/** What an execution is for: a plan and an undo must not be taken for a run. */
export function PurposeWords({ purpose }: { readonly purpose: { readonly kind: Purpose } | undefined }) {
  return <span class="tag">{purpose === undefined ? 'execution' : WORDS[purpose.kind]}</span>;
}
