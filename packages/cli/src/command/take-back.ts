// What must not outlive the command: it is taken back also when a signal ends the process, or its output is lost.

/** Unless it is killed outright, which no process notices. */
const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM', 'SIGQUIT'] as const;
/** A store that is away does not keep a command that was told to end. */
const PATIENCE_MS = 2_000;

type TakeBack = () => Promise<void>;

const held = new Set<TakeBack>();
let ending: Promise<void> | undefined;

export const holdsAnything = (): boolean => held.size > 0;

/** Once, however many signals come. */
export function takeBackAll(): Promise<void> {
  ending ??= Promise.race([
    Promise.allSettled([...held].map((takeBack) => takeBack())).then(() => undefined),
    new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ]);
  return ending;
}

/** Takes it back when disposed of, or when the process ends before. */
export function untilEnd(takeBack: TakeBack): AsyncDisposable {
  const leave = (signal: NodeJS.Signals): void => {
    // Somebody else ends the command in an orderly way.
    if (signal === 'SIGINT' && process.listenerCount(signal) > 1) return;
    void takeBackAll().then(() => {
      stopListening();
      process.kill(process.pid, signal);
    });
  };
  const stopListening = (): void => {
    for (const signal of SIGNALS) process.off(signal, leave);
  };
  held.add(takeBack);
  for (const signal of SIGNALS) process.on(signal, leave);
  return {
    async [Symbol.asyncDispose]() {
      try {
        await takeBack();
      } finally {
        held.delete(takeBack);
        stopListening();
      }
    },
  };
}
