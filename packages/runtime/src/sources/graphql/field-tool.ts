import { type JsonSchema, type Preview, type Tool, ToolError, type ToolPath } from '@toolshed/kernel';
import { referred } from '@toolshed/kernel/runtime';
import type { GraphQLSchema } from 'graphql';
import { validate, parse } from 'graphql';
import { schemaWords } from '../../catalog/search/schema-words.js';
import type { ConfigSecrets } from '../config-secrets.js';
import { plainText } from '../hostile-text.js';
import { scrubbedErrors } from '../scrubbed-errors.js';
import type { SourceIdentity } from '../source-identity.js';
import type { GraphqlSourceOptions } from '../source-options.js';
import { type Arguments, sourceTool } from '../source-tool.js';
import { isDestructive } from '../tool-effect.js';
import { defaultSelection, needsSelection, type Selection } from './default-selection.js';
import { documentText, type RootField, selectedDocument } from './field-document.js';
import type { PostGraphql } from './post-graphql.js';
import { readAnswer } from './read-graphql-answer.js';
import { variablesSchema } from './variables-schema.js';

export interface FieldToolDeps {
  readonly options: GraphqlSourceOptions;
  readonly schema: GraphQLSchema;
  readonly identity: SourceIdentity;
  readonly secrets: ConfigSecrets;
  readonly post: PostGraphql;
}

const MAX_DESCRIPTION = 600;

export const createFieldTool =
  ({ options, schema, identity, secrets, post }: FieldToolDeps) =>
  (path: ToolPath, root: RootField): Tool => {
    const { operation, field } = root;
    const title = `${operation} ${field.name}`;
    // An argument of the field keeps its name.
    const selectName = field.args.some(({ name }) => name === 'select') ? '$select' : 'select';
    const input = onceFor((): JsonSchema => {
      const { properties, required, $defs } = variablesSchema(field.args);
      const select = { type: 'string', description: 'What to return, such as "id owner { login }"' };
      return {
        type: 'object',
        properties: needsSelection(field) ? { ...properties, [selectName]: select } : properties,
        required,
        additionalProperties: false,
        $defs,
      };
    });
    const selection = onceFor(() => soundSelection(root, options.depth, schema));
    const requestOf = (args: Arguments): { readonly query: string; readonly variables: Arguments } => {
      const { [selectName]: select, ...variables } = args;
      const query =
        typeof select === 'string' ? selectedDocument(root, select, schema) : documentText(root, selection().text);
      return { query, variables };
    };
    return sourceTool({
      path,
      description: plainText(
        [field.description ?? '', title].filter((line) => line !== '').join('\n'),
        MAX_DESCRIPTION,
      ),
      origin: () => identity.originOf(title, options.graphql),
      input,
      keywords: () => ({
        ...schemaWords(input(), (reference) => referred(input(), reference)),
        does: operation === 'query' ? 'read' : undefined,
        synonyms: options.synonyms,
      }),
      output: () => selection().schema,
      isDestructive: isDestructive(path, operation === 'mutation', options),
      isIdempotent: operation === 'query',
      asksMidway: () => false,
      check: (args) => void requestOf(args),
      message: () => `Send ${title} to ${new URL(options.graphql).origin}?`,
      preview: async (_, args): Promise<Preview> => ({ kind: 'json', value: { request: title, ...requestOf(args) } }),
      handler: async ({ signal }, args) =>
        scrubbedErrors(secrets, async () => readAnswer(root, await post(requestOf(args), signal))),
    });
  };

/** What the rules of the language would refuse is made smaller: fewer levels, and in the end only the type. */
function soundSelection(root: RootField, depth: number, schema: GraphQLSchema): Selection {
  for (let levels = depth; levels > 0; levels--) {
    const selection = defaultSelection(root.field.type, levels);
    if (validate(schema, parse(documentText(root, selection.text))).length === 0) return selection;
  }
  if (!needsSelection(root.field))
    throw new ToolError(
      'graphql/invalid-selection',
      `Cannot select from ${root.field.name}: the schema allows no selection of its type; leave the field out`,
    );
  return { text: '{ __typename }', schema: {} };
}

function onceFor<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
