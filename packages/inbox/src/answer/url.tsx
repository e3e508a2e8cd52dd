// The answer to a page with or without a flow: consent to open it, and what happens next.

import { ActionButton } from '../action-button.tsx';
import { completeFlow } from '../client/api.ts';
import { Safe } from '../show/safe.tsx';
import { tell } from '../toasts.tsx';
import type { AnswerProps, RequestOf } from './answer.ts';
import { AnswerSheet } from './answer-sheet.tsx';
import { Decision } from './decision.tsx';

/**
 * A page to go to. The whole address and its host are shown before anything is opened; consent is what is sent, and
 * the flow itself says when it is complete.
 */
export function UrlAnswer(props: AnswerProps & { readonly request: RequestOf<'url'> }) {
  const { question, request, send, isBlocked, unseen, folds } = props;
  const { consent } = question;
  const address = URL.parse(request.url);
  const isPage = address !== null && /^https?:$/.test(address.protocol);
  return (
    <>
      <AnswerSheet folds={folds}>
        <dl class="facts">
          <dt>goes to</dt>
          <dd class="address">{isPage ? address.host : 'no page'}</dd>
          <dt>address</dt>
          <dd>
            <Safe text={request.url} />
          </dd>
        </dl>
        {isPage && <AddressCautions address={address} />}
        {consent !== undefined && <Consented request={request} by={consent.principal} />}
      </AnswerSheet>
      <Decision
        isBlocked={isBlocked}
        unseen={unseen}
        accept={{
          label: isPage ? `Open ${address.host}` : 'Cannot be opened',
          isReady: isPage,
          act: () => {
            // Opened by the click itself, or the browser would block it; without a way back to this page.
            open(address?.href, '_blank', 'noopener,noreferrer');
            if (consent === undefined) send({ action: 'accept' });
          },
        }}
        refuse={{ label: 'Do not open it', act: () => send({ action: 'decline' }) }}
      />
    </>
  );
}

/** What makes an address look like another. */
function AddressCautions({ address }: { readonly address: URL }) {
  return (
    <>
      {address.username !== '' && <p class="caution">The part before the @ is not the host.</p>}
      {address.host.includes('xn--') && <p class="caution">The host has letters that can look like others.</p>}
      {address.protocol === 'http:' && <p class="caution">The page is not encrypted on its way.</p>}
    </>
  );
}

function Consented({ request, by }: { readonly request: RequestOf<'url'>; readonly by: string }) {
  const { flow } = request;
  const complete = async (id: string): Promise<void> => {
    await completeFlow(id);
    tell('The page is done; the program continues');
  };
  return (
    <p class="consented">
      <Safe text={by} /> agreed to open it. It continues by itself when the page reports back.{' '}
      {flow !== undefined && (
        <ActionButton class="link" busy="Sending…" act={() => complete(flow)}>
          The page is done and did not report back
        </ActionButton>
      )}
    </p>
  );
}
