// The document that is sent for one field: an operation with that field alone, its arguments as variables, and a
// selection.
//
// Threat: a selection that closes its brace and continues with another field, operation or fragment, so that a tool does
// what another one is gated for. It is parsed by itself, must be one selection and nothing else, is put into the
// operation as a tree, and the whole is checked against the schema.

import { ToolError } from '@toolshed/kernel';
import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  validate,
} from 'graphql';
import { plainLine } from '../hostile-text.js';

export interface RootField {
  readonly operation: 'query' | 'mutation';
  readonly field: GraphQLField<unknown, unknown>;
}

const MOST_TOKENS = 2_000;
const LONGEST_SELECTION = 10_000;

export function documentText({ operation, field }: RootField, selection: string): string {
  const variables = field.args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const inBrackets = (text: string): string => (text === '' ? '' : `(${text})`);
  return `${operation} ${inBrackets(variables)} { ${field.name}${inBrackets(passed)} ${selection} }`;
}

/** With a selection of the program's own. Throws a ToolError for one that the schema does not have. */
export function selectedDocument(root: RootField, select: string, schema: GraphQLSchema): string {
  const selectionSet = readSelection(root, select);
  const document = withSelection(parse(documentText(root, '{ __typename }')), selectionSet);
  const [problem] = validate(schema, document);
  if (problem !== undefined) throw refused(root, problem.message);
  return print(document);
}

/** The one field of the one operation, with another selection. */
const withSelection = (document: DocumentNode, selectionSet: SelectionSetNode): DocumentNode => ({
  ...document,
  definitions: document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? {
          ...definition,
          selectionSet: {
            ...definition.selectionSet,
            selections: definition.selectionSet.selections.map((one) =>
              one.kind === Kind.FIELD ? { ...one, selectionSet } : one,
            ),
          },
        }
      : definition,
  ),
});

function readSelection(root: RootField, select: string): SelectionSetNode {
  if (select.length > LONGEST_SELECTION) throw refused(root, `it is longer than ${LONGEST_SELECTION} characters`);
  const text = select.trim().startsWith('{') ? select : `{ ${select} }`;
  try {
    const [definition, ...others] = parse(text, { maxTokens: MOST_TOKENS, noLocation: true }).definitions;
    if (
      definition?.kind === Kind.OPERATION_DEFINITION &&
      others.length === 0 &&
      definition.selectionSet.selections.length > 0
    )
      return definition.selectionSet;
  } catch (error) {
    throw refused(root, error instanceof Error ? error.message : String(error));
  }
  throw refused(root, 'it must be one selection, such as "id name owner { login }"');
}

const refused = ({ operation, field }: RootField, problem: string): ToolError =>
  new ToolError(
    'graphql/invalid-selection',
    `Cannot select from ${operation} ${field.name}: ${plainLine(problem, 300)}`,
  );
