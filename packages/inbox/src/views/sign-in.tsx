import { useEffect, useState } from 'preact/hooks';
import { signIn, whoAmI } from '../client/api.ts';
import { keepPlace } from '../client/key.ts';
import { goLive } from '../client/live.ts';
import { connection, wasLive } from '../client/connection.ts';
import { me } from '../client/store.ts';

/** For a browser the server does not know: the link of the terminal, or an approver's token. */
export function SignIn() {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string>();
  useEffect(keepPlace, []);
  const submit = async (): Promise<void> => {
    try {
      await signIn({ token: token.trim() });
      // What was typed here before is another person's.
      if (wasLive.value && (await whoAmI()).name !== me.value) return location.reload();
      connection.value = 'connecting';
      goLive();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setToken('');
  };
  return (
    <div class="sheet sign-in">
      <h1>This browser is not signed in</h1>
      <p>
        Open the link that <code>toolshed serve</code> printed; it signs one browser in. Or use an approver's token,
        which <code>toolshed token create --kind approver --name you</code> makes.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label class="field">
          <span>Approver's token</span>
          <input
            type="password"
            autocomplete="off"
            spellcheck={false}
            value={token}
            onInput={({ currentTarget }) => setToken(currentTarget.value)}
          />
        </label>
        {problem !== undefined && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" class="approve" disabled={token.trim() === ''}>
          Sign in
        </button>
      </form>
    </div>
  );
}
