// The way of a secret from an answer into the vault. An answer that is journaled, told or logged holds the handle only:
// the value is parted from it where the answer is read, and goes to the vault before anything is written.
//
// A crash between the two leaves a value in the vault that no journal knows; it goes when its question is answered.

import {
  type Answer,
  type Clock,
  type ElicitationId,
  type JournalEntry,
  newSecretHandle,
  type Question,
  type SecretHandle,
  type SecretVault,
  type ToolLog,
} from '@toolshed/kernel';

export interface GivenSecret {
  readonly handle: SecretHandle;
  readonly value: string;
}

/** An answer, and what was parted from it. */
export interface PartedAnswer {
  readonly answer: Answer;
  /** What an accepted secret question was answered with; the answer has its handle. */
  readonly secret?: GivenSecret;
}

export function partSecret({ request }: Question, answer: Answer): PartedAnswer {
  const { action, content } = answer;
  if (request.type !== 'secret' || action !== 'accept' || typeof content !== 'string') return { answer };
  const handle = newSecretHandle();
  return { answer: { ...answer, content: handle }, secret: { handle, value: content } };
}

type Given = PartedAnswer & { readonly question: Question };

export interface SecretAnswers {
  /** Puts the secrets of answers into the vault; done twice, they are there once. */
  keep(session: string, given: readonly Given[]): Promise<void>;
  /**
   * Takes out again what did not become the answer, and what earlier attempts at the same question left. An execution
   * that is gone has no journal.
   */
  tidy(given: readonly Given[], journal: () => Promise<readonly JournalEntry[]>): Promise<void>;
  /** The same for all questions of an execution that was ended from outside. */
  tidyEnded(journal: readonly JournalEntry[]): Promise<void>;
}

export interface SecretAnswersDeps {
  readonly vault: SecretVault;
  readonly clock: Clock;
  readonly log: ToolLog;
}

export function createSecretAnswers({ vault, clock, log }: SecretAnswersDeps): SecretAnswers {
  const keepOne = async (session: string, { request, elicitation }: Question, { handle, value }: GivenSecret) => {
    const name = request.type === 'secret' && request.name !== undefined ? { name: request.name } : {};
    const facts = { handle, owner: { session }, ...name, origin: elicitation, at: clock.now() };
    await vault.put({ facts, value });
  };

  const tidyOne = async (recorded: Answer | undefined, elicitation: ElicitationId, own: SecretHandle | undefined) => {
    // A question that is open may be being answered by somebody else this moment.
    if (recorded === undefined) {
      if (own !== undefined) await vault.remove(own);
      return;
    }
    await removeAllOf(elicitation, recorded.content);
  };

  const removeAllOf = async (elicitation: ElicitationId, but?: unknown): Promise<void> => {
    const left = (await vault.list()).filter(({ origin, handle }) => origin === elicitation && handle !== but);
    for (const { handle } of left) await vault.remove(handle);
  };

  const orWarn = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, 'a secret nobody needs may be left in the vault');
    }
  };

  return {
    async keep(session, given) {
      for (const { question, secret } of given) if (secret) await keepOne(session, question, secret);
    },
    async tidy(given, journal) {
      const secrets = given.filter(({ question }) => question.request.type === 'secret');
      if (secrets.length === 0) return;
      await orWarn(async () => {
        const entries = await journal();
        for (const { question, secret } of secrets)
          await tidyOne(answerTo(question.elicitation, entries), question.elicitation, secret?.handle);
      });
    },
    async tidyEnded(journal) {
      for (const entry of journal) {
        if (entry.kind !== 'asked' || entry.request.type !== 'secret') continue;
        const recorded = answerTo(entry.elicitation, journal);
        await orWarn(() => removeAllOf(entry.elicitation, recorded?.content));
      }
    },
  };
}

/** From the journal, not the state: that forgets the questions of a call that is over. */
function answerTo(elicitation: ElicitationId, journal: readonly JournalEntry[]): Answer | undefined {
  const answered = journal.findLast((entry) => entry.kind === 'answered' && entry.elicitation === elicitation);
  return answered?.kind === 'answered' ? answered.answer : undefined;
}
