import type { AnswerProps, RequestOf } from './answer.ts';
import { Decision } from './decision.tsx';

/**
 * A page to go to. The whole address and its host are shown before anything is opened; consent is what is sent, and
 * the flow itself says when it is complete.
 */
export function UrlAnswer({ request, send, isSending, unseen }: AnswerProps & { readonly request: RequestOf<'url'> }) {
  const address = new URL(request.url);
  return (
    <>
      <dl class="facts">
        <dt>goes to</dt>
        <dd class="address">{address.host}</dd>
        <dt>address</dt>
        <dd class="foreign">{address.href}</dd>
      </dl>
      <Decision
        isSending={isSending}
        unseen={unseen}
        accept={{
          label: `Open ${address.host}`,
          act: () => {
            // Opened by the click itself, or the browser would block it; without a way back to this page.
            open(address.href, '_blank', 'noopener,noreferrer');
            send({ action: 'accept' });
          },
        }}
        refuse={{ label: 'Do not open it', act: () => send({ action: 'decline' }) }}
      />
    </>
  );
}
