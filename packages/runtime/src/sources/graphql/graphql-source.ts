// A GraphQL endpoint as a source of tools: one for each field of its query and mutation types.

import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { assignPaths } from '../assign-paths.js';
import { createConfigSecrets } from '../config-secrets.js';
import { openDescribedSource, problemOfFile, problemOfServer } from '../described-source.js';
import { offerTools, uncheckableTools } from '../offer-tools.js';
import type { Source, SourceHost } from '../source.js';
import { identityOfGraphql } from '../source-identity.js';
import type { GraphqlSourceOptions } from '../source-options.js';
import type { RootField } from './field-document.js';
import { createFieldTool } from './field-tool.js';
import { loadSchema } from './load-schema.js';
import { createPost } from './post-graphql.js';

const MAX_SCHEMA_BYTES = 67_108_864;

export function openGraphqlSource(options: GraphqlSourceOptions, host: SourceHost): Source {
  const { namespace, graphql: url, schema: file } = options;
  const { log } = host;
  const secrets = createConfigSecrets(namespace, host);
  const post = createPost(options, host, secrets);
  const introspect = createPost({ ...options, maxBytes: MAX_SCHEMA_BYTES }, host, secrets);
  const identityWanted = identityOfGraphql(options);

  const offer = async (schema: GraphQLSchema): Promise<void> => {
    const toTool = createFieldTool({ options, schema, identity: await identityWanted, secrets, post });
    const fields = [...fieldsOf('query', schema.getQueryType()), ...fieldsOf('mutation', schema.getMutationType())];
    const named = fields.map((root) => ({
      name: `${root.operation} ${root.field.name}`,
      wanted: [root.operation, root.field.name],
      root,
    }));
    const tools = [...assignPaths(namespace, named)].map(([path, { root }]) => toTool(path, root));
    const leftOut = uncheckableTools(tools);
    const offered = tools.filter(({ path }) => !leftOut.has(path));
    offerTools(host, namespace, offered, { leftOut });
    log.info({ source: namespace, tools: offered.length }, 'tools offered');
  };

  return openDescribedSource(
    {
      namespace,
      what: 'the GraphQL schema',
      offer: async (signal) => offer(await loadSchema({ url, file }, introspect, signal)),
      reasonOf: (error) =>
        secrets.scrub(file === undefined ? problemOfServer(error) : problemOfFile(error, 'it is not a GraphQL schema')),
      from: file === undefined ? 'server' : 'file',
    },
    host,
  );
}

const fieldsOf = (
  operation: RootField['operation'],
  type: GraphQLObjectType | null | undefined,
): readonly RootField[] => Object.values(type?.getFields() ?? {}).map((field) => ({ operation, field }));
