// The phases of a run: chaos, then a calm in which everything comes to its end, then closing.

export interface Phases {
  chaos(): Promise<void>;
  calm(): Promise<void>;
  closing(): Promise<void>;
  /** Ends whatever is left, whether the phases went well or not. */
  end(): Promise<void>;
}

/** How many seconds each took. */
export type PhaseSeconds = Readonly<Record<'chaos' | 'calm' | 'closing', number>>;

export async function runPhases(phases: Phases): Promise<PhaseSeconds> {
  const timed = async (work: () => Promise<void>): Promise<number> => {
    const before = performance.now();
    await work();
    return Math.round(performance.now() - before) / 1_000;
  };
  try {
    const chaos = await timed(() => phases.chaos());
    const calm = await timed(() => phases.calm());
    return { chaos, calm, closing: await timed(() => phases.closing()) };
  } finally {
    await phases.end();
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
