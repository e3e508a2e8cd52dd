// How well a search does on questions whose answers are known.

export interface Question {
  readonly query: string;
  /** Each inner list is one tool that is needed, by any of these paths. */
  readonly needed: readonly (readonly string[])[];
}

export type Search = (query: string, limit: number) => readonly string[];

export interface Quality {
  /** Part of the questions with a needed tool first. */
  readonly first: number;
  /** Part of the questions with a needed tool among the first three. */
  readonly three: number;
  /** Part of the needed tools among the first ten. */
  readonly ten: number;
}

export function qualityOf(search: Search, questions: readonly Question[]): Quality {
  const each = questions.map(({ query, needed }) => {
    const found = search(query, 10);
    const isNeeded = (path: string): boolean => needed.some((paths) => paths.includes(path));
    const got = needed.filter((paths) => paths.some((path) => found.includes(path)));
    return {
      first: Number(found.slice(0, 1).some(isNeeded)),
      three: Number(found.slice(0, 3).some(isNeeded)),
      ten: got.length / needed.length,
    };
  });
  const mean = (of: keyof Quality): number => each.reduce((sum, one) => sum + one[of], 0) / each.length;
  return { first: mean('first'), three: mean('three'), ten: mean('ten') };
}

export const percents = ({ first, three, ten }: Quality): string =>
  [first, three, ten].map((part) => (100 * part).toFixed(0)).join(' / ');
