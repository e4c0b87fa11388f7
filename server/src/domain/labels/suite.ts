/** The suite's sensitivity labels. See `engine/suite.ts` for the rules of every call. */
import type { Label } from './model.ts';

export interface SuiteLabels {
  /** Returns the labels published to the user, by rank, including inactive ones; none for an unknown user. */
  listFor(tenantId: string, userId: string): Promise<Label[]>;
  find(tenantId: string, labelId: string): Promise<Label | undefined>;
}

declare module '../../engine/suite.ts' {
  interface Suite {
    labels: SuiteLabels;
  }
}
