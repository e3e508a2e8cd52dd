/** One thing that `doctor` looked at. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  /** It works, and is not as it should be: shown without a check mark. */
  readonly warning?: true;
  readonly detail: string;
  readonly advice?: string;
}
