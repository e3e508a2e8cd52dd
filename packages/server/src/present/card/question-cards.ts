import type { JournalEntry, PendingElicitation, Tool, ToolCatalog } from '@toolshed/kernel';
import { isIssued } from '@toolshed/kernel/runtime';
import type { CallReport } from '@toolshed/runtime';
import { detailsOf } from '../calls/call-details.js';
import type { MadeCall } from '../calls/calls-so-far.js';
import type { CardFacts } from './question-card.js';

/** What is known about the questions beside themselves. */
export interface About {
  readonly journal: readonly JournalEntry[];
  /** All calls of the execution. */
  readonly calls: readonly CallReport[];
  /** Whether the calls made so far are shown with the question; default: true. */
  readonly listsCalls?: boolean;
  readonly catalog?: ToolCatalog;
}

/** The questions in the order the program made its calls, each with all a person may want to see. */
export function cardsOf(
  questions: readonly PendingElicitation[],
  { journal, calls, listsCalls = true, catalog }: About,
): readonly CardFacts[] {
  const reports = new Map(calls.map((report) => [report.call, report]));
  const made = listsCalls ? madeCalls(calls, journal, catalog) : [];
  return questions
    .toSorted((a, b) => a.call - b.call)
    .map((question, index) => ({
      question,
      place: placeOf(journal, question.call),
      call: reports.get(question.call),
      calls: made,
      tool: question.toolPath === undefined ? undefined : catalog?.find(question.toolPath),
      position: { number: index + 1, total: questions.length },
    }));
}

/** Where a call was made: in the program of the execution, or in a saved program that it called. */
function placeOf(journal: readonly JournalEntry[], call: number): CardFacts['place'] {
  const issued = journal.find((entry) => isIssued(entry) && entry.call === call);
  const { line, column, within } = issued && 'path' in issued ? issued : NOWHERE;
  const [started] = journal;
  if (within === undefined) return { source: started?.kind === 'started' ? started.source : '', line, column };
  const entered = journal.find((entry) => entry.kind === 'program-entered' && entry.call === within);
  const caller = journal.find((entry) => entry.kind === 'tool-called' && entry.call === within);
  if (entered?.kind !== 'program-entered' || caller?.kind !== 'tool-called') return { source: '', line, column };
  return { source: entered.source, line, column, inside: `${caller.path}, version ${entered.version}` };
}

const NOWHERE = { line: undefined, column: undefined, within: undefined };
function madeCalls(
  calls: readonly CallReport[],
  journal: readonly JournalEntry[],
  catalog: ToolCatalog | undefined,
): readonly MadeCall[] {
  const parameters = new Map<string, readonly string[]>();
  return detailsOf(calls, journal).map((call) => {
    const known = parameters.get(call.path) ?? parametersOf(catalog?.find(call.path));
    parameters.set(call.path, known);
    return { ...call, parameters: known };
  });
}

function parametersOf(tool: Pick<Tool, 'input'> | undefined): readonly string[] {
  const { properties } = { properties: undefined, ...tool?.input.json };
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}
