// `shed.programs`: saves completed programs as tools, lists, shows, deletes and runs them.
//
// Threat: an agent that saves a program under a name that a person trusts, or replaces one that a schedule runs. Only
// people and the host save and delete; no tool, and nothing over MCP, can.

import {
  type AnsweredBy,
  type Clock,
  createToolCatalog,
  type ExecutionId,
  type JournalStore,
  type JsonSchema,
  type JsonValue,
  RecordTooLargeError,
  ToolPath,
  ToolshedError,
} from '@toolshed/kernel';
import { fold, inWords, isPlan, passed, readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import type { HostCatalog } from '../catalog/host-catalog.js';
import type { ExecutionResult } from '../execution/execution-result.js';
import type { ExecuteOptions } from '../host-api/execute-options.js';
import type { Plan } from '../host-api/plans-api.js';
import { By } from '../host-api/known-principal.js';
import { programDescription } from './program-description.js';
import type { ProgramLibrary } from './program-library.js';
import { digestOfProgram, programTool } from './program-tool.js';
import {
  CannotSaveError,
  InputSchema,
  type SavedHead,
  type SavedProgram,
  type SavedProgramText,
  type SaveOptions,
  UnknownProgramError,
} from './saved-program.js';
import type { OfferedPrograms } from './offered-programs.js';

/** Saved programs: `shed.programs`. */
export interface Programs {
  /** Saves the program of a completed execution as a tool; under a path that has one, as its next version. */
  save(executionId: string, options: SaveOptions): Promise<SavedProgram>;
  /** The newest version of each, by their paths. */
  list(): Promise<readonly SavedProgram[]>;
  /** One with its text: its newest version, or an earlier one, also of a program that was deleted. */
  get(path: string, version?: number): Promise<SavedProgramText>;
  /** Deletes it, so that nothing calls it any more; its versions can still be read. Executions that have called it continue. */
  delete(path: string, by?: AnsweredBy): Promise<void>;
  /** Runs it as an execution of its own, with these arguments. */
  run(path: string, input?: JsonValue, options?: Omit<ExecuteOptions, 'input'>): Promise<ExecutionResult>;
  /** Finds out what it would ask with these arguments, as `shed.plans.make` does. */
  plan(path: string, input?: JsonValue, options?: Omit<ExecuteOptions, 'input'>): Promise<Plan>;
  /** Starts it, and resolves with the id of its execution once the start is on disk. */
  start(path: string, input?: JsonValue, options?: Omit<ExecuteOptions, 'input'>): Promise<ExecutionId>;
}

export interface HostProgramsDeps {
  readonly library: ProgramLibrary | undefined;
  readonly offered: OfferedPrograms;
  readonly hosted: HostCatalog;
  readonly journal: Pick<JournalStore, 'read' | 'starts'>;
  readonly clock: Clock;
  readonly locate: (id: string) => Promise<ExecutionId>;
  readonly execute: (program: string, options: ExecuteOptions) => Promise<ExecutionResult>;
  readonly plan: (program: string, options: ExecuteOptions) => Promise<Plan>;
  readonly start: (program: string, options: ExecuteOptions) => Promise<ExecutionId>;
}

const HOST: AnsweredBy = { principal: 'host', kind: 'person', channel: 'library' };
const LONGEST_DESCRIPTION = 2_000;
const LARGEST_SCHEMA = 65_536;

const Options: z.ZodType<SaveOptions> = z.strictObject({
  as: inWords(z.string(), 'a path such as "team.weeklyReport"'),
  input: passed<JsonValue>('a JSON Schema', () => true).exactOptional(),
  description: z.string().max(LONGEST_DESCRIPTION).exactOptional(),
  by: By.exactOptional(),
} satisfies Record<keyof SaveOptions, z.ZodType>);

/** The store of this host keeps no programs. */
class NoProgramsError extends ToolshedError {
  override readonly name = 'NoProgramsError';
  override readonly code = 'program/not-kept';

  constructor() {
    super("Cannot use saved programs: this host's store does not keep them; use a store that Toolshed opened");
  }
}

export interface HostPrograms extends Programs {
  /** The labels that the execution needed which it was saved from; throws UnknownProgramError if there is no such program. */
  placementOf(path: string): Promise<readonly string[] | undefined>;
}

export function createPrograms(deps: HostProgramsDeps): HostPrograms {
  const { offered, hosted, journal, clock, locate } = deps;
  const library = (): ProgramLibrary => {
    if (deps.library === undefined) throw new NoProgramsError();
    return deps.library;
  };

  const mustBeSaved = async (path: string): Promise<SavedHead> => {
    const head = await library().head(path);
    if (head === undefined || head.deleted !== undefined) throw new UnknownProgramError(path);
    await offered.look();
    return head;
  };

  return {
    async placementOf(path) {
      const { execution } = await mustBeSaved(path);
      return (await journal.starts([execution])).get(execution)?.placement;
    },
    async save(executionId, given) {
      const { as, input, description, by = HOST } = readOptions('save the program', Options, given);
      const path = readPath(as);
      if (by.kind !== 'person') throw new CannotSaveError(as, 'only a person can save a program');
      const taken = offered.whyTaken(path);
      if (taken !== undefined) throw new CannotSaveError(as, `${taken}; choose another namespace`);
      const id = await locate(executionId);
      const state = fold(await journal.read(id));
      const { started, status } = state;
      if (isPlan(state)) throw new CannotSaveError(as, `${id} is a plan; save its program once it has run`);
      if (status.kind !== 'completed')
        throw new CannotSaveError(as, `execution ${id} is ${status.kind}; only a completed program can be saved`);
      const schema = readSchema(as, input);
      const text = { path, source: started.source, ...(schema === undefined ? {} : { input: schema }) };
      const program = {
        ...text,
        description: description ?? programDescription(started.source, path),
        digest: digestOfProgram(text),
        savedAt: clock.now(),
        savedBy: by,
        execution: id,
      };
      await offered.look();
      assertOfferable(as, program, hosted);
      const saved = await library()
        .add(program)
        .catch((error: unknown) => {
          if (!(error instanceof RecordTooLargeError)) throw error;
          throw new CannotSaveError(as, 'its text is too long to be kept; 250,000 characters are kept at most');
        });
      await offered.look();
      return withoutText(saved);
    },
    list: async () => (await library().heads()).map(withoutText),
    async get(path, version) {
      const wanted = version ?? (await library().head(path))?.version;
      const found = wanted === undefined ? undefined : await library().version(path, wanted);
      if (found === undefined) throw new UnknownProgramError(path, version);
      return found;
    },
    async delete(path, by = HOST) {
      if (by.kind !== 'person') throw new CannotDeleteError(path);
      if (
        !(await library().remove(
          path,
          readOptions('delete the program', z.strictObject({ by: By }), { by }).by,
          clock.now(),
        ))
      )
        throw new UnknownProgramError(path);
      await offered.look();
    },
    async run(path, input = {}, options = {}) {
      await mustBeSaved(path);
      return deps.execute(programThatCalls(path), { ...options, input });
    },
    async plan(path, input = {}, options = {}) {
      await mustBeSaved(path);
      return deps.plan(programThatCalls(path), { ...options, input });
    },
    async start(path, input = {}, options = {}) {
      await mustBeSaved(path);
      return deps.start(programThatCalls(path), { ...options, input });
    },
  };
}

/** An agent tried to delete a program. */
class CannotDeleteError extends ToolshedError {
  override readonly name = 'CannotDeleteError';
  override readonly code = 'program/cannot-delete';

  constructor(readonly path: string) {
    super(`Cannot delete the program "${path}": only a person can delete a program`);
  }
}

/** Its arguments are the input of the execution, and so are never part of a program's text. */
const programThatCalls = (path: string): string => `return await tools${accessTo(path)}(input);`;

const accessTo = (path: string): string =>
  path
    .split('.')
    .map((segment) => `[${JSON.stringify(segment)}]`)
    .join('');

function readPath(as: string): ToolPath {
  const path = ToolPath.safeParse(as);
  if (!path.success)
    throw new CannotSaveError(
      as,
      'a path is made of names with dots between them, as in "team.weeklyReport"; each starts with a letter, then letters, digits, "_" or "-"',
    );
  if (!as.includes('.'))
    throw new CannotSaveError(as, 'it needs a namespace before its name, as in "team.weeklyReport"');
  return path.data;
}

function readSchema(as: string, input: JsonValue | undefined): JsonSchema | undefined {
  if (input === undefined) return undefined;
  const schema = InputSchema.safeParse(input);
  if (!schema.success) throw new CannotSaveError(as, 'its input schema is not a JSON Schema object');
  if (JSON.stringify(input).length > LARGEST_SCHEMA)
    throw new CannotSaveError(as, `its input schema is longer than ${LARGEST_SCHEMA} characters`);
  return schema.data;
}

/** Throws if this host could not offer it: a schema that cannot be checked, a path that differs from another only in case. */
function assertOfferable(
  as: string,
  program: Omit<Parameters<typeof programTool>[0], 'version'>,
  hosted: HostCatalog,
): void {
  try {
    const others = hosted.tools.filter(({ path }) => path !== program.path);
    createToolCatalog([...others, programTool({ ...program, version: 1 })]);
  } catch (error) {
    throw new CannotSaveError(as, error instanceof Error ? error.message : String(error));
  }
}

function withoutText<P extends SavedProgram>(program: P): SavedProgram {
  const { path, version, description, input, digest, savedAt, savedBy, execution } = program;
  return { path, version, description, ...(input === undefined ? {} : { input }), digest, savedAt, savedBy, execution };
}
