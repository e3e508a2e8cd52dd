// Finds `tools` declared by the program, `const tools = { … }`: its methods would be called, and no tool.
//
// Not refused: `typeof tools.a.b === "function"`. It is always true, and a program that asks first runs as it was meant.

import type { Program } from 'acorn';
import type { Misuse } from './unawaited-calls.js';

export function findToolsMisuse(program: Program): Misuse | undefined {
  for (const statement of program.body) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init, start } of statement.declarations)
      if (id.type === 'Identifier' && id.name === 'tools' && init?.type === 'ObjectExpression')
        return {
          at: start,
          message:
            'tools is declared by the program, so no tool would be called: remove this declaration, tools is there already',
        };
  }
  return undefined;
}
