// A chaos run: host processes on one file, driven by chance, and killed, stopped and reopened meanwhile; then a
// calm in which every question is answered, until every execution has ended or time is up.

import { join } from 'node:path';
import type { ExecutionSummary, PendingElicitation } from '@toolshed/kernel';
import { canonicalJson } from '@toolshed/kernel/runtime';
import { openSqliteStore, type Store } from '@toolshed/runtime';
import { countRefusal, type Refusals } from '../driven/driven-protocol.ts';
import { pause, type PhaseSeconds, runPhases } from '../driven/run-phases.ts';
import { readEffects } from './effects.ts';
import { ChaosHosts, type Disturbances } from './chaos-hosts.ts';
import type { History, Told } from './history.ts';
import type { HostCommand } from './host-protocol.ts';
import { programOf } from './programs.ts';
import { createRandom, type Random } from './random.ts';
import { readGivenUp } from './warnings.ts';

export interface ChaosOptions {
  readonly seed: number;
  readonly folder: string;
  /** How many executions are started. */
  readonly executions: number;
}

export interface ChaosCounts extends Disturbances {
  readonly acknowledged: number;
  readonly refused: Readonly<Record<string, number>>;
  readonly seconds: PhaseSeconds;
}

const TICK_MS = 40;
const SESSIONS = ['s0', 's1', 's2', 's3'];
const PEOPLE = ['ada', 'grace', 'edsger'];
/** A machine that is busy elsewhere is slow, not wrong: chaos then ends with fewer executions. */
export const CHAOS_MS = 90_000;
const CALM_MS = 60_000;
/** So many are under way at a time, that chaos meets each of them in the middle of something. */
const AT_ONCE = 60;
/** So many times a run disturbs its hosts, at the least. */
const DISTURBANCES = 25;
/** So long is an answer waited for before it is given again, perhaps by another host. */
const ANSWER_MS = 1_000;

/** So long after its time a question is asked again: somebody has noticed by then that it expired. */
const REASK_MS = 100;

type AnsweredQuestion = Pick<PendingElicitation, 'elicitationId' | 'request' | 'asker'>;

export async function runChaos({ seed, folder, executions }: ChaosOptions) {
  const random = createRandom(seed);
  const file = join(folder, 'shed.db');
  await using store = openSqliteStore({ file });
  const run = new ChaosRun(random, folder, store, executions);
  const seconds = await runPhases({
    chaos: () => run.chaos(),
    calm: () => run.calm(),
    closing: () => run.close(),
    end: () => run.end(),
  });
  const history = await run.history();
  const { disturbances, refused } = run;
  const counts: ChaosCounts = { ...disturbances, acknowledged: run.told.length, refused, seconds };
  return { history, counts };
}

class ChaosRun {
  readonly told: Told[] = [];
  readonly refused: Refusals = {};
  readonly #hosts: ChaosHosts;
  readonly #random: Random;
  readonly #folder: string;
  readonly #store: Store;
  readonly #wanted: number;
  readonly #acknowledged = new Set<string>();
  /** Starts that nobody has said anything about. */
  #starting = 0;
  #numbers = 0;
  #tags = 0;
  #keys = 0;
  #underWay: readonly ExecutionSummary[] = [];
  /** When each question expires that was seen and is not known to be answered. */
  readonly #expiries = new Map<string, number>();
  /** Questions that somebody is answering just now. */
  readonly #answering = new Set<string>();
  readonly #grants: string[] = [];

  constructor(random: Random, folder: string, store: Store, wanted: number) {
    this.#random = random;
    this.#folder = folder;
    this.#store = store;
    this.#wanted = wanted;
    this.#hosts = new ChaosHosts(random, folder);
  }

