import type { ElicitationChannel, ElicitationRequest, ToolLog } from '@toolshed/kernel';

/** Whether a channel says that it can show a question. A channel that throws, or returns a promise, does not. */
export function canShow(channel: ElicitationChannel, request: ElicitationRequest, log: ToolLog): boolean {
  try {
    const supported: unknown = channel.supports?.(request) ?? true;
    if (!isThenable(supported)) return Boolean(supported);
    // Nobody waits for it, so nobody would handle its failure.
    Promise.resolve(supported).catch(() => undefined);
    log.warn(
      { channel: channel.name },
      '"supports" of a channel returned a promise instead of true or false; trying the next channel',
    );
  } catch (error) {
    log.warn({ err: error, channel: channel.name }, 'a channel failed; trying the next channel');
  }
  return false;
}

const isThenable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
