// Every statement of the four founding pages. A test shows one with `shows(id, …)`; statements.test.ts fails when a
// statement is shown by no test, and when docs/explain/founding-pages.md is not this table.

import type { Statement, StatementIdsOf } from './founding-page.ts';
import { ELICITATION_ENGINE } from './pages/elicitation-engine.ts';
import { GENERALIZED_ELICITATION } from './pages/generalized-elicitation.ts';
import { MCP_ELICITATION } from './pages/mcp-elicitation.ts';
import { USE_CASES } from './pages/use-cases.ts';

export const FOUNDING_PAGES = [ELICITATION_ENGINE, USE_CASES, GENERALIZED_ELICITATION, MCP_ELICITATION] as const;

export type StatementId = StatementIdsOf<(typeof FOUNDING_PAGES)[number]>;

export const STATEMENTS: ReadonlyMap<string, Statement> = new Map(
  FOUNDING_PAGES.flatMap(({ sections }) =>
    Object.values<Readonly<Record<string, Statement>>>(sections).flatMap((section) => Object.entries(section)),
  ),
);

export const wordsOf = (statement: Statement): string => (typeof statement === 'string' ? statement : statement.says);
