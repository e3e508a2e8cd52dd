// Both Node and browsers have it; the kernel names it without pulling in either's types.
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
}
