// One simulated history of a cluster: several hosts in one process over one store, driven and disturbed by
// chance that follows from the seed; then a calm in which every question is answered until every execution has ended.

import { ExecutionId, type JournalEntry, type PendingElicitation, ToolshedError } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { checkHistory } from '../chaos/check-history.ts';
import type { Effect } from '../chaos/effects.ts';
import type { History, Told } from '../chaos/history.ts';
import { programOf } from '../chaos/programs.ts';
import { createRandom, type Random } from '../chaos/random.ts';
import { SAFE } from '../chaos/shop.ts';
import { type BrokenFences, createSharedMemoryStore, type SharedMemoryStore } from '../shared-memory-store.ts';
import { type ClaimsWitness, witnessClaims } from './claims-witness.ts';
import { CALM, type Weather } from './faulty-link.ts';
import { LEASE_MS, type SimulatedHost, SimulatedHosts } from './simulated-hosts.ts';
import { VirtualTime } from './virtual-time.ts';

export interface Simulated {
  /** Every promise that was broken, in words. */
  readonly problems: readonly string[];
  readonly journals: readonly (readonly JournalEntry[])[];
  readonly effects: readonly Effect[];
  /** What happened, in order, for somebody who looks into a seed. */
  readonly trace: readonly string[];
}

export interface SimulationOptions {
  readonly seed: number;
  readonly broken?: BrokenFences;
  /** Default: as it comes. */
  readonly weather?: Weather;
}

const SESSIONS = ['s0', 's1'];
const PEOPLE = ['ada', 'grace', 'edsger'];
/** How long the calm may last: by then every lease has ended and every execution was tried again. */
const CALM_MS = 240_000;
const ROUND_MS = 100;
/** How many rounds in which nothing is open: what a host had sent before may still be on its way. */
const QUIET_ROUNDS = 10;

export async function simulate({ seed, broken, weather }: SimulationOptions): Promise<Simulated> {
  const time = new VirtualTime();
  using _ = time.install(createRandom(seed).next);
  const store = createSharedMemoryStore({ now: () => Math.floor(time.timeOfDay) }, broken);
  return await new Simulation(time, createRandom(seed), store, weather).whole();
}

class Simulation {
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #store: SharedMemoryStore;
  readonly #claims: ClaimsWitness;
  readonly #hosts: SimulatedHosts;
  readonly #effects: Effect[] = [];
  readonly #told: Told[] = [];
  readonly #trace: string[] = [];
  /** Executions that were taken over though their owner may live. */
  readonly #forced = new Set<string>();
  readonly #witnessed: Promise<readonly string[]>[] = [];
  /** Questions that a host is answering just now, and which. */
  readonly #answering = new Map<string, string>();
  /** Questions that were seen, and when they expire. */
  readonly #expiring = new Map<string, number>();
  /** What hosts were asked to do and have neither done nor refused. */
  readonly #underWay = new Map<symbol, { readonly what: string; readonly host: string }>();
  readonly #someWeather: () => Weather;
  #weather: Weather = CALM;
  #numbers = 0;

