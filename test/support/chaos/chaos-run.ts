// A chaos run: three host processes on one file, told what to do by chance, and killed, stopped and reopened meanwhile;
// then a calm in which every question is answered, until every execution has ended or time is up.

import { join } from 'node:path';
import { canonicalJson, type ExecutionSummary, type OpenQuestion } from '@toolshed/kernel';
import { openSqliteStore, type Store } from '@toolshed/runtime';
import { readEffects } from './effects.ts';
import type { History, KnownHost, Told } from './history.ts';
import { HostHandle } from './host-handle.ts';
import type { HostCommand, HostOptions } from './host-protocol.ts';
import { programOf } from './programs.ts';
import { createRandom, type Random } from './random.ts';

export interface ChaosOptions {
  readonly seed: number;
  readonly folder: string;
  /** How many executions are started. */
  readonly executions: number;
}

export interface ChaosCounts {
  readonly kills: number;
  readonly stops: number;
  readonly reopenings: number;
  readonly acknowledged: number;
  readonly refused: Readonly<Record<string, number>>;
  readonly seconds: Readonly<Record<'chaos' | 'calm' | 'closing', number>>;
}

const HOSTS = 3;
const TICK_MS = 40;
const SESSIONS = ['s0', 's1', 's2', 's3'];
const PEOPLE = ['ada', 'grace', 'edsger'];
const CALM_MS = 40_000;
/** So many are under way at a time, that chaos meets each of them in the middle of something. */
const AT_ONCE = 60;
/** So many starts lie between two things that happen to a host, at the most. */
const BETWEEN = 40;
/** So long is an answer waited for before it is given again, perhaps by another host. */
const ANSWER_MS = 1_000;

/** So long after its time a question is asked again: somebody has noticed by then that it expired. */
const REASK_MS = 100;

type AnsweredQuestion = Pick<OpenQuestion, 'elicitation' | 'request' | 'asker'>;

export async function runChaos({ seed, folder, executions }: ChaosOptions) {
  const random = createRandom(seed);
  const file = join(folder, 'shed.db');
  await using store = openSqliteStore({ file });
  const run = new ChaosRun(random, folder, store, executions);
  const seconds = { chaos: 0, calm: 0, closing: 0 };
  const timed = async (phase: keyof typeof seconds, work: () => Promise<void>): Promise<void> => {
    const before = performance.now();
    await work();
    seconds[phase] = Math.round(performance.now() - before) / 1_000;
  };
  try {
    await timed('chaos', () => run.chaos());
    await timed('calm', () => run.calm());
    await timed('closing', () => run.close());
  } finally {
    await run.end();
  }
  const history = await run.history();
  const { kills, stops, reopenings, refused } = run;
  const counts: ChaosCounts = { kills, stops, reopenings, acknowledged: run.told.length, refused, seconds };
  return { history, counts };
}

