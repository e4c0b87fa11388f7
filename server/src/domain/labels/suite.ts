/** The suite's sensitivity labels. `engine/suite.ts` says what holds for every call. */
import type { Label } from './model.ts';

export interface SuiteLabels {
  /** Labels published to the user, by rank, those that are no longer active included; none for the unknown. */
  listFor(tenantId: string, userId: string): Promise<Label[]>;
  find(tenantId: string, labelId: string): Promise<Label | undefined>;
}

declare module '../../engine/suite.ts' {
  interface Suite {
    labels: SuiteLabels;
  }
}
