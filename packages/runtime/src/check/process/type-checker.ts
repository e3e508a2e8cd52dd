// One program against declarations, in memory. The library of the language is parsed once and used by every check.

import type { ts } from '@ts-morph/common';
import type { Finding } from '../check-request.ts';
import { createOwnNames } from './own-names.ts';
import { createFindingReader } from './read-diagnostic.ts';
import { withLooseTypes } from './loose-types.ts';

export type CompilerPackage = Pick<typeof import('@ts-morph/common'), 'ts' | 'getLibFiles'>;
type Check = (program: string, declarations: string) => Finding[];

type Parsed =
  | { readonly kind: 'parsed'; readonly made: ts.Program; readonly source: ts.SourceFile }
  | { readonly kind: 'not-parsed'; readonly problem: ts.Diagnostic | undefined };

const LIBRARY = 'lib.esnext.d.ts';
const DECLARATIONS = '/tools.d.ts';
const MOST_FINDINGS = 50;
const LONGEST_MESSAGE = 500;

export function createTypeChecker({ ts: compiler, getLibFiles }: CompilerPackage): Check {
  const texts = new Map(getLibFiles().map(({ fileName, text }) => [`${LIBRARY_FOLDER}${fileName}`, text]));
  const library = new Map<string, ts.SourceFile>();
  const readFinding = createFindingReader(compiler);
  const findOwnNames = createOwnNames(compiler);
  let last: ts.Program | undefined;

  const parse = (name: string, text: string): ts.SourceFile =>
    withoutDirectives(compiler.createSourceFile(name, text, compiler.ScriptTarget.ESNext, false));

  const libraryFile = (name: string): ts.SourceFile | undefined => {
    const text = texts.get(name);
    if (text === undefined) return undefined;
    const parsed = library.get(name) ?? parse(name, text);
    library.set(name, parsed);
    return parsed;
  };

  const options: ts.CompilerOptions = {
    target: compiler.ScriptTarget.ESNext,
    module: compiler.ModuleKind.ESNext,
    moduleDetection: compiler.ModuleDetectionKind.Force,
    lib: [LIBRARY],
    types: [],
    strict: false,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    noResolve: true,
    skipLibCheck: true,
  };

  const programOf = (source: ts.SourceFile, declared: ts.SourceFile): ts.Program => {
    const own = new Map([source, declared].map((one) => [one.fileName, one]));
    const host: ts.CompilerHost = {
      getSourceFile: (name) => own.get(name) ?? libraryFile(name),
      getDefaultLibFileName: () => `${LIBRARY_FOLDER}${LIBRARY}`,
      getDefaultLibLocation: () => LIBRARY_FOLDER,
      writeFile: () => undefined,
      getCurrentDirectory: () => '/',
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      fileExists: (name) => own.has(name),
      readFile: () => undefined,
    };
    const rootNames = [...own.keys()];
    last = compiler.createProgram({ rootNames, options, host, ...(last === undefined ? {} : { oldProgram: last }) });
    return last;
  };

  /** JavaScript is checked as such: there an object may get members after it was made, as agents write it. */
  const programFor = (program: string, declared: ts.SourceFile): Parsed => {
    const script = parse('/program.js', program);
    const made = programOf(script, declared);
    const problems = made.getSyntacticDiagnostics(script);
    if (problems.length === 0) return { kind: 'parsed', made, source: script };
    const typed = parse('/program.ts', program);
    const madeTyped = programOf(typed, declared);
    const isTyped = problems.every(({ code }) => code >= FIRST_OF_TYPES && code < AFTER_TYPES);
    // JavaScript with `<any>tools` in it is half a page of JSX to the compiler.
    const [problem] = madeTyped.getSyntacticDiagnostics(typed);
    return isTyped || problem === undefined
      ? { kind: 'parsed', made: madeTyped, source: typed }
      : { kind: 'not-parsed', problem };
  };

  const syntaxFinding = (problem: ts.Diagnostic | undefined, end: number): Finding => {
    const message = compiler.flattenDiagnosticMessageText(problem?.messageText, ' ').slice(0, LONGEST_MESSAGE);
    const start = Math.min(Math.max(0, (problem?.start ?? 0) - OPENING.length), end);
    return { kind: 'syntax', message, start, length: 0 };
  };

  return (program, declarations) => {
    const declared = parse(DECLARATIONS, withLooseTypes(compiler, parse(DECLARATIONS, declarations)));
    const parsed = programFor(`${OPENING}${withoutExports(program)}\n})`, declared);
    if (parsed.kind === 'not-parsed') return [syntaxFinding(parsed.problem, program.length)];
    const { made, source } = parsed;
    const checker = made.getTypeChecker();
    const findings: Finding[] = findOwnNames(source)
      .slice(0, MOST_FINDINGS)
      .map((finding) => ({ ...finding, start: finding.start - OPENING.length }));
    if (findings.length > 0) return findings;
    for (const diagnostic of made.getSemanticDiagnostics(source)) {
      const finding = readFinding(diagnostic, { source, declared, checker });
      const start = (finding?.start ?? 0) - OPENING.length;
      if (finding && start >= 0) findings.push({ ...finding, start });
      if (findings.length === MOST_FINDINGS) break;
    }
    return findings;
  };
}

/**
 * Threat: `@ts-nocheck`, `@ts-ignore` and `@ts-expect-error` in a comment disable the check of a program, or of a line of
 * it. They are ignored here, and the text stays as it is.
 */
function withoutDirectives(source: ts.SourceFile): ts.SourceFile {
  return Object.assign(source, { commentDirectives: undefined, checkJsDirective: undefined });
}

/** What is exported is run like the rest (`sandbox/isolate/adapt-program.ts`); inside of a function it would not be read. */
const withoutExports = (program: string): string =>
  program.replaceAll(/^([ \t]*)(export[ \t]+default|export)(?=[ \t]+[^ \t*])/gm, (_, indent: string, words: string) =>
    indent.padEnd(indent.length + words.length),
  );

const LIBRARY_FOLDER = '/lib/';
/** Outside of a function the compiler does not look at what is returned. On the first line, so that lines stay. */
const OPENING = '(async () => {';
/** "… can only be used in TypeScript files." */
const FIRST_OF_TYPES = 8_000;
const AFTER_TYPES = 8_040;
