// What the host does with text that it did not write: of programs, of tools and their sources, of agents and of clients.
// Each takes one text of any length. What it makes of the text is tested elsewhere; it may as well refuse it.

import { defineTool } from '@toolshed/kernel';
import { readElicitRequest } from '@toolshed/kernel/runtime';
import { textThatFits, fitValue } from '@toolshed/runtime/internal/agent/view/fit-value';
import { costOfText } from '@toolshed/runtime/internal/agent/view/token-cost';
import { searchGuestFunctions } from '@toolshed/runtime/internal/catalog/guest-functions';
import { intentOf } from '@toolshed/runtime/internal/catalog/search/intent';
import { inOtherWords } from '@toolshed/runtime/internal/catalog/search/synonyms';
import { toolText } from '@toolshed/runtime/internal/catalog/search/tool-text';
import { separated, wordsOf } from '@toolshed/runtime/internal/catalog/search/words';
import { mentionedPaths, mentionedTools } from '@toolshed/runtime/internal/check/mentioned-tools';
import { programText, readElicitBlock } from '@toolshed/runtime/internal/execution/program/program-text';
import { programDescription } from '@toolshed/runtime/internal/programs/program-description';
import { fencedBlocks, isProseAround } from '@toolshed/runtime/internal/sandbox/fenced-blocks';
import { Limits } from '@toolshed/runtime/internal/sandbox/limits';
import { needlesFor } from '@toolshed/runtime/internal/secrets/encodings';
import { createRedactor } from '@toolshed/runtime/internal/secrets/redactor';
import { plainLine, plainText } from '@toolshed/runtime/internal/sources/hostile-text';
import { wantedSegments } from '@toolshed/runtime/internal/sources/openapi/operation/operation-path';
import { serverUrl } from '@toolshed/runtime/internal/sources/openapi/request/server-url';
import { shownUrl } from '@toolshed/runtime/internal/sources/shown-source';
import { readStepOutput } from '@toolshed/runtime/internal/tool-proxy/guest-boundary';
import { measureJson } from '@toolshed/runtime/internal/tool-proxy/measure-json';
import { withNameAdvice } from '@toolshed/runtime/internal/tool-proxy/missing-names';
import { describeDefect } from '@toolshed/runtime/internal/tool-proxy/thrown';
import { matchesGlob } from '@toolshed/runtime/internal/tools/fs/glob';
import { readPath as readFilePath } from '@toolshed/runtime/internal/tools/fs/workspace/relative-path';
import { canonicalUrl } from '@toolshed/runtime/internal/tools/http/canonical-url';
import { readPath } from '@toolshed/runtime/internal/value-path';
import { isAddressRange } from '@toolshed/server/internal/http/access/client-address';
import { parseJsonBody } from '@toolshed/server/internal/http/request/json-body';
import { keyGivenTwice } from '@toolshed/server/internal/http/request/json-tokens';
import { layOutJson } from '@toolshed/server/internal/present/layout/json-layout';
import {
  alignRows,
  cautionsOf,
  clip,
  keyText,
  quotedText,
  safeJson,
  safeLines,
  safeText,
  shorten,
  sourceLines,
  titleOf,
  widthOf,
  wrap,
} from '@toolshed/server/present';
import { scratchFolderOf } from 'toolshed/internal/session/program/scratch-copy';
import { parseJsonFile } from 'toolshed/internal/config-file/json-text';

type TextFunction = (text: string) => unknown;

const limits = Limits.parse({ resultBytes: 1e8, logBytes: 1e8, emittedBytes: 1e8, errorBytes: 1e8 });
const redactor = createRedactor(['correct horse battery', 'p4ssw0rd%41\\"x', 'aaaaaaaaaaaaaaaaaaaa']);
const facts = {
  tags: [],
  deprecated: false,
  parameters: [],
  servers: [],
  security: [],
  credentials: [],
  responses: {},
};
const operation = { ...facts, method: 'GET' } as const;
const budget = 6_000;

