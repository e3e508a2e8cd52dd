/** What a call of a saved program runs. */
export interface SavedText {
  readonly version: number;
  /** Of the path, the text and the input schema. */
  readonly digest: string;
  readonly source: string;
}
