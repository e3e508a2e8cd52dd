import { Safe } from './safe.tsx';

interface WhoseProps {
  readonly agent?: string | undefined;
  readonly session: string;
}

/** Which agent, in which session: one line, alike in every list. */
export function Whose({ agent, session }: WhoseProps) {
  return (
    <span class="context clip one">
      {agent !== undefined && (
        <>
          <Safe text={agent} />
          {' · '}
        </>
      )}
      <Safe text={session} />
    </span>
  );
}
