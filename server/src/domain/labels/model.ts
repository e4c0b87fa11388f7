import Type, { type Static } from 'typebox';
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