const toolOf = (description: string) =>
  defineTool({ path: 'a.b', description, input: { type: 'object' }, destructive: false, handler: () => 1 });
const ask = (request: Readonly<Record<string, string>>): unknown =>
  readElicitRequest(request, { kinds: new Map(), by: 'program' });
const stepOf = (done: object): string => JSON.stringify({ calls: [], done });

export const PROGRAM_FUNCTIONS: Readonly<Record<string, TextFunction>> = {
  fencedBlocks,
  isProseAround: (text) => isProseAround(text, fencedBlocks(text)),
  mentionedPaths,
  mentionedTools: (text) => mentionedTools(text, [toolOf('x')]),
  programDescription: (text) => programDescription(text, 'a.b'),
  programText: (text) => programText(text, 1e8),
  readElicitBlock,
  scratchFolderOf,
  sourceLines,
  titleOf,
  'an error of a program': (text) =>
    readStepOutput(stepOf({ ok: false, message: text, name: 'TypeError', line: 1, column: 1 }), limits),
  'arguments of a call': (text) =>
    readStepOutput(JSON.stringify({ calls: [[1, 'tool', ['a', 'b'], { text }, '']] }), limits),
  'a question of a program': (text) => ask({ type: 'text', message: text }),
  'a page of a program': (text) => ask({ type: 'url', message: 'x', url: `https://a.example/${text}` }),
  withNameAdvice: (text) =>
    withNameAdvice(
      { name: 'ReferenceError', message: text, line: 1 },
      { isNamespace: () => true, nearest: () => [text], line: () => text },
    ),
};

export const VALUE_FUNCTIONS: Readonly<Record<string, TextFunction>> = {
  canonicalUrl: (text) => canonicalUrl(`https://a.example/${text}`),
  costOfText: (text) => costOfText(text),
  describeDefect: (text) => describeDefect(new Error(text)),
  fitValue: (text) => fitValue({ text, [text]: [text] }, { budget, path: [] }),
  keyGivenTwice,
  matchesGlob: (text) => matchesGlob('*a*b*c*/**/x*', text.split('/')),
  measureJson,
  needlesFor: (text) => needlesFor(text.slice(0, 16_384)),
  parseJsonBody,
  parseJsonFile: (text) => parseJsonFile('a.json', text),
  plainLine: (text) => plainLine(text, 1e8),
  plainText: (text) => plainText(text, 1e8),
  readFilePath,
  readPath,
  'redactor.json': (text) => redactor.json({ [text]: 1 }),
  'redactor.text': redactor.text,
  serverUrl: (text) =>
    serverUrl([{ url: text, variables: {} }], { server: undefined, variables: {}, origin: undefined }),
  shownUrl,
  textThatFits: (text) => textThatFits(text, budget),
};

export const SHOWING_FUNCTIONS: Readonly<Record<string, TextFunction>> = {
  alignRows: (text) =>
    alignRows([
      [text, 'a'],
      ['b', text],
    ]),
  cautionsOf,
  clip: (text) => clip(text, 80),
  keyText,
  layOutJson: (text) => layOutJson({ text, list: [text, [text]] }, 80),
  quotedText,
  safeJson,
  safeLines,
  safeText,
  shorten: (text) => shorten([text, text], 'brief'),
  widthOf,
  wrap: (text) => wrap(text, 80),
};

export const SEARCH_FUNCTIONS: Readonly<Record<string, TextFunction>> = {
  inOtherWords,
  intentOf: (text) => intentOf(text, new Set(['create'])),
  isAddressRange,
  searchGuestFunctions: (text) => searchGuestFunctions(text, true),
  separated,
  toolText: (text) => toolText(toolOf(text)),
  'wantedSegments of a path': (text) => wantedSegments({ ...operation, template: `/${text}` }),
  'wantedSegments of an id': (text) => wantedSegments({ ...operation, operationId: text, template: '/a' }),
  wordsOf,
};
