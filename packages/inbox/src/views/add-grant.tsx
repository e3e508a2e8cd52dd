import { useEffect, useState } from 'preact/hooks';
import { addGrant, ApiError } from '../client/api.ts';
import { isLive } from '../client/connection.ts';
import { prefilled } from './rule-of.ts';

interface AddGrantProps {
  readonly onAdded: () => void;
}

const EMPTY = { pattern: '', session: '', minutes: '', uses: '', when: '' } as const;
type Draft = Readonly<Record<keyof typeof EMPTY, string>>;

const FIELDS: readonly { readonly name: keyof Draft; readonly label: string; readonly placeholder: string }[] = [
  { name: 'pattern', label: 'Tools', placeholder: 'fs.write, or mail.*' },
  { name: 'session', label: 'Only in this session', placeholder: 'any' },
  { name: 'minutes', label: 'For how many minutes', placeholder: 'until it is revoked' },
  { name: 'uses', label: 'For how many calls', placeholder: 'any number' },
  { name: 'when', label: 'Only if the arguments match', placeholder: '{"at":"path","prefix":"drafts/"}' },
];

/** An approval given ahead, as narrow as the person makes it. */
export function AddGrant({ onAdded }: AddGrantProps) {
  const [draft, setDraft] = useState<Draft>(() => ({ ...EMPTY, ...prefilled.peek() }));
  const [isOpen] = useState(() => prefilled.peek() !== undefined);
  // Taken once: the next visit starts with an empty form.
  useEffect(() => {
    prefilled.value = undefined;
  }, []);
  const [problem, setProblem] = useState<string>();
  const [isMeant, setMeant] = useState(false);
  const isBroad = draft.pattern.trim() !== '' && draft.when.trim() === '';
  const add = async (): Promise<void> => {
    try {
      await addGrant(grantOf(draft));
      setDraft(EMPTY);
      setMeant(false);
      setProblem(undefined);
      onAdded();
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  return (
    <details class="sheet" open={isOpen}>
      <summary>
        <h2>Approve calls ahead</h2>
      </summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        {FIELDS.map(({ name, label, placeholder }) => (
          <label class="field" key={name}>
            <span>{label}</span>
            <input
              placeholder={placeholder}
              value={draft[name]}
              onInput={({ currentTarget }) => setDraft({ ...draft, [name]: currentTarget.value })}
            />
          </label>
        ))}
        {isBroad && (
          <div class="caution">
            <p>Without a condition it covers every call of these tools, whatever the arguments are.</p>
            <label class="tick">
              <input
                type="checkbox"
                checked={isMeant}
                onChange={({ currentTarget }) => setMeant(currentTarget.checked)}
              />{' '}
              That is what I want
            </label>
          </div>
        )}
        {problem !== undefined && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" disabled={!isLive() || draft.pattern.trim() === '' || (isBroad && !isMeant)}>
          Add the grant
        </button>
      </form>
    </details>
  );
}

function problemOf(error: unknown): string {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  if (fields.length > 0) return fields.map(([name, what]) => `${name}: ${what}`).join('; ');
  return error instanceof Error ? error.message : String(error);
}

function grantOf({ pattern, session, minutes, uses, when }: Draft) {
  return {
    pattern: pattern.trim(),
    scope: session.trim() === '' ? ('always' as const) : { session: session.trim() },
    ...(minutes.trim() === '' ? {} : { expiresInMs: wholeNumber(minutes) * 60_000 }),
    ...(uses.trim() === '' ? {} : { uses: wholeNumber(uses) }),
    ...(when.trim() === '' ? {} : { when: conditionOf(when) }),
  };
}

function wholeNumber(text: string): number {
  if (!/^\s*[1-9]\d{0,8}\s*$/.test(text)) throw new TypeError(`"${text}" is not a whole number above 0`);
  return Number(text);
}

/** The server decides whether it is a condition. */
function conditionOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TypeError('The condition is not JSON yet');
  }
}
