// Compiles a program as its writer meant it. Most are compiled as they are; what is put right is in `program-shape.ts`,
// and a text that is not a program may still contain one: in a fenced block between prose, or with HTML-escaped characters.
//
// The journal keeps the text that the agent wrote. The compiled form is a function of that text alone, so that a replay
// runs the same; `rules` of the journal's first entry says whether the text is adapted at all.

import type { Program } from 'acorn';
import { adviceOnSyntax } from '../reading/foreign-languages.js';
import { type Compiled, compileProgram, type Compiler, moduleText, type SyntaxProblem } from './compile-program.js';
import { type FencedBlock, fencedBlocks, FOREIGN_LANGUAGES, isProseAround, programBlock } from '../fenced-blocks.js';
import { findAssignedCondition } from '../reading/misuses/assigned-conditions.js';
import { findAnswerField } from '../reading/misuses/answer-fields.js';
import { findToolsMisuse } from '../reading/misuses/tools-misuse.js';
import { findAsyncCallback } from '../reading/misuses/async-callbacks.js';
import { findStoreMember } from '../reading/misuses/store-members.js';
import { entityEdits } from '../reading/html-entities.js';
import { nodesIn, parseProgram, readProgram } from '../reading/parse-program.js';
import { type ProgramShape, shapeOf } from '../reading/program-shape.js';
import { type ColumnShifts, createColumnReader } from '../guest/place/column-shifts.js';
import { applyEdits, blankAround, type EditedText } from '../reading/text-edits.js';
import { findHyphenated } from '../reading/hyphenated-paths.js';
import { findMisreadAnswer } from '../reading/misuses/misread-answers.js';
import { findUnawaited, type Misuse } from '../reading/misuses/unawaited-calls.js';
import { findUndeclared } from '../reading/undeclared-names.js';
import { findWrapped } from '../reading/wrapped-program.js';
import { maySlip, silentSlips } from '../reading/silent-slips.js';
import { openText } from '../reading/open-texts.js';
import { plainSyntax } from '../reading/plain-syntax.js';

/** What is compiled in place of what was written. */
export interface Adaptation {
  readonly shifts: ColumnShifts;
  /** What was done, for the one who wrote the program. */
  readonly notes: readonly string[];
  /** The same, for when something is returned. */
  readonly endNote: string;
  /** The note when nothing is returned. */
  readonly emptyNote: string;
}

export type Adapted =
  | { readonly kind: 'compiled'; readonly adaptation: Adaptation | undefined }
  | { readonly kind: 'problem'; readonly problem: SyntaxProblem };

/** A text is taken out of another at most this often: in prose, with entities, in brackets. */
const MOST_LAYERS = 3;

export function compileAdapted(source: string, compiler: Compiler, layers = MOST_LAYERS): Adapted {
  const asWritten = compileProgram(source, compiler);
  const blocks = source.includes('```') || source.includes('~~~') ? fencedBlocks(source) : [];
  if (asWritten.kind === 'compiled' && !hasTemplateAt(asWritten.text, blocks)) return inShape(asWritten.text, compiler);
  if (mayBeModule(source)) {
    const module = parseProgram(source) ? source : moduleText(source, compiler);
    const adapted = module === undefined ? NOTHING_DONE : inShape(module, compiler);
    if (adapted !== NOTHING_DONE) return adapted;
  }
  if (layers === 0) return withAdvice(asWritten, source, compiler);
  const shebang = compiler.rules < 6 ? undefined : SHEBANG.exec(source)?.[0];
  if (shebang !== undefined)
    return compileAdapted(' '.repeat(shebang.length) + source.slice(shebang.length), compiler, layers - 1);
  const untyped = compiler.rules < 5 ? source : source.replaceAll(TYPE_IMPORT, (line) => ' '.repeat(line.length));
  if (untyped !== source) return noting(compileAdapted(untyped, compiler, layers - 1), [], NO_TYPES);
  const block = isProseAround(source, blocks) ? programBlock(blocks) : undefined;
  if (block && compiler.rules >= 6 && isForeign(block, source))
    return problemAt(
      source,
      block.fence,
      `The block is marked as ${block.info}: send a program in JavaScript or TypeScript, such as const r = await tools.x.y({ … }); return r`,
    );
  if (block)
    return noting(compileAdapted(blankAround(source, block.from, block.to), compiler, layers - 1), [], FROM_BLOCK);
  if (blocks.length > 1)
    return problemAt(
      source,
      blocks[0]?.fence ?? 0,
      `There are ${blocks.length} code blocks: send one program, without anything around it`,
    );
  const expression = bracketed(source);
  if (expression && compileProgram(expression.text, compiler).kind === 'compiled')
    return noting(compileAdapted(expression.text, compiler, layers - 1), [expression.shifts], '');
  const edits = entityEdits(source);
  if (edits.length > 0) {
    const { text, shifts } = applyEdits(source, edits);
    const decoded = compileAdapted(text, compiler, layers - 1);
    if (decoded.kind === 'compiled') return noting(decoded, [shifts], DECODED);
  }
  return withAdvice(asWritten, source, compiler);
}

