// A request to another server, laid out: method, host, path, headers, body.
//
// Only the host's own preview of a call is shown so. Everything that is in it is shown; what does not look exactly like
// a request stays JSON, so that nothing can hide in a field that this view does not know.

import { type FoldCount, JsonView } from './json-view.tsx';
import { Safe } from './safe.tsx';

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const FIELDS: ReadonlySet<string> = new Set(['method', 'url', 'headers', 'body']);

export const isHttpRequest = (value: unknown): value is HttpRequest =>
  isRecord(value) &&
  Object.keys(value).every((key) => FIELDS.has(key)) &&
  typeof value['method'] === 'string' &&
  /^[A-Z]{3,10}$/.test(value['method']) &&
  typeof value['url'] === 'string' &&
  URL.canParse(value['url']) &&
  (value['headers'] === undefined || isRecord(value['headers']));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface HttpRequestProps {
  readonly request: HttpRequest;
  readonly folds?: FoldCount | undefined;
}

export function HttpRequestView({ request, folds }: HttpRequestProps) {
  const { method, url, headers = {}, body } = request;
  const { host } = new URL(url);
  const names = Object.keys(headers);
  return (
    <div class="http">
      <p class="request-line">
        <span class={`method ${method.toLowerCase()}`}>{method}</span> <Safe text={url} />
      </p>
      <dl class="facts">
        <dt>host</dt>
        <dd class="address">
          <Safe text={host} />
        </dd>
        <dt>headers</dt>
        <dd>{names.length === 0 ? <span class="quiet">none</span> : <JsonView value={headers} folds={folds} />}</dd>
        <dt>body</dt>
        <dd>{body === undefined ? <span class="quiet">none</span> : <JsonView value={body} folds={folds} />}</dd>
      </dl>
    </div>
  );
}
