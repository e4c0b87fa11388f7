/** Files and plans of channels as the API shows them (docs/specification.md, section 5; names follow Microsoft Graph). */
import Type, { type Static } from 'typebox';
import { DateTime, Nullable } from '../../kernel/schema.ts';

export const ChannelFile = Type.Object({
  id: Type.String(),
  name: Type.String(),
  path: Type.String({ description: "Path below the channel's folder, with `/` between names" }),
  size: Type.Integer({ description: 'Size in bytes. For a folder, the size of all files in it' }),
  folder: Nullable(
    Type.Object({ childCount: Type.Integer({ description: 'Number of items directly in the folder' }) }),
  ),
  file: Nullable(Type.Object({ mimeType: Type.String() })),
  createdDateTime: DateTime,
  lastModifiedDateTime: DateTime,
  webUrl: Nullable(Type.String({ description: 'Address for browsers; null if the suite has none' })),
});
/** A file or a folder. Exactly one of `file` and `folder` is not null. */
export type ChannelFile = Static<typeof ChannelFile>;

export const PlanTask = Type.Object({
  id: Type.String(),
  title: Type.String(),
  notes: Nullable(
    Type.String({ description: 'Null without notes, and if lists of the suite leave them out' }),
  ),
  checklist: Type.Array(Type.Object({ title: Type.String(), isChecked: Type.Boolean() })),
  labels: Type.Array(Type.String()),
  dueDateTime: Nullable(DateTime),
  assigneeIds: Type.Array(Type.String()),
  percentComplete: Type.Integer({ minimum: 0, maximum: 100 }),
});
export type PlanTask = Static<typeof PlanTask>;

export const ChannelTaskPlan = Type.Object({
  id: Type.String(),
  title: Type.String(),
  createdDateTime: DateTime,
  buckets: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), tasks: Type.Array(PlanTask) })),
  webUrl: Nullable(Type.String({ description: 'Address for browsers; null if the suite has none' })),
});
/** A plan with its buckets and tasks, in their order. */
export type ChannelTaskPlan = Static<typeof ChannelTaskPlan>;
