import type { JsonSchema, Preview, Tool, ToolContext, ToolPath } from '@toolshed/kernel';
import { createHostCheck } from '../../../tools/http/allowed-hosts.js';
import { createSender, type HttpResponse } from '../../../tools/http/send-request.js';
import type { ConfigSecrets } from '../../config-secrets.js';
import { plainText } from '../../hostile-text.js';
import { scrubbedErrors } from '../../scrubbed-errors.js';
import type { SourceHost } from '../../source.js';
import type { SourceIdentity } from '../../source-identity.js';
import type { OpenApiSourceOptions } from '../../source-options.js';
import { type Arguments, sourceTool } from '../../source-tool.js';
import { isDestructive } from '../../tool-effect.js';
import { buildRequest } from '../request/build-request.js';
import { createFollow } from '../request/follow-redirects.js';
import { chooseMedia, type Media } from '../request/choose-media.js';
import { credentialsFor } from '../request/credentials.js';
import { type EncodedBody, encodeBody } from '../request/encode-body.js';
import type { LoadedDocument } from '../document/load-document.js';
import type { References } from '../document/references.js';
import { pagesOf } from './next-page.js';
import { operationExamples } from './operation-examples.js';
import { operationKeywords } from './operation-keywords.js';
import type { Operation } from './operations.js';
import { outputSchema, readResponse } from '../request/read-response.js';
import type { Converted, SchemaDocuments } from '../document/schema-document.js';
import { serverUrl } from '../request/server-url.js';

export interface OperationToolDeps {
  readonly options: OpenApiSourceOptions;
  readonly host: SourceHost;
  readonly loaded: LoadedDocument;
  /** All of the document. */
  readonly operations: readonly Operation[];
  readonly identity: SourceIdentity;
  readonly secrets: ConfigSecrets;
  readonly documents: SchemaDocuments;
  /** The document's security schemes, by name. */
  readonly schemes: Readonly<Record<string, unknown>>;
}

type Send = (operation: Operation, args: Arguments, context: ToolContext) => Promise<HttpResponse>;

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export function createOperationTool(
  deps: OperationToolDeps,
): (path: ToolPath, operation: Operation, input: Converted) => Tool {
  const { options, loaded, identity, secrets, documents } = deps;
  const urlOf = ({ servers }: Operation): URL =>
    serverUrl(servers, { server: options.server, variables: options.variables, origin: loaded.origin });
  const send = createSend(urlOf, deps);

  return (path, operation, input) => {
    const isSafe = SAFE.has(operation.method);
    let known: { readonly pages: ReturnType<typeof pagesOf> } | undefined;
    const pages = (): ReturnType<typeof pagesOf> => {
      known ??= { pages: pagesOf(operation, loaded.references) };
      return known.pages;
    };
    const described = (args: Arguments): string => {
      const { url } = buildRequest(operation, urlOf(operation), args);
      return `${operation.method} ${url.href}`;
    };
    return sourceTool({
      path,
      description: descriptionOf(operation),
      origin: () => identity.originOf(`${operation.method} ${operation.template}`, addressOf(operation, urlOf)),
      input: () => documents.withDefinitions(asObject(input), input.references),
      inputIdentity: () => documents.identityOf(asObject(input), input.references),
      output: () => outputSchema(operation, loaded),
      keywords: () => operationKeywords(operation, input, { documents, synonyms: options.synonyms }),
      pages: () => pages() !== undefined,
      examples: () => operationExamples(operation),
      isDestructive: isDestructive(path, !isSafe, options),
      isIdempotent: isSafe,
      asksMidway: () => false,
      check(args) {
        buildRequest(operation, ANYWHERE, args);
        encodedBody(operation, args, loaded.references);
      },
      message: (args) => `Send ${described(args)}?`,
      preview: async (_, args): Promise<Preview> => ({
        kind: 'json',
        value: { request: described(args), ...shownType(mediaOf(operation, args)), body: args['body'] ?? null },
      }),
      handler: async (context, args) =>
        scrubbedErrors(secrets, async () => {
          // As it is before credentials are put into it.
          const { url } = buildRequest(operation, urlOf(operation), args);
          const response = await send(operation, args, context);
          const result = readResponse(operation, response, { url, scrub: secrets.scrub });
          const page = pages()?.(args, result);
          return page === undefined ? result : { ...result, page };
        }),
    });
  };
}

