// An API that an OpenAPI document describes, as a source of tools: one for each operation.

import { setTimeout as delay } from 'node:timers/promises';
import type { Tool } from '@toolshed/kernel';
import { assignPaths } from '../assign-paths.js';
import { pauseAfter } from '../back-off.js';
import { createConfigSecrets } from '../config-secrets.js';
import { plainLine } from '../hostile-text.js';
import { offerTools } from '../offer-tools.js';
import { identityOfApi, type SourceIdentity } from '../source-identity.js';
import type { Source, SourceHost } from '../source.js';
import type { OpenApiSourceOptions } from '../source-options.js';
import { type LoadedDocument, loadDocument } from './document/load-document.js';
import { wantedSegments } from './operation/operation-path.js';
import { operationInput } from './operation/operation-input.js';
import { createOperationTool } from './operation/operation-tool.js';
import { operationsOf } from './operation/operations.js';
import { createSchemaDocuments } from './document/schema-document.js';
import { uncheckableInputs } from './operation/uncheckable-inputs.js';

const MOST_WARNINGS = 20;

export function openOpenApiSource(options: OpenApiSourceOptions, host: SourceHost): Source {
  const { namespace, openapi } = options;
  const { log } = host;
  const closing = new AbortController();
  const ready = Promise.withResolvers<void>();

  const identityWanted = identityOfApi(options);
  const offer = (loaded: LoadedDocument, identity: SourceIdentity): void => {
    const { operations, problems } = operationsOf(loaded.document, loaded.references);
    for (const problem of problems.slice(0, MOST_WARNINGS))
      log.warn({ source: namespace, problem: plainLine(problem, 300) }, 'a part of the document cannot be used');
    const documents = createSchemaDocuments({ ...loaded, direction: 'input' });
    const secrets = createConfigSecrets(namespace, host);
    const toTool = createOperationTool({ options, host, loaded, operations, identity, secrets, documents });
    const named = operations.map((operation) => ({
      name: `${operation.method} ${operation.template}`,
      wanted: wantedSegments(operation),
      operation,
    }));
    const assigned = [...assignPaths(namespace, named)];
    const inputs = assigned.map(([, { operation }]) => operationInput(operation, documents));
    const uncheckable = uncheckableInputs(inputs, documents);
    const tools: Tool[] = [];
    const leftOut = new Map<string, string>();
    for (const [index, [path, { operation }]] of assigned.entries()) {
      const [input, reason] = [inputs[index], uncheckable.get(index)];
      if (reason !== undefined) leftOut.set(path, reason);
      else if (input !== undefined) tools.push(toTool(path, operation, input));
    }
    offerTools(host, namespace, tools, { leftOut });
    log.info({ source: namespace, tools: tools.length }, 'tools offered');
  };

  /** A file that cannot be used is a mistake in the config and said at once; a web server may only be away. */
  const run = async (): Promise<void> => {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      try {
        offer(await loadDocument(openapi, host.resolve, closing.signal), await identityWanted);
        ready.resolve();
        return;
      } catch (error) {
        if (!/^https?:/i.test(openapi)) {
          ready.reject(error);
          return;
        }
        const reason = plainLine(error instanceof Error ? error.message : String(error), 300);
        host.excuse(namespace, `the document of "${namespace}" could not be had: ${reason}`);
        log.warn({ source: namespace, reason }, 'the document could not be had');
        ready.resolve();
      }
      await delay(pauseAfter(failures), undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  host.excuse(namespace, `the document of "${namespace}" is still being read`);
  const running = run();

  return {
    namespace,
    ready: ready.promise,
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('the host is closing'));
      await running;
    },
  };
}
