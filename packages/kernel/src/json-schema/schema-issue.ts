/** One thing that is wrong with a value, and where. */
export interface SchemaIssue {
  /** Dotted path of the field, empty for the value itself. */
  readonly field: string;
  /** What is wrong there. */
  readonly message: string;
}