class ChaosRun {
  readonly told: Told[] = [];
  readonly refused: Record<string, number> = {};
  kills = 0;
  stops = 0;
  reopenings = 0;
  readonly #hosts: HostHandle[] = [];
  readonly #known = new Map<string, KnownHost>();
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
    for (let n = 0; n < HOSTS; n++) this.#hosts.push(this.#newHost());
  }

  // ---- hosts

  #newOptions(): HostOptions {
    const random = this.#random;
    const name = `host-${this.#known.size}`;
    const options: HostOptions = {
      name,
      policy: random.weighted({ base: 5, lax: 2, strict: 3 }),
      isolation: random.weighted({ thread: 4, process: 1 }),
      hibernateAfterMs: random.pick([5, 50, 500]),
      maxWarm: random.pick([0, 2, 64]),
      hostName: random.pick(['amber', 'basil', name]),
      isElsewhere: random.chance(0.4),
      ...(random.chance(0.6) ? { questionsExpireInMs: random.pick([300, 1_500, 4_000]) } : {}),
    };
    this.#known.set(name, { policy: options.policy, wasKilled: false });
    return options;
  }

  #newHost(): HostHandle {
    return new HostHandle(this.#folder, this.#newOptions());
  }

  #markKilled({ names }: HostHandle): void {
    for (const name of names) {
      const known = this.#known.get(name);
      if (known) this.#known.set(name, { ...known, wasKilled: true });
    }
  }

  #host(): HostHandle {
    const awake = this.#hosts.filter(({ isStopped }) => !isStopped);
    return this.#random.pick(awake.length > 0 && this.#random.chance(0.95) ? awake : this.#hosts);
  }

  #disturb(): void {
    const random = this.#random;
    const index = random.between(0, HOSTS - 1);
    const host = this.#hosts[index];
    if (!host) return;
    switch (random.weighted({ kill: 2, stop: 4, reopen: 3 })) {
      case 'kill':
        this.kills += 1;
        this.#markKilled(host);
        void host.kill();
        this.#hosts[index] = this.#newHost();
        return;
      case 'stop': {
        if (host.isStopped) return;
        this.stops += 1;
        host.stop();
        setTimeout(() => host.goOn(), random.pick([30, 200, 700, 1_500]));
        return;
      }
      case 'reopen': {
        this.reopenings += 1;
        void host.reopen(this.#newOptions());
        return;
      }
    }
  }

  // ---- what is done

  async #do(command: HostCommand, host = this.#host()): Promise<void> {
    const reply = await host.send(command);
    if (reply?.ok) this.#acknowledge(command, reply.value);
    else if (reply)
      this.refused[`${command.do} ${reply.code}`] = (this.refused[`${command.do} ${reply.code}`] ?? 0) + 1;
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
    const { elicitation } = question;
    this.#answering.add(elicitation);
    const answers = [this.#say(question, isCalm)];
    // Somebody else says something about it at the same time.
    if (!isCalm && this.#random.chance(0.15)) answers.push(this.#say(question, false));
    await Promise.race([Promise.all(answers), pause(ANSWER_MS)]);
    this.#answering.delete(elicitation);
  }

  #say({ elicitation, request, asker }: AnsweredQuestion, isCalm: boolean): Promise<void> {
    const random = this.#random;
    const host = this.#host();
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
    for (const { elicitation, expiresAt } of questions) if (expiresAt) this.#expiries.set(elicitation, expiresAt);
    for (const question of questions) {
      if (this.#answering.has(question.elicitation) || !this.#random.chance(share)) continue;
      if (!isCalm && this.#random.chance(0.04))
        void this.#do({ do: 'fork', elicitation: question.elicitation, program: this.#program() });
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

  // ---- phases

  /** Until enough starts are acknowledged; those that died with their host are not. */
  async chaos(): Promise<void> {
    await Promise.all(this.#hosts.map(({ ready }) => ready));
    let disturbAt = this.#random.between(1, BETWEEN);
    for (let started = 0; started < this.#wanted; started = this.#acknowledged.size) {
      await this.#look();
      for (let n = this.#underWay.length + this.#starting; n < AT_ONCE; n += 4) this.#start();
      this.#meddle();
      await this.#answerSome(0.5, false);
      if (started >= disturbAt) {
        this.#disturb();
        disturbAt = started + this.#random.between(1, BETWEEN);
      }
      await pause(TICK_MS);
    }
  }

  /** Nobody dies any more, and whatever is asked is answered. */
  async calm(): Promise<void> {
    for (const host of this.#hosts) host.goOn();
    await Promise.all(this.#hosts.map(({ ready }) => ready));
    const deadline = performance.now() + CALM_MS;
    let isOver = false;
    while (!isOver && performance.now() < deadline) {
      await this.#answerSome(1, true);
      await pause(100);
      await this.#look();
      isOver = this.#underWay.length === 0;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.close()));
  }

  async end(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.kill()));
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
      asking: new Set(open.map(({ execution }) => execution)),
      told: this.told,
      hosts: this.#known,
      usesLeft: new Map(left),
      audit: await audit.read(1, 1_000_000),
    };
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