  constructor(time: VirtualTime, random: Random, store: SharedMemoryStore, weather?: Weather) {
    this.#time = time;
    this.#random = random;
    this.#someWeather = () => weather ?? someWeather(random);
    this.#claims = witnessClaims(store);
    this.#store = { ...store, journal: this.#claims.journal };
    this.#hosts = new SimulatedHosts({
      time,
      random,
      store: this.#store,
      onEffect: (effect, host) => this.#onEffect(effect, host),
    });
  }

  async whole(): Promise<Simulated> {
    const random = this.#random;
    this.#weather = this.#someWeather();
    for (let count = random.chance(0.6) ? 2 : 3; count > 0; count -= 1) await this.#hosts.open(this.#weather);
    for (let count = random.between(1, 2); count > 0; count -= 1) this.#start();
    for (let steps = random.between(6, 16); steps > 0; steps -= 1) {
      await this.#pass(random.chance(0.6) ? random.between(0, 30) : random.between(0, 600));
      await this.#step();
    }
    const unended = await this.#calm();
    const replayed = await this.#replayProblems(await this.#history());
    await this.#hosts.close();
    const history = await this.#history();
    const witnessed = (await Promise.all(this.#witnessed)).flat();
    const problems = [
      ...unended,
      ...checkHistory(history),
      ...witnessed,
      ...this.#claims.problems,
      ...timersFiredOnce(history),
      ...replayed,
    ];
    await this.#hosts.bury();
    const journals = history.executions.map(({ entries }) => entries);
    return { problems, journals, effects: this.#effects, trace: [...this.#trace, ...this.#hosts.warnings] };
  }

  #pass(ms: number): Promise<boolean> {
    return this.#time.passUntil(() => false, ms);
  }

  async #step(): Promise<void> {
    const random = this.#random;
    await this.#answerSome(0.5);
    if (random.chance(0.5)) await this.#pass(random.between(0, 4));
    switch (random.weighted({ nothing: 6, disturb: 8, meddle: 4, start: 1 })) {
      case 'disturb':
        return this.#disturb();
      case 'meddle':
        return this.#meddle();
      case 'start':
        return this.#start();
      case 'nothing':
        return;
    }
  }

  /** Mostly a host that was just asked to do something, so that it is in the middle of that. */
  async #disturb(): Promise<void> {
    const random = this.#random;
    const busy = this.#hosts.awake.filter(({ name }) => [...this.#underWay.values()].some(({ host }) => host === name));
    const host = busy.length > 0 && random.chance(0.8) ? random.pick(busy) : this.#someHost();
    if (host === undefined) return;
    const what = random.weighted({ hold: 4, kill: 2, away: 3, 'all away': 1, weather: 2 });
    const ms = random.chance(0.3) ? random.between(1, LEASE_MS) : random.between(LEASE_MS, 3 * LEASE_MS);
    this.#note(`${what} ${host.name} ${ms}`);
    switch (what) {
      case 'hold':
        return this.#hosts.hold(host, ms);
      case 'kill':
        this.#hosts.kill(host);
        for (const [question, name] of this.#answering) if (name === host.name) this.#answering.delete(question);
        for (const [one, asked] of this.#underWay) if (asked.host === host.name) this.#underWay.delete(one);
        return this.#hosts.open(this.#weather);
      case 'away':
        host.link.awayUntil = this.#time.now + ms;
        return;
      case 'all away':
        for (const { link } of this.#hosts.all) link.awayUntil = this.#time.now + ms;
        return;
      case 'weather':
        this.#weather = this.#someWeather();
        return this.#hosts.setWeather(this.#weather);
    }
  }

  #start(): void {
    const random = this.#random;
    const program = programOf(random, () => ++this.#numbers);
    const key = random.chance(0.2) ? `key ${++this.#numbers}` : undefined;
    const options = { session: random.pick(SESSIONS), ...(key === undefined ? {} : { idempotencyKey: key }) };
    // One key, from two hosts at once.
    for (let count = key === undefined ? 1 : 2; count > 0; count -= 1)
      this.#do('start', async ({ shed }) => {
        const execution = random.chance(0.5)
          ? (await shed.execute(program, options)).executionId
          : await shed.start(program, options);
        this.#told.push({ kind: 'started', execution, key });
      });
  }

  async #answerSome(share: number): Promise<void> {
    for (const question of await this.#store.journal.questions({ limit: 100 })) {
      if (question.expiresAt !== undefined) this.#expiring.set(question.elicitationId, question.expiresAt);
      if (this.#answering.has(question.elicitationId) || !this.#random.chance(share)) continue;
      this.#answer(question, 'freely');
      // Somebody else says something about it at the same time.
      if (this.#random.chance(0.4)) this.#answer(question, 'freely');
    }
  }

  #answer({ elicitationId: elicitation, asker }: PendingElicitation, how: 'freely' | 'to the end'): void {
    const random = this.#random;
    const tag = `tag ${++this.#numbers}`;
    const by = { principal: random.pick(PEOPLE), kind: 'person', channel: 'people' } as const;
    const approved = asker === 'in-doubt' || random.chance(0.75);
    const doubt = random.pick([{ do: 'retry' }, { do: 'fail' }, { do: 'result', value: 'by hand' }] as const);
    const data = asker === 'in-doubt' ? (how === 'freely' ? doubt : { do: 'fail' }) : approved ? 'red' : undefined;
    this.#do('answer', async ({ shed, name }) => {
      this.#answering.set(elicitation, name);
      try {
        const more = asker === 'gate' || data === undefined ? {} : { data };
        await shed.resume(elicitation, { approved, reason: tag, by, ...more });
        const { principal } = by;
        this.#told.push({ kind: 'answered', elicitation, tag, approved, args: undefined, principal });
      } finally {
        this.#answering.delete(elicitation);
      }
    });
  }

  async #meddle(): Promise<void> {
    const random = this.#random;
    const status = ['running', 'paused', 'sleeping'] as const;
    const open = await this.#store.journal.list({ status, limit: 100 });
    const execution = open.length === 0 ? undefined : random.pick(open).id;
    switch (random.weighted({ cancel: 2, 'take-over': 3, grant: 3, get: 2, reask: 4 })) {
      case 'cancel':
        if (execution)
          this.#do('cancel', async ({ shed }) => {
            await shed.cancel(execution);
            this.#told.push({ kind: 'cancelled', execution });
          });
        return;
      case 'take-over':
        if (execution) this.#forced.add(execution);
        if (execution) this.#do('take over', ({ shed }) => shed.takeOver(execution));
        return;
      case 'reask': {
        const [asked] = [...this.#expiring].filter(([, at]) => at < this.#time.timeOfDay);
        if (asked === undefined) return;
        this.#expiring.delete(asked[0]);
        this.#do('reask', ({ shed }) => shed.reask(asked[0]));
        return;
      }
      case 'get':
        if (execution) this.#do('get', ({ shed }) => shed.get(execution));
        return;
      case 'grant': {
        const uses = random.between(1, 3);
        this.#do('grant', async ({ shed }) => {
          const { id } = await shed.grants.add({ pattern: 'shop.stamp', scope: 'always', uses });
          this.#told.push({ kind: 'granted', grant: id, uses });
        });
        return;
      }
    }
  }

  /** Has a host that is awake do something; what it acknowledges counts, what it refuses does not. */
  #do(what: string, work: (host: SimulatedHost) => Promise<unknown>): void {
    const host = this.#someHost();
    if (host === undefined) return;
    const one = Symbol(what);
    this.#underWay.set(one, { what, host: host.name });
    this.#note(`${what} at ${host.name}`);
    this.#time.as(host.name, () =>
      work(host)
        .then(
          () => this.#note(`${what} at ${host.name} is done`),
          (error: unknown) => {
            this.#note(`${what} at ${host.name}: ${error}`);
            if (!(error instanceof ToolshedError)) this.#witnessed.push(Promise.resolve([`${what}: ${String(error)}`]));
          },
        )
        .finally(() => this.#underWay.delete(one)),
    );
  }

  #someHost(): SimulatedHost | undefined {
    const { awake } = this.#hosts;
    return awake.length === 0 ? undefined : this.#random.pick(awake);
  }

  #note(what: string): void {
    this.#trace.push(`${this.#time.now} ${what}`);
  }

  /** Nothing goes wrong any more, and whatever is asked is answered, until everything has ended. */
  async #calm(): Promise<readonly string[]> {
    this.#note('calm');
    this.#hosts.calm();
    const end = this.#time.now + CALM_MS;
    for (let quiet = 0; ; ) {
      await this.#pass(ROUND_MS);
      const open = await this.#store.journal.list({ status: ['running', 'paused', 'sleeping'], limit: 1_000 });
      quiet = open.length === 0 && this.#underWay.size === 0 ? quiet + 1 : 0;
      if (quiet === QUIET_ROUNDS) return [];
      if (this.#time.now > end)
        return [
          ...open.map(({ id, status }) => `${id} is ${status} and does not go on`),
          ...[...this.#underWay.values()].map(({ what, host }) => `${host} neither does nor refuses to ${what}`),
        ];
      for (const question of await this.#store.journal.questions({ limit: 100 }))
        if (!this.#answering.has(question.elicitationId)) this.#answer(question, 'to the end');
    }
  }

  /** What the store has at this very moment is held against what a handler is about to do. */
  #onEffect(effect: Effect, host: SimulatedHost): void {
    if (host.isKilled) return;
    // Clocks of hosts differ; what is checked by time is checked here against the store instead.
    const at = Math.floor(this.#time.timeOfDay + 10 * LEASE_MS);
    this.#effects.push({ ...effect, at });
    this.#note(`${effect.when} ${effect.path} of ${effect.execution} call ${effect.call} at ${host.name}`);
    // A handler of `race` acts in the middle of its run, when nobody can hold it back.
    const isBegun = effect.when === 'start' && effect.path !== 'shop.race';
    if (isBegun && !SAFE.has(effect.path)) this.#witnessed.push(this.#witness(effect, host));
  }

  async #witness(effect: Effect, host: SimulatedHost): Promise<readonly string[]> {
    const id = ExecutionId.parse(effect.execution);
    const { journal, owners } = this.#store;
    // Both are as they are now: memory is read when it is asked.
    const [reading, summing, listing] = [journal.read(id), journal.summary(id), owners.list()];
    const [entries, summary, known] = await Promise.all([reading, summing, listing]);
    const name = `${id} call ${effect.call} at ${host.name}`;
    const isInvoked = entries.some((entry) => entry.kind === 'invoking' && entry.call === effect.call);
    // An operator who takes an execution over by force, while its owner lives, accepts what it had begun.
    const isEnded = this.#forced.has(id) || entries.some(({ kind }) => kind === 'cancelled');
    const lease = known.find((owner) => owner.id === summary?.owner);
    const isHeld = lease !== undefined && host.link.owners.has(lease.id) && (lease.expiresInMs ?? 0) > 0;
    return [
      ...(isInvoked ? [] : [`${name}: acted before its attempt was in the store`]),
      ...(isHeld || isEnded ? [] : [`${name}: acted under a lease that had ended, or none`]),
    ];
  }

  async #history(): Promise<History> {
    const { journal, grants, audit } = this.#store;
    const summaries = await journal.list({ limit: 1_000 });
    const executions = await Promise.all(
      summaries.map(async ({ id, status }) => ({ id, status, entries: await journal.read(id) })),
    );
    const left = (await grants.list()).flatMap(({ id, usesLeft }) =>
      usesLeft === undefined ? [] : [[id, usesLeft] as const],
    );
    return {
      executions,
      effects: this.#effects,
      asking: new Set((await journal.questions({ limit: 1_000 })).map(({ executionId }) => executionId)),
      told: this.#told,
      givenUp: this.#hosts.givenUp,
      hosts: this.#hosts.known,
      usesLeft: new Map(left),
      audit: await audit.read(1, 100_000),
    };
  }

  /** Every program, run again from its journal alone, does what it did. */
  async #replayProblems({ executions }: History): Promise<readonly string[]> {
    const problems: string[] = [];
    const judge = this.#someHost();
    if (judge === undefined) return ['no host is left'];
    await this.#finish(judge, async ({ audit, replay }) => {
      for (const { id } of executions) {
        const report = await replay(id).catch((error: unknown) => ({ kind: String(error) }));
        if (report.kind !== 'same') problems.push(`${id}: its replay is ${JSON.stringify(report)}`);
      }
      const verdict = await audit.verify();
      if (verdict.kind !== 'intact') problems.push(`the audit log is broken: ${verdict.problem}`);
    });
    return problems;
  }

  /** Lets time pass until a host has done something. */
  async #finish({ name, shed }: SimulatedHost, work: (shed: Toolshed) => Promise<void>): Promise<void> {
    let isDone = false;
    const done = this.#time
      .as(name, () => work(shed))
      .finally(() => {
        isDone = true;
      });
    await this.#time.passUntil(() => isDone, CALM_MS);
    if (isDone) await done;
    else throw new Error(`${name} did not finish`);
  }
}

function someWeather(random: Random): Weather {
  if (random.chance(0.15)) return CALM;
  return {
    fails: random.pick([0, 0, 0.02, 0.1]),
    losesReplies: random.pick([0, 0.03, 0.15]),
    delays: random.pick([0.1, 0.5, 0.9]),
    delayMs: random.pick([2, 20, 150]),
  };
}

function timersFiredOnce({ executions }: History): readonly string[] {
  return executions.flatMap(({ id, entries }) => {
    const fired = entries.flatMap((entry) => (entry.kind === 'fired' ? [entry.call] : []));
    return fired
      .filter((call, index) => fired.indexOf(call) !== index)
      .map((call) => `${id}: timer ${call} fired twice`);
  });
}
