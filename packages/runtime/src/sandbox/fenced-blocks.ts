// The fenced blocks of a text in Markdown. Each line is read only once, because the text may be crafted.

export interface FencedBlock {
  /** What follows the opening marks, in lower case. */
  readonly info: string;
  /** Where its opening marks are. */
  readonly fence: number;
  readonly from: number;
  readonly to: number;
}

const OPENING = /^[ \t]{0,3}(`{3,}|~{3,})[ \t]*([^`\s]*)[^`]*$/;
const CLOSING = /^[ \t]{0,3}(`{3,}|~{3,})[ \t]*$/;
/** Longer lines open and close nothing. */
const LONGEST = 200;

export function fencedBlocks(text: string): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open:
    | { readonly marks: string; readonly info: string; readonly fence: number; readonly from: number }
    | undefined;
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const line = end - start > LONGEST ? '' : text.slice(start, end).replace(/\r$/, '');
    if (open === undefined) {
      const [, marks = '', info = ''] = OPENING.exec(line) ?? [];
      if (marks !== '') open = { marks, info: info.toLowerCase(), fence: start + line.indexOf(marks), from: end + 1 };
    } else {
      const [, marks = ''] = CLOSING.exec(line) ?? [];
      if (marks.startsWith(open.marks)) {
        blocks.push({ info: open.info, fence: open.fence, from: Math.min(open.from, start), to: start });
        open = undefined;
      }
    }
    start = end + 1;
  }
  return blocks;
}

const LANGUAGES: ReadonlySet<string> = new Set(['js', 'javascript', 'mjs', 'ts', 'typescript', 'jsx', 'tsx']);

/** The block that is the program: the only one, or the only one in our language. */
export function programBlock(blocks: readonly FencedBlock[]): FencedBlock | undefined {
  const [only, ...others] = blocks.length === 1 ? blocks : blocks.filter(({ info }) => LANGUAGES.has(info));
  return others.length === 0 ? only : undefined;
}

/**
 * Whether what stands around the blocks is prose.
 *
 * Threat: a program that quotes a block, in a comment or a template, and does not compile itself. What it quotes may be
 * anybody's, and must not run in its place.
 */
export function isProseAround(text: string, blocks: readonly FencedBlock[]): boolean {
  let from = 0;
  const around: string[] = [];
  for (const { fence, to } of blocks) {
    around.push(text.slice(from, fence));
    const end = text.indexOf('\n', to);
    from = end < 0 ? text.length : end;
  }
  around.push(text.slice(from));
  return !around.some((part) => CODE.test(part));
}

/**
 * Each part is bounded, or ends with its line, so that the time grows with the text alone.
 *
 * Ends of statements, braces, comments, arrows, declarations, calls, and a backtick without its other half in the line.
 */
const CODE =
  /[;{}]\s*$|\/\*|\*\/|^[^\S\r\n\u2028\u2029]*\/\/|=>|\b(?:await|const|let|var|function|return)\s|\btools\s*[.[]\S{0,200}\(|^[^`\n\r\u2028\u2029]*`(?:[^`\n\r\u2028\u2029]*`[^`\n\r\u2028\u2029]*`)*[^`\n\r\u2028\u2029]*$|```|~~~/m;

/** What fences say of blocks that are no program of ours. */
export const FOREIGN_LANGUAGES: ReadonlySet<string> = new Set([
  'python',
  'python3',
  'py',
  'tool_code',
  'bash',
  'sh',
  'shell',
  'console',
  'ruby',
  'go',
  'java',
  'sql',
  'php',
  'rust',
]);
