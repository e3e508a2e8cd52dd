// An API that an OpenAPI document describes, as a source of tools: one for each operation.

import type { Tool } from '@toolshed/kernel';
import { assignPaths } from '../assign-paths.js';
import { createConfigSecrets } from '../config-secrets.js';
import { openDescribedSource, problemOfFile, problemOfServer } from '../described-source.js';
import { plainLine } from '../hostile-text.js';
import { offerTools } from '../offer-tools.js';
import { identityOfApi, type SourceIdentity } from '../source-identity.js';
import type { Source, SourceHost } from '../source.js';
import type { OpenApiSourceOptions } from '../source-options.js';
import { InvalidDocumentError } from './document/invalid-document-error.js';
import { type LoadedDocument, loadDocument } from './document/load-document.js';
import { wantedSegments } from './operation/operation-path.js';
import { operationInput } from './operation/operation-input.js';
import { createOperationTool } from './operation/operation-tool.js';
import { createSupplied } from './operation/supplied-credentials.js';
import { operationsOf } from './operation/operations.js';
import { createSchemaDocuments } from './document/schema-document.js';
import { uncheckableInputs } from './operation/uncheckable-inputs.js';

const MOST_WARNINGS = 20;

export function openOpenApiSource(options: OpenApiSourceOptions, host: SourceHost): Source {
  const { namespace, openapi } = options;
  const { log } = host;

  const identityWanted = identityOfApi(options);
  const offer = (loaded: LoadedDocument, identity: SourceIdentity): void => {
    const { references } = loaded;
    const { operations: all, problems } = operationsOf(loaded.document, references);
    if (all.length === 0) throw new InvalidDocumentError(openapi, problems[0] ?? 'it has no operations');
    const schemes = Object.fromEntries(
      Object.entries(loaded.document.components.securitySchemes).map(([name, one]) => [name, references.follow(one)]),
    );
    const headers = Object.keys(options.headers);
    const operations = all.map(createSupplied({ schemes, auth: options.auth, headers, references }));
    for (const problem of problems.slice(0, MOST_WARNINGS))
      log.warn(
        { source: namespace, problem: plainLine(problem, 300) },
        'a part of the document cannot be used; it is left out',
      );
    const documents = createSchemaDocuments({ ...loaded, direction: 'input' });
    const secrets = createConfigSecrets(namespace, host);
    const toTool = createOperationTool({ options, host, loaded, operations, identity, secrets, documents, schemes });
    const named = operations.map((operation) => ({
      name: `${operation.method} ${operation.template}`,
      wanted: wantedSegments(operation),
      operation,
    }));
    const assigned = [...assignPaths(namespace, named)];
    const inputs = assigned.map(([, { operation }]) => operationInput(operation, { documents, references }));
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

  const isServed = /^https?:/i.test(openapi);
  return openDescribedSource(
    {
      namespace,
      what: 'the OpenAPI document',
      offer: async (signal) => offer(await loadDocument(openapi, host.resolve, signal), await identityWanted),
      reasonOf: isServed ? problemOfServer : (error) => problemOfFile(error, 'it is not JSON or YAML'),
      from: isServed ? 'server' : 'file',
    },
    host,
  );
}
