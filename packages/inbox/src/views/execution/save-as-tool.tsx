import { useState } from 'preact/hooks';
import { ApiError, saveProgram } from '../../client/api.ts';
import { isLive } from '../../client/connection.ts';
import { tell } from '../../toasts.tsx';

const EMPTY = { as: '', description: '', input: '' } as const;
type Draft = Readonly<Record<keyof typeof EMPTY, string>>;

/** Makes a tool of a program that has run to its end. Calls inside of it are asked about as ever. */
export function SaveAsTool({ executionId }: { readonly executionId: string }) {
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      const { path, version } = await saveProgram({ executionId, ...programOf(draft) });
      setDraft(EMPTY);
      setProblem(undefined);
      tell(`Saved as ${path}, version ${version}`);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <details class="sheet">
      <summary>
        <h2>Save it as a tool</h2>
      </summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p class="quiet">
          Programs can then call it by its path. What it does is still asked about, call by call. A path that is saved
          already gets a new version.
        </p>
        <label class="field">
          <span>Path</span>
          <input
            placeholder="team.weekly-report"
            value={draft.as}
            onInput={({ currentTarget }) => setDraft({ ...draft, as: currentTarget.value })}
          />
        </label>
        <label class="field">
          <span>What it does</span>
          <input
            value={draft.description}
            onInput={({ currentTarget }) => setDraft({ ...draft, description: currentTarget.value })}
          />
        </label>
        <label class="field">
          <span>What it takes, as JSON Schema</span>
          <textarea
            class="code"
            rows={3}
            spellcheck={false}
            placeholder="any object"
            value={draft.input}
            onInput={({ currentTarget }) => setDraft({ ...draft, input: currentTarget.value })}
          />
        </label>
        {problem !== undefined && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" aria-busy={isSaving} disabled={isSaving || !isLive() || draft.as.trim() === ''}>
          {isSaving ? 'Saving…' : 'Save the tool'}
        </button>
      </form>
    </details>
  );
}

function programOf({ as, description, input }: Draft) {
  return {
    as: as.trim(),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    ...(input.trim() === '' ? {} : { input: schemaOf(input) }),
  };
}

/** The server decides whether it is a schema. */
function schemaOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TypeError('What it takes is not JSON yet');
  }
}

function problemOf(error: unknown): string {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  if (fields.length > 0) return fields.map(([name, what]) => `${name}: ${what}`).join('; ');
  return error instanceof Error ? error.message : String(error);
}
