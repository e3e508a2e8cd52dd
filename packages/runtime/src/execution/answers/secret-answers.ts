// Answers to sensitive questions. What a person enters goes to the vault; what is journaled, returned or logged holds
// handles only. `check-answer` separates the values from the answer, `submit-answer` puts them into the vault before anything
// is written, and takes out what did not become the answer.
//
// Invariants
//   V1. Nothing a person entered in answer to a sensitive question is left in the answer: each field of a form becomes a
//       handle, every other answer one handle for all of it, their own words (`other`) included. Why they refuse
//       (`reason`) is for the asker, and stays.
//   V2. A value that stands in the question itself, such as an option, is not redacted from what tools return: what is
//       missing there would tell which option it was.
//
// A crash between the two writes leaves a value in the vault that no journal knows; it is removed when its question is
// answered.

import {
  type Answer,
  type Clock,
  type ElicitationId,
  type ElicitationRequest,
  InvalidAnswerError,
  type JournalEntry,
  type JsonSchema,
  OutcomeUnknownError,
  type SchemaIssue,
  SecretHandle,
  type SecretVault,
  type ToolLog,
} from '@toolshed/kernel';
import { canonicalJson, newSecretHandle, readAskedForm, type RecordedQuestion } from '@toolshed/kernel/runtime';

export interface GivenSecret {
  readonly handle: SecretHandle;
  readonly value: string;
  /** V2. */
  readonly isInQuestion: boolean;
}

/** An answer, and the secrets separated from it. */
export interface PartedAnswer {
  readonly answer: Answer;
  readonly secrets: readonly GivenSecret[];
}

type Asked = Pick<RecordedQuestion, 'request' | 'elicitation'>;

/** A value is searched for in everything tools return, which costs memory for each of its characters. */
const MOST_CHARACTERS = { value: 16_384, answer: 65_536 } as const;

/** Throws `InvalidAnswerError` for an answer that is too long to be kept. */
export function partSecrets({ request, elicitation }: Asked, answer: Answer): PartedAnswer {
  const { action, content } = answer;
  if (request.sensitive !== true || content === undefined) return { answer, secrets: [] };
  const secrets: GivenSecret[] = [];
  const question = canonicalJson(request);
  const part = (given: unknown): SecretHandle => {
    const handle = newSecretHandle();
    const value = typeof given === 'string' ? given : canonicalJson(given);
    // An answer to a secret question is always secret, whatever the question contains.
    const isInQuestion = request.type !== 'secret' && question.includes(JSON.stringify(value).slice(1, -1));
    secrets.push({ handle, value, isInQuestion });
    return handle;
  };
  // V1, and with it invariant 10 of ARCHITECTURE.md.
  const fields = action === 'accept' ? fieldsIn(request, content) : undefined;
  const parted = fields ? Object.fromEntries(fields.map(([name, given]) => [name, part(given)])) : part(content);
  const lengths = secrets.map(({ value }) => value.length);
  const isTooLong = lengths.some((length) => length > MOST_CHARACTERS.value);
  if (isTooLong || lengths.reduce((sum, length) => sum + length, 0) > MOST_CHARACTERS.answer)
    throw new InvalidAnswerError(elicitation, [
      { field: '', message: `is too long to be kept: a sensitive value has up to ${MOST_CHARACTERS.value} characters` },
    ]);
  return { answer: { ...answer, content: parted }, secrets };
}

/** The filled-in fields of a form; undefined for any other answer, and where the person named fields of their own. */
function fieldsIn(request: ElicitationRequest, content: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return undefined;
  const known = new Set(fieldNames(request));
  const given = Object.entries(content);
  return given.every(([name]) => known.has(name)) ? given : undefined;
}

/** The handles an answer holds. */
function handlesIn({ content }: Answer): ReadonlySet<unknown> {
  return new Set(typeof content === 'object' && content !== null ? Object.values(content) : [content]);
}

type Given = PartedAnswer & { readonly question: Asked };

export interface SecretAnswers {
  /** Puts the secrets of answers into the vault; done twice, they are there once. */
  keep(session: string, given: readonly Given[]): Promise<void>;
  /**
   * Runs `write`, then removes what did not become the answer, and what earlier attempts at the same question left. An
   * execution that was removed has no journal. Nothing is removed while the answer may still come to be written.
   */
  tidyAfter<T>(
    given: readonly Given[],
    write: () => Promise<T>,
    journal: () => Promise<readonly JournalEntry[]>,
  ): Promise<T>;
  /** The same for all questions of an execution that was cancelled. */
  tidyEnded(journal: readonly JournalEntry[]): Promise<void>;
  /** Whether a repeated answer is the recorded one, as far as the vault still knows. */
  isSame(recorded: Answer, repeated: PartedAnswer): Promise<boolean>;
}

export interface SecretAnswersDeps {
  readonly vault: SecretVault;
  readonly clock: Clock;
  readonly log: ToolLog;
}

