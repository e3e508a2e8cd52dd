import type { ts } from '@ts-morph/common';

/** A program that was checked against declarations. */
export interface Checked {
  readonly source: ts.SourceFile;
  readonly declared: ts.SourceFile;
  readonly checker: ts.TypeChecker;
}