/** A first line that makes a script of JavaScript. */
const SHEBANG = /^#![^\n]{0,100}\b(?:node|deno|bun|tsx|ts-node)\b[^\n]{0,100}/;
/** On one line, so that nothing else moves. */
const TYPE_IMPORT = /^[ \t]*import[ \t]+type[ \t][^;\n]*;?/gm;
const NO_TYPES = 'A program imports nothing: "import type" was left out';
/** Texts in these may happen to compile; what declares names as JavaScript does was only called by another name. */
const isForeign = ({ info, from, to }: FencedBlock, source: string): boolean =>
  FOREIGN_LANGUAGES.has(info) && !/^[ \t]*(?:const|let|return await)\b/m.test(source.slice(from, to));
const FROM_BLOCK = 'The code block in the text was run; send the program without anything around it';
const DECODED = 'HTML entities such as &gt; were read as the characters they stand for; send plain text';

/** A function without a name, or an object, alone: an expression that cannot begin a statement. */
function bracketed(source: string): EditedText | undefined {
  const text = source.trimEnd().replace(/;$/, '');
  if (!/^\s*(?:\{|(?:async\s+)?function\b)/.test(text)) return undefined;
  const at = text.length - text.trimStart().length;
  return applyEdits(text, [
    { at, cut: 0, put: '(' },
    { at: text.length, cut: 0, put: ')' },
  ]);
}

/** A word in front of a fence makes a template of it, which compiles. */
function hasTemplateAt(text: string, blocks: readonly FencedBlock[]): boolean {
  const program = blocks.length === 0 ? undefined : parseProgram(text);
  if (program === undefined) return false;
  const fences = new Set(blocks.map(({ fence }) => fence));
  for (const { type, start } of nodesIn([program])) if (type === 'TemplateLiteral' && fences.has(start)) return true;
  return false;
}

/** Whether a statement may begin with `export` or `import`. What is in front of each is looked at once. */
function mayBeModule(source: string): boolean {
  for (const { index } of source.matchAll(/\b(?:export|import)\b/g)) {
    const before = source.slice(0, index).trimEnd();
    const isFirst = before === '' || before.endsWith(';') || before.endsWith('}');
    if (isFirst || source.slice(before.length, index).includes('\n')) return true;
  }
  return false;
}

/** Continues with a text that compiles, or is a module. */
function inShape(text: string, compiler: Compiler): Adapted {
  const { rules } = compiler;
  if (rules < 5 ? isPlain(text) : isPlainlyAwaited(text) && (rules < 6 || !(mayMislead(text) || maySlip(text))))
    return NOTHING_DONE;
  const reading = readProgram(text);
  if (reading.kind === 'unread') return reading.why === '' ? NOTHING_DONE : unread(reading.why, rules);
  const { program } = reading;
  const misuse =
    (rules < 6 ? undefined : findStoreMember(program, text)) ??
    findUnawaited(program, text, rules) ??
    (rules < 5 ? undefined : findOther(program, text, rules));
  if (misuse) return problemAt(text, misuse.at, misuse.message);
  const slips = rules < 6 ? [] : silentSlips(program, text);
  const adapted = asShaped(text, shapeOf(program, text, rules), compiler);
  return slips.reduceRight((inner, slip) => noting(inner, [], slip), adapted);
}

function asShaped(text: string, shape: ProgramShape, compiler: Compiler): Adapted {
  switch (shape.kind) {
    case 'complete':
      return NOTHING_DONE;
    case 'refused':
      return problemAt(text, shape.at, shape.message);
    case 'adapted':
      return reshaped(text, shape, compiler);
  }
}

const findOther = (program: Program, text: string, rules: number): Misuse | undefined =>
  findMisreadAnswer(program, text, rules) ??
  findHyphenated(program, text) ??
  findUndeclared(program, text) ??
  findWrapped(program, text, rules) ??
  (rules < 6
    ? undefined
    : (findAnswerField(program, text) ??
      findAsyncCallback(program, text) ??
      findAssignedCondition(program, text) ??
      findToolsMisuse(program)));

/** It runs as it is. */
const NOTHING_DONE: Adapted = { kind: 'compiled', adaptation: undefined };
const unread = (why: string, rules: number): Adapted => ({
  kind: 'compiled',
  adaptation: {
    shifts: [],
    notes: rules < 6 ? [] : [`The program was not looked through for mistakes before it ran, because ${why}`],
    endNote: '',
    emptyNote: `The program returned nothing. Its last expression was not looked for, because ${why}: end it with return`,
  },
});
const columnIn = createColumnReader();

function reshaped(text: string, shape: Extract<ProgramShape, { kind: 'adapted' }>, compiler: Compiler): Adapted {
  const { text: edited, shifts } = applyEdits(text, shape.edits);
  const compiled = shape.edits.length === 0 ? NOTHING_DONE : compileProgram(edited, compiler);
  if (compiled.kind === 'problem') return compiled;
  const notes = shape.note === undefined ? [] : [shape.note];
  return { kind: 'compiled', adaptation: { shifts: [shifts], notes, endNote: shape.endNote ?? '', emptyNote: '' } };
}

/**
 * Whether a text is, without reading all of it, a program that returns something itself and awaits each tool it names:
 * most are, and reading them takes as long as running them. A line that begins with `return` is the program's own,
 * unless some function around it is not indented.
 */
const isPlain = (text: string): boolean =>
  /^return\b/m.test(text) &&
  !/^(?:export|import|async|function|class|[({])/m.test(text) &&
  !/(?<!\bawait )\btools\b/.test(text);

/**
 * The same, and that nothing is read of what is called, `(await tools.a.list()).items`, assigned without being declared,
 * or called by a path with a hyphen: what takes the whole text to tell. No part goes on over several lines from each of them.
 */
const isPlainlyAwaited = (text: string): boolean =>
  isPlain(text) &&
  !/\b(?:store|elicit|sleep)\b|\)\s*(?:\?\.|\.|\[)|(?:^|[(,;{])[ \t]*[\w$]+[ \t]*[-+*/|&?]*=(?![=>])|\+\+|--|\btools[\w.$]*-|\bfor\s*\(\s*[\w$]+\s+(?:of|in)\b/m.test(
    text,
  );

/**
 * Whether a text has what the newer rules look for: async functions with a name, or where a list wants an answer at once,
 * several calls that are not awaited, a condition that assigns. Each part is bounded, or ends with its line or bracket.
 */
const mayMislead = (text: string): boolean =>
  /\btypeof\s+tools\b|\bthis\s*\.\s*tools\b|\b(?:const|let|var)\s+tools\b|\basync\s+function\s*[\w$]|=\s*async\b|\.(?:filter|some|every|flatMap|find\w{0,9}|sort|toSorted)\s*\(\s*async\b|\bawait\s+(?!Promise\b)[^\n(]{0,80}\.map\s*\(\s*async\b|(?<!\bawait )\bPromise\s*\.\s*a|\b(?:if|while)\s*\([^()]*[^=!<>]=(?![=>])/.test(
    text,
  );

function noting(adapted: Adapted, shifts: ColumnShifts, note: string): Adapted {
  if (adapted.kind === 'problem') {
    const { problem } = adapted;
    return { kind: 'problem', problem: { ...problem, column: columnIn(problem.line, problem.column, shifts) } };
  }
  const inner = adapted.adaptation;
  return {
    kind: 'compiled',
    adaptation: {
      shifts: [...(inner?.shifts ?? []), ...shifts],
      notes: [note, ...(inner?.notes ?? [])].filter((one) => one !== ''),
      endNote: inner?.endNote ?? '',
      emptyNote: inner?.emptyNote ?? '',
    },
  };
}

function withAdvice(compiled: Compiled, source: string, { rules }: Compiler): Adapted {
  if (compiled.kind === 'compiled') return NOTHING_DONE;
  const open = rules < 6 ? undefined : openText(source);
  if (open !== undefined) return problemAt(source, open.at, open.message);
  const advice = adviceOnSyntax(source);
  const { problem } = compiled;
  if (rules < 6)
    return {
      kind: 'problem',
      problem: advice === undefined ? problem : { ...problem, message: `${problem.message}. ${advice}` },
    };
  const plain = plainSyntax(problem.message);
  return {
    kind: 'problem',
    problem: { ...problem, message: advice === undefined ? plain : `${advice} (${plain})` },
  };
}

function problemAt(text: string, at: number, message: string): Adapted {
  const before = text.slice(0, at).split('\n');
  return { kind: 'problem', problem: { message, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 } };
}