export function createSecretAnswers({ vault, clock, log }: SecretAnswersDeps): SecretAnswers {
  const keepOne = async (session: string, { request, elicitation }: Asked, secret: GivenSecret) => {
    const { handle, value, isInQuestion } = secret;
    const name = request.type === 'secret' && request.name !== undefined ? { name: request.name } : {};
    const known = isInQuestion ? { isInQuestion } : {};
    const facts = { handle, owner: { session }, ...name, ...known, origin: elicitation, at: clock.now() };
    await vault.put({ facts, value });
  };

  const tidyOne = async (recorded: Answer | undefined, elicitation: ElicitationId, own: readonly GivenSecret[]) => {
    // While the question is open, somebody else may be answering it: only this attempt's own values are removed.
    if (recorded === undefined) for (const { handle } of own) await vault.remove(handle);
    else await removeAllOf(elicitation, recorded);
  };

  const removeAllOf = async (elicitation: ElicitationId, recorded: Answer | undefined): Promise<void> => {
    const kept = recorded === undefined ? NONE : handlesIn(recorded);
    const left = (await vault.list()).filter(({ origin, handle }) => origin === elicitation && !kept.has(handle));
    for (const { handle } of left) await vault.remove(handle);
  };

  const orWarn = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, 'removing an unused secret from the vault failed; it may still be there');
    }
  };

  const tidy = async (given: readonly Given[], journal: () => Promise<readonly JournalEntry[]>): Promise<void> => {
    const sensitive = given.filter(({ question }) => question.request.sensitive === true);
    if (sensitive.length === 0) return;
    await orWarn(async () => {
      const entries = await journal();
      for (const { question, secrets } of sensitive)
        await tidyOne(answerTo(question.elicitation, entries), question.elicitation, secrets);
    });
  };

  return {
    async keep(session, given) {
      for (const { question, secrets } of given) for (const secret of secrets) await keepOne(session, question, secret);
    },
    async tidyAfter(given, write, journal) {
      let isKnown = true;
      try {
        return await write();
      } catch (error) {
        isKnown = !(error instanceof OutcomeUnknownError);
        throw error;
      } finally {
        if (isKnown) await tidy(given, journal);
      }
    },
    isSame: (recorded, repeated) => isSameSecret(vault, recorded, repeated),
    async tidyEnded(journal) {
      for (const entry of journal) {
        if (entry.kind !== 'asked' || entry.request.sensitive !== true) continue;
        const recorded = answerTo(entry.elicitation, journal);
        await orWarn(() => removeAllOf(entry.elicitation, recorded));
      }
    },
  };
}

const NONE: ReadonlySet<unknown> = new Set();

/** From the journal and not the state, which drops the questions of a call that is over. */
function answerTo(elicitation: ElicitationId, journal: readonly JournalEntry[]): Answer | undefined {
  const answered = journal.findLast((entry) => entry.kind === 'answered' && entry.elicitation === elicitation);
  return answered?.kind === 'answered' ? answered.answer : undefined;
}

/** The journal holds handles only: the vault is asked what is behind them. A value it no longer has is never the same. */
async function isSameSecret(
  vault: Pick<SecretVault, 'get'>,
  recorded: Answer,
  { answer, secrets }: PartedAnswer,
): Promise<boolean> {
  const before = namedHandles(recorded);
  const now = namedHandles(answer);
  const values = new Map<unknown, string>(secrets.map(({ handle, value }) => [handle, value]));
  if (before.size !== now.size) return false;
  for (const [name, handle] of now) {
    if (before.get(name) === handle) continue;
    const kept = SecretHandle.safeParse(before.get(name));
    const known = kept.success ? await vault.get(kept.data) : undefined;
    if (known === undefined || known.value !== values.get(handle)) return false;
  }
  return true;
}

/** By the fields of a form; one without a name for any other answer. */
const namedHandles = ({ content }: Answer): ReadonlyMap<string, unknown> =>
  new Map(typeof content === 'object' && content !== null ? Object.entries(content) : [['', content]]);

/**
 * What is wrong with an answer, for its sender. Threat: a secret typed as the name of a field. The issues of an
 * answer to a sensitive question name fields the question has, and nothing the person wrote.
 */
export function answerIssues(request: ElicitationRequest, issues: readonly SchemaIssue[]): readonly SchemaIssue[] {
  if (request.sensitive !== true) return issues;
  const known = fieldNames(request);
  return issues.map((issue) => {
    const { field, message } = issue;
    if (field === '' || known.includes(field)) return issue;
    const parent = known.find((name) => field.startsWith(`${name}.`));
    return parent === undefined
      ? { field: '', message: 'has a field that was not asked for' }
      : { field: parent, message };
  });
}

/** The fields that a question asks for; none where the answer is not an object with fields. */
function fieldNames(request: ElicitationRequest): readonly string[] {
  const schema = formOf(request);
  const form = schema && readAskedForm(schema);
  return form?.kind === 'fields' ? form.fields.map(({ name }) => name) : [];
}

/** The schema of an answer that is an object. */
function formOf(request: ElicitationRequest): JsonSchema | undefined {
  if (request.type === 'named') return request.output;
  return request.type === 'form' || request.type === 'url' ? request.schema : undefined;
}
