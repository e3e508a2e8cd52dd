/** What a search finds a tool by, beside its path and its description. */
export interface ToolKeywords {
  /** What a call does; undefined if only the name shows it. */
  readonly does?: ToolEffectKind | undefined;
  /** The address of what it works on, as words: `repos issues comments`. */
  readonly place?: string | undefined;
  /** Names of its arguments, and of what is inside of them. */
  readonly names: readonly string[];
  /** What its schema says about its arguments. */
  readonly texts: readonly string[];
  /** Values that an argument may have. */
  readonly values: readonly string[];
  /** Groups of words that mean the same for this tool. */
  readonly synonyms?: readonly (readonly string[])[] | undefined;
}

/** What a tool does with what it works on: `act` is anything else. */
export type ToolEffectKind = 'read' | 'create' | 'update' | 'delete' | 'act';
