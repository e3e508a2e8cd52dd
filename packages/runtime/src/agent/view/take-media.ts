// Images and audio that a program returns or emits, in the shape MCP servers and tools give them: `{ type: 'image', data,
// mimeType }`. A model sees or hears them as blocks beside the text; as base64 in the text they would fill its context.
//
// Threat: a value made to look like many or huge images, or with a type that is something else. What is not exactly an
// image or audio, or goes beyond the bounds, stays in the text, where the budget cuts it.

import { z } from 'zod';

/** An image or audio beside the text of a reply. */
export interface AgentMedia {
  /** What kind of block it becomes. */
  readonly type: 'image' | 'audio';
  /** Base64. */
  readonly data: string;
  /** Of the data. */
  readonly mimeType: string;
}

const MOST_BLOCKS = 8;
const MOST_CHARACTERS = 4_000_000;
const DEEPEST = 16;
/** Values that are looked at. */
const MOST_VALUES = 20_000;

const Media = z.union([
  z.looseObject({
    type: z.literal('image'),
    data: z.string().min(1),
    mimeType: z.string().regex(/^image\/[\w.+-]{1,80}$/),
  }),
  z.looseObject({
    type: z.literal('audio'),
    data: z.string().min(1),
    mimeType: z.string().regex(/^audio\/[\w.+-]{1,80}$/),
  }),
]);

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export interface MediaTaker {
  /** The value with text in place of each block taken out of it; the value itself if there was none. */
  take(value: unknown): unknown;
  readonly taken: readonly AgentMedia[];
}

/** One for each reply: the bounds hold for the whole reply. */
export function createMediaTaker(): MediaTaker {
  const taken: AgentMedia[] = [];
  let characters = 0;
  let looked = 0;

  const read = (value: object): AgentMedia | undefined => {
    if (!('mimeType' in value) || taken.length >= MOST_BLOCKS) return undefined;
    const media = Media.safeParse(value).data;
    if (media === undefined || characters + media.data.length > MOST_CHARACTERS) return undefined;
    return BASE64.test(media.data) ? { type: media.type, data: media.data, mimeType: media.mimeType } : undefined;
  };

  const take = (value: unknown, depth: number): unknown => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST || ++looked > MOST_VALUES) return value;
    const media = read(value);
    if (media !== undefined) {
      taken.push(media);
      characters += media.data.length;
      return { ...value, data: `(block ${taken.length} beside this text)` };
    }
    return Array.isArray(value) ? inList(value, depth) : inObject(value, depth);
  };

  const inList = (list: readonly unknown[], depth: number): readonly unknown[] => {
    const items = list.slice(0, MOST_VALUES).map((item) => take(item, depth + 1));
    return items.some((item, index) => item !== list[index]) ? [...items, ...list.slice(MOST_VALUES)] : list;
  };

  const inObject = (value: object, depth: number): object => {
    const changed: [string, unknown][] = [];
    for (const key in value) {
      if (looked > MOST_VALUES) break;
      const member: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
      const left = take(member, depth + 1);
      if (left !== member) changed.push([key, left]);
    }
    if (changed.length === 0) return value;
    const replaced = new Map(changed);
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, replaced.has(key) ? replaced.get(key) : member]),
    );
  };

  return { take: (value) => take(value, 0), taken };
}
