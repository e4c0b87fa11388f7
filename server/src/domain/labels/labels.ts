import Type, { type Static } from 'typebox';
import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { Nullable } from '../../kernel/schema.ts';

/** A sensitivity label as getMyLabels shows it (docs/specification.md, section 5). */
export const Label = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  color: Type.String({ description: 'CSS hex colour', examples: ['#0078D4'] }),
  sensitivity: Type.Integer({ description: 'Rank: a higher number is more sensitive' }),
  tooltip: Type.String(),
  isActive: Type.Boolean(),
  /** The label that contains this one; null at the top level. */
  parent: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
});
export type Label = Static<typeof Label>;

/** Returns the sensitivity labels published to the calling user, by rank. */
export const listMyLabels = (deps: { suite: Suite }, principal: Principal): Promise<Label[]> =>
  deps.suite.labels.listFor(principal.tenantId, principal.id);

/** The suite's sensitivity labels. See `engine/suite.ts` for the rules of every call. */
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
