// Work that ends when a test says so, and what was at work at once.

import { defineTool, type Tool } from '@toolshed/kernel';
import { z } from 'zod';

export interface HeldWork {
  /** `work.hold({ name })`: a safe call that returns once it is released. `work.note({ name })` returns at once. */
  readonly tools: readonly Tool[];
  /** Names of all that began, in order. */
  readonly began: readonly string[];
  /** How many are held now, and how many were at most. */
  readonly held: number;
  readonly most: number;
  /** Lets those go that are held now. */
  letGo(count?: number): void;
  /** Releases what is held, and everything that comes later. */
  letAllGo(): void;
}

export function createHeldWork(): HeldWork {
  const began: string[] = [];
  const waiting: (() => void)[] = [];
  let most = 0;
  let isOpen = false;
  const input = z.object({ name: z.string() });
  const define = (path: string, handler: (name: string) => unknown): Tool =>
    defineTool({
      path,
      description: path,
      input,
      destructive: false,
      async handler(_, { name }) {
        began.push(name);
        await handler(name);
        return name;
      },
    });
  return {
    tools: [
      define('work.hold', () => {
        if (isOpen) return undefined;
        return new Promise<void>((resolve) => {
          waiting.push(resolve);
          most = Math.max(most, waiting.length);
        });
      }),
      define('work.note', () => undefined),
    ],
    began,
    get held() {
      return waiting.length;
    },
    get most() {
      return most;
    },
    letGo(count = waiting.length) {
      for (const resolve of waiting.splice(0, count)) resolve();
    },
    letAllGo() {
      isOpen = true;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

export const hold = (name: string): string => `return await tools.work.hold({ name: ${JSON.stringify(name)} })`;
export const note = (name: string): string => `return await tools.work.note({ name: ${JSON.stringify(name)} })`;
