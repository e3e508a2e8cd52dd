import type { Judgement } from '@toolshed/kernel';
import { describeRule } from '@toolshed/kernel/runtime';
import type { PolicyExplanation } from '@toolshed/runtime';
import { useState } from 'preact/hooks';
import { decisionWords, problemWords, reasonWords } from '@toolshed/server/present';
import { explainPolicy } from '../client/api.ts';
import { isLive } from '../client/connection.ts';
import { Safe } from '../show/safe.tsx';
import { tell } from '../toasts.tsx';

/** What the gate would do with a call, and why; nothing is run. */
export function Explain() {
  const [path, setPath] = useState('');
  const [args, setArgs] = useState('{}');
  const [explanation, setExplanation] = useState<PolicyExplanation>();
  const explain = async (): Promise<void> => {
    try {
      setExplanation(await explainPolicy(path, JSON.parse(args)));
    } catch (error) {
      tell(error instanceof SyntaxError ? 'The arguments are not JSON yet' : String(error), true);
    }
  };
  return (
    <section class="sheet">
      <h2>What would the gate decide?</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void explain();
        }}
      >
        <label class="field">
          <span>Tool</span>
          <input
            placeholder="github.issues.create"
            value={path}
            onInput={({ currentTarget }) => setPath(currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>Arguments</span>
          <textarea
            class="code"
            rows={3}
            spellcheck={false}
            value={args}
            onInput={({ currentTarget }) => setArgs(currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={!isLive() || path.trim() === ''}>
          Explain
        </button>
      </form>
      {explanation && <Reasons explanation={explanation} />}
    </section>
  );
}

function Reasons({ explanation }: { readonly explanation: PolicyExplanation }) {
  const { decision, rules, grants, refused, unmatched } = explanation;
  return (
    <div class="reasons" role="status">
      <p>
        <strong>{decisionWords(decision)}</strong>
      </p>
      {refused !== undefined && <p class="caution">But {problemWords(refused)}.</p>}
      {decision.lapsed !== undefined && <p class="caution">{decision.lapsed} no longer counts.</p>}
      <h3>Rules</h3>
      {rules.length === 0 && <p class="quiet">There are none.</p>}
      <ul class="bullets">
        {rules.map(({ rule, judgement }, index) => (
          <Judged key={String(index)} what={describeRule(rule)} judgement={judgement} />
        ))}
      </ul>
      <h3>Grants</h3>
      {grants.length === 0 && <p class="quiet">There are none.</p>}
      <ul class="bullets">
        {grants.map(({ grant, judgement }) => (
          <Judged key={grant.id} what={`${grant.pattern} (${grant.scope})`} judgement={judgement} />
        ))}
      </ul>
      {unmatched.map((text) => (
        <p class="caution" key={text}>
          <Safe text={text} /> is about no tool here; is it misspelt?
        </p>
      ))}
    </div>
  );
}

function Judged({ what, judgement }: { readonly what: string; readonly judgement: Judgement }) {
  return (
    <li class={judgement.applies ? 'applies' : 'quiet'}>
      <Safe text={what} />: {judgement.applies ? 'applies, ' : 'does not apply, '}
      {reasonWords(judgement.because)}
    </li>
  );
}
