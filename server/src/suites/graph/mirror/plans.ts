/** Reads the plans of a team. They belong to its group, so only Charter's records link plans to channels. */
import type { ChannelTaskPlan, PlanTask } from '../../../domain/contents/model.ts';
import type { ChannelReference } from '../../../domain/contents/suite.ts';
import {
  bucketsCall,
  type PlannerBucket,
  type PlannerPlan,
  type PlannerPlanDetails,
  type PlannerTask,
  planDetailsCall,
  plansCall,
  tasksCall,
} from '../calls/planner.ts';
import { toDateTime } from '../calls/teams.ts';
import { bodyOf, type GraphOutcome, type GraphTransport } from '../client/transport.ts';
import type { MirrorParts } from './parts.ts';

/** Returns the plans of the group, oldest first. */
export async function listGroupPlans(
  { graphOf }: Pick<MirrorParts, 'graphOf'>,
  tenantId: string,
  groupId: string,
): Promise<PlannerPlan[]> {
  const { path, ...charge } = plansCall(groupId);
  const plans = await graphOf(tenantId).list<PlannerPlan>(path, charge);
  return plans.toSorted((one, other) =>
    (one.createdDateTime ?? '') < (other.createdDateTime ?? '') ? -1 : 1,
  );
}

/** Order hints sort by the ordinal values of their characters ("Using order hints in Planner"). */
const byOrderHint = <Item extends { orderHint?: string | null }>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => ((one.orderHint ?? '') < (other.orderHint ?? '') ? -1 : 1));

const EPOCH = new Date(0);

function toTask(task: PlannerTask, categories: Readonly<Record<string, unknown>>): PlanTask {
  const applied = Object.entries((task.appliedCategories ?? {}) as Record<string, unknown>);
  return {
    id: task.id ?? '',
    title: task.title ?? '',
    // Notes would need a call for each task.
    notes: null,
    checklist: [],
    labels: applied
      .filter(([name, isApplied]) => isApplied === true && typeof categories[name] === 'string')
      .map(([name]) => categories[name] as string),
    dueDateTime: task.dueDateTime == null ? null : toDateTime(task.dueDateTime, EPOCH),
    assigneeIds: Object.keys(task.assignments ?? {}).filter((name) => !name.startsWith('@')),
    percentComplete: task.percentComplete ?? 0,
  };
}

/** Returns the items of a page of a batch, and of the pages after it. */
async function allOf<Item>(graph: GraphTransport, answer: GraphOutcome | undefined): Promise<Item[]> {
  const page = bodyOf<{ value: Item[]; '@odata.nextLink'?: string }>(answer);
  const next = page['@odata.nextLink'];
  return next === undefined
    ? page.value
    : [...page.value, ...(await graph.list<Item>(next, { budget: 'others' }))];
}

/** Reads the buckets and tasks of the plan. */
export async function readPlan(
  { graphOf }: Pick<MirrorParts, 'graphOf'>,
  tenantId: string,
  { id = '', title, createdDateTime }: PlannerPlan,
): Promise<ChannelTaskPlan> {
  const graph = graphOf(tenantId);
  const calls = [bucketsCall(id), tasksCall(id), planDetailsCall(id)];
  const [buckets, tasks, details] = await graph.batch(calls);
  const shownBuckets = byOrderHint(await allOf<PlannerBucket>(graph, buckets));
  const shownTasks = byOrderHint(await allOf<PlannerTask>(graph, tasks));
  const { categoryDescriptions } = bodyOf<PlannerPlanDetails>(details);
  return {
    id,
    title: title ?? '',
    createdDateTime: toDateTime(createdDateTime, EPOCH),
    buckets: shownBuckets.map((bucket) => ({
      id: bucket.id ?? '',
      name: bucket.name ?? '',
      tasks: shownTasks
        .filter(({ bucketId }) => bucketId === bucket.id)
        .map((task) => toTask(task, (categoryDescriptions ?? {}) as Record<string, unknown>)),
    })),
    webUrl: null,
  };
}

/** The record of a plan that Charter has created. */
export interface RecordedPlan {
  id: string;
  channelId: string;
}

/** Whether the plan is listed with the channel. A plan that Charter did not create is listed with the primary one. */
export const belongsTo = (
  made: RecordedPlan | undefined,
  { channelId }: ChannelReference,
  isPrimary: boolean,
): boolean => (made === undefined ? isPrimary : made.channelId === channelId);
