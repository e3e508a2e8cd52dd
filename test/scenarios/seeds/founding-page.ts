// What the pages that the product was founded on state, as data: one entry for each thing that can be checked.

/** What a page says, in our words; `differs` where we do something else, and why that is better. */
export type Statement = string | { readonly says: string; readonly differs: string };

export interface FoundingPage {
  readonly title: string;
  /** The statements of each section of the page, by id. */
  readonly sections: Readonly<Record<string, Readonly<Record<string, Statement>>>>;
}

/** The ids of a page's statements. */
export type StatementIdsOf<P> = P extends { readonly sections: infer S }
  ? { [Section in keyof S]: keyof S[Section] }[keyof S] & string
  : never;