  async #do(command: HostCommand, host = this.#hosts.pick()): Promise<void> {
    const reply = await host.send(command);
    if (reply?.ok) this.#acknowledge(command, reply.value);
    else if (reply) countRefusal(this.refused, command, reply);
  }

  #acknowledge(command: HostCommand, value = ''): void {
    switch (command.do) {
      case 'start':
        this.#acknowledged.add(value);
        this.told.push({ kind: 'started', execution: value, key: command.key });
        return;
      case 'fork':
        this.told.push({ kind: 'started', execution: value, key: undefined });
        return;
      case 'answer': {
        const { elicitation, tag, approved, by } = command;
        this.#expiries.delete(elicitation);
        const args = command.args === undefined ? undefined : canonicalJson(command.args);
        this.told.push({ kind: 'answered', elicitation, tag, approved, args, principal: by.principal });
        return;
      }
      case 'cancel':
        this.told.push({ kind: 'cancelled', execution: command.execution });
        return;
      case 'grant':
        this.told.push({ kind: 'granted', grant: value, uses: command.uses });
        this.#grants.push(value);
        return;
      case 'revoke':
        this.told.push({ kind: 'revoked', grant: command.grant, at: Date.now() });
        return;
    }
  }

  #program(): string {
    return programOf(this.#random, () => ++this.#numbers);
  }

  #start(): void {
    const random = this.#random;
    const session = random.pick(SESSIONS);
    const start = { do: 'start', program: this.#program(), session, waits: random.chance(0.3) } as const;
    // One key, from two hosts at once.
    const keyed = random.chance(0.1) ? { key: `key ${++this.#keys}` } : {};
    const first = this.#do({ ...start, ...keyed });
    if ('key' in keyed) void this.#do({ ...start, ...keyed, waits: !start.waits });
    this.#starting += 1;
    void first.finally(() => {
      this.#starting -= 1;
    });
  }

  /** Resolves when it is answered, refused, or its host has died; a host that was stopped takes its time. */
  async #answer(question: AnsweredQuestion, isCalm: boolean): Promise<void> {
    const { elicitationId } = question;
    this.#answering.add(elicitationId);
    const answers = [this.#say(question, isCalm)];
    // Somebody else says something about it at the same time.
    if (!isCalm && this.#random.chance(0.15)) answers.push(this.#say(question, false));
    await Promise.race([Promise.all(answers), pause(ANSWER_MS)]);
    this.#answering.delete(elicitationId);
  }

  #say({ elicitationId: elicitation, request, asker }: AnsweredQuestion, isCalm: boolean): Promise<void> {
    const random = this.#random;
    const host = this.#hosts.pick();
    this.#tags += 1;
    const by = { principal: random.pick(PEOPLE), kind: 'person', channel: host.options.name } as const;
    const common = { do: 'answer', elicitation, tag: `tag ${this.#tags}`, by } as const;
    if (asker === 'in-doubt') {
      const data = random.pick([{ do: 'retry' }, { do: 'fail' }, { do: 'result', value: 'by hand' }] as const);
      return this.#do({ ...common, approved: true, data: isCalm ? { do: 'fail' } : data }, host);
    }
    const approved = random.chance(0.75);
    if (asker !== 'gate') {
      return this.#do({ ...common, approved, ...(approved ? { data: 'red' } : {}) }, host);
    }
    const edited = { n: 1_000_000 + ++this.#numbers, ms: random.between(0, 5) };
    const more = {
      ...(approved && random.chance(0.25) ? { args: edited } : {}),
      ...(request.toolPath === 'shop.note' && random.chance(0.1) ? { remember: 'session' as const } : {}),
    };
    return this.#do({ ...common, approved, ...more }, host);
  }

  async #answerSome(share: number, isCalm: boolean): Promise<void> {
    const questions = await this.#store.journal.questions({ limit: 1_000 });
    for (const { elicitationId, expiresAt } of questions) if (expiresAt) this.#expiries.set(elicitationId, expiresAt);
    for (const question of questions) {
      if (this.#answering.has(question.elicitationId) || !this.#random.chance(share)) continue;
      if (!isCalm && this.#random.chance(0.04))
        void this.#do({ do: 'fork', elicitation: question.elicitationId, program: this.#program() });
      void this.#answer(question, isCalm);
    }
  }

  async #look(): Promise<void> {
    this.#underWay = await this.#store.journal.list({ status: ['running', 'paused', 'sleeping'], limit: 2_000 });
  }

  #meddle(): void {
    const random = this.#random;
    const execution = this.#underWay.length > 0 ? random.pick(this.#underWay).id : undefined;
    switch (random.weighted({ cancel: 1, reask: 4, 'take-over': 1, grant: 2, revoke: 0.4 })) {
      case 'cancel':
        if (execution) void this.#do({ do: 'cancel', execution });
        return;
      case 'reask': {
        const due = [...this.#expiries].find(([, at]) => at + REASK_MS < Date.now());
        if (!due) return;
        this.#expiries.delete(due[0]);
        void this.#do({ do: 'reask', elicitation: due[0] });
        return;
      }
      case 'take-over':
        if (execution) void this.#do({ do: 'take-over', execution });
        return;
      case 'grant': {
        const uses = random.between(1, 4);
        void this.#do({ do: 'grant', uses, ...(random.chance(0.5) ? { session: random.pick(SESSIONS) } : {}) });
        return;
      }
      case 'revoke':
        if (this.#grants.length > 0) void this.#do({ do: 'revoke', grant: random.pick(this.#grants) });
        return;
    }
  }

  /** Until enough starts are acknowledged; those that died with their host are not. */
  async chaos(): Promise<void> {
    await this.#hosts.ready();
    const between = this.#wanted / DISTURBANCES;
    let disturbAt = this.#random.between(1, between);
    const deadline = performance.now() + CHAOS_MS;
    for (let started = 0; started < this.#wanted; started = this.#acknowledged.size) {
      if (performance.now() > deadline) return;
      await this.#look();
      for (let n = this.#underWay.length + this.#starting; n < AT_ONCE; n += 4) this.#start();
      this.#meddle();
      await this.#answerSome(0.5, false);
      if (started >= disturbAt) {
        this.#hosts.disturb();
        disturbAt = started + this.#random.between(1, between);
      }
      await pause(TICK_MS);
    }
  }

  /** Nobody dies any more, and whatever is asked is answered. */
  async calm(): Promise<void> {
    this.#hosts.goOn();
    await this.#hosts.ready();
    const deadline = performance.now() + CALM_MS;
    let isOver = false;
    while (!isOver && performance.now() < deadline) {
      await this.#answerSome(1, true);
      await pause(100);
      await this.#look();
      isOver = this.#underWay.length === 0;
    }
  }

  close(): Promise<void> {
    return this.#hosts.close();
  }

  end(): Promise<void> {
    return this.#hosts.end();
  }

  get disturbances(): Disturbances {
    return this.#hosts.disturbances;
  }

  async history(): Promise<History> {
    const { journal, grants, audit } = this.#store;
    const summaries = await journal.list({ limit: 100_000 });
    const executions = await Promise.all(
      summaries.map(async ({ id, status }) => ({ id, status, entries: await journal.read(id) })),
    );
    const open = await journal.questions({ limit: 10_000 });
    const left = (await grants.list()).flatMap(({ id, usesLeft }) =>
      usesLeft === undefined ? [] : [[id, usesLeft] as const],
    );
    return {
      executions,
      effects: readEffects(join(this.#folder, 'effects')),
      asking: new Set(open.map(({ executionId }) => executionId)),
      told: this.told,
      givenUp: readGivenUp(join(this.#folder, 'log')),
      hosts: this.#hosts.known,
      usesLeft: new Map(left),
      audit: await audit.read(1, 1_000_000),
    };
  }
}
