/**
 * The rules by which a program is run, as far as it can notice them. They are journaled when an execution starts and
 * hold for as long as it lives, so that a replay is exact. Never change what a number means.
 *
 * 1. The first. Not written down.
 * 2. A program is run as it was meant (`isolate/adapt-program.ts`); calls beyond `callsInFlight` wait for their turn;
 *    values that JSON cannot carry are refused; `tools` says why it has no keys; an error that is sent has its words.
 * 3. A program has `store`; a `tools.$search` that finds nothing prints why.
 * 4. A program has `input`: what it was started or called with, or undefined; and the globals of `guest/web/`. Stacks
 *    show the program's own lines and nothing of ours.
 * 5. More is refused before it runs: a promise of `tools`, `store`, `elicit` or `sleep` that is used as its result, and an
 *    answer of `elicit` that is taken for yes or no. An early `return` does not keep the last expression from being
 *    returned. What was returned as `undefined`, and what was still under way, is printed; so is a promise.
 * 6. Calls that are written as data, `{"tool": "a.b", "args": {}}`, are refused with the program to write. A promise that
 *    has a name and is awaited somewhere may be a condition. Numbers that are none are not sent, and `setTimeout` takes no
 *    words. Short sleeps, lost arguments of `emit`, kept placeholders and lists of what `push` returns are printed; the note
 *    on a last expression is printed only where its value was returned.
 */
export const PROGRAM_RULES = 6;
