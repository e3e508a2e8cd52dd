// Whether a value says so little that its program most likely misread a result: `r.items?.length ?? 0` is 0 for every result
// without `items`. Such a program completes, and only its types tell.

const DEEPEST = 4;
const MOST_MEMBERS = 1_000;
const ODD_TEXT = /\bundefined\b|\[object \w+\]/;
const LONGEST_TEXT = 100_000;

/** 0, an empty text or list, an object of such values, a text with `undefined` in it. Nothing at all is said elsewhere. */
export const isHollow = (value: unknown): boolean => value !== null && value !== undefined && isEmpty(value, 0);

function isEmpty(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value === '' || ODD_TEXT.test(value.slice(0, LONGEST_TEXT));
  if (value === null || value === 0) return true;
  if (typeof value !== 'object' || depth > DEEPEST) return false;
  const members: readonly unknown[] = Object.values(value);
  return members.length <= MOST_MEMBERS && members.every((member) => isEmpty(member, depth + 1));
}