/** Whether a request can be written at all does not depend on where it goes. */
const ANYWHERE = new URL('http://anywhere.invalid');

const mediaOf = ({ requestBody }: Operation, args: Arguments): Media | undefined =>
  args['body'] === undefined ? undefined : chooseMedia(requestBody, args['contentType']);

function encodedBody(operation: Operation, args: Arguments, references: References): EncodedBody | undefined {
  const media = mediaOf(operation, args);
  return media && encodeBody(media, args['body'], references);
}

/** JSON is the default. */
const shownType = (media: Media | undefined): { readonly contentType?: string } =>
  media === undefined || media.contentType === 'application/json' ? {} : { contentType: media.contentType };

/** Arguments always are one. */
const asObject = ({ schema }: Converted): JsonSchema => (typeof schema === 'boolean' ? {} : schema);

/** Undefined if it is unknown; then calls are refused. */
function addressOf(operation: Operation, urlOf: (operation: Operation) => URL): string | undefined {
  try {
    return urlOf(operation).href;
  } catch {
    return undefined;
  }
}

/** The origin the config itself names may be anywhere; those a document names, another port of it included, may not. */
function createSend(
  urlOf: (operation: Operation) => URL,
  { options, host, loaded, operations, secrets, schemes }: OperationToolDeps,
): Send {
  const { allowPrivate, timeoutMs, maxBytes, auth } = options;
  const named = options.server === undefined ? loaded.origin : new URL(options.server);
  const senderFor = (url: URL, isNamed: boolean) =>
    createSender({
      checkHost: createHostCheck([
        `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`,
        ...options.hosts,
      ]),
      resolve: host.resolve,
      allowPrivate: allowPrivate || isNamed,
      timeoutMs,
      maxBytes,
    });
  const senders = new Map<string, ReturnType<typeof createSender>>();
  const mayFollow = createFollow(operations, (operation) => addressOf(operation, urlOf));

  return async (operation, args, context) => {
    const { url, headers, cookies } = buildRequest(operation, urlOf(operation), args);
    const credentials = await credentialsFor(operation, { schemes, auth, secrets });
    const encoded = encodedBody(operation, args, loaded.references);
    for (const [name, value] of credentials.query) url.search += `${url.search === '' ? '?' : '&'}${name}=${value}`;
    const jar = [...cookies, ...credentials.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sender = senders.get(url.origin) ?? senderFor(url, named?.origin === url.origin);
    senders.set(url.origin, sender);
    return sender(
      {
        method: operation.method,
        url,
        headers: {
          accept: 'application/json, */*;q=0.5',
          ...headers,
          ...(encoded === undefined ? {} : { 'content-type': encoded.contentType }),
          ...(jar === '' ? {} : { cookie: jar }),
          ...lowerCased(await secrets.readAll(options.headers)),
          ...credentials.headers,
        },
        body: encoded?.body,
      },
      context.signal,
      mayFollow(url, context),
    );
  };
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const MAX_DESCRIPTION = 600;

/** The summary is the first line; of the prose, what comes before its first blank line. */
function descriptionOf({ summary, description = '', method, template, deprecated }: Operation): string {
  const [prose = ''] = withoutMarkup(description).split(/\n\s*\n/);
  const sent = plainText(`${method} ${template}${deprecated ? ' (deprecated)' : ''}`, MAX_DESCRIPTION / 2);
  const lines = new Set([withoutMarkup(summary ?? ''), prose].filter((line) => line.trim() !== ''));
  const said = plainText([...lines].join('\n'), MAX_DESCRIPTION - sent.length - 1);
  return said === '' ? sent : `${said}\n${sent}`;
}

/** Some documents are written in HTML. */
const withoutMarkup = (text: string): string =>
  text
    .replaceAll(/<\/?(?:p|br|div|ul|ol|h[1-6])\b[^<>]*>/gi, '\n')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .trim();
