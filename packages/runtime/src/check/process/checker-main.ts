// Checks the types of programs, apart from the host: a type can be made to take forever, and then only ending the process
// ends it. It reads programs and never runs them.
//
// The files of this folder import each other with `.ts`: Node runs them as they are in a checkout, and the compiler writes
// `.js` for the published package.

import { createRequire } from 'node:module';
import type { CheckReply, CheckRequest } from '../check-request.ts';
import { createTypeChecker } from './type-checker.ts';

const [, , compiler = ''] = process.argv;
const check = createTypeChecker(createRequire(import.meta.url)(compiler));

const answer = ({ number, program, declarations }: CheckRequest): CheckReply => {
  try {
    return { kind: 'found', number, findings: check(program, declarations) };
  } catch {
    // Most likely text that nests deeper than the compiler can follow.
    return { kind: 'failed', number };
  }
};

process.on('message', (request: CheckRequest) => process.send?.(answer(request)));
process.on('disconnect', () => process.exit());
// The first check reads the library of the language, so it is made before anybody waits.
check('', '');
process.send?.({ kind: 'ready' } satisfies CheckReply);
