/** Calls for plans. "Use the Planner REST API" and the pages of its methods describe them. */
import type {
  PlannerBucket,
  PlannerPlan,
  PlannerPlanDetails,
  PlannerTask,
  PlannerTaskDetails,
} from '@microsoft/microsoft-graph-types';
import { at } from '../client/request.ts';
import type { GraphCall } from '../client/transport.ts';

/** Planner versions each object. A change must name the last known version. */
export type Versioned<Entity> = Entity & { '@odata.etag'?: string };

export type { PlannerBucket, PlannerPlan, PlannerPlanDetails, PlannerTask, PlannerTaskDetails };

const read = (path: string): GraphCall => ({ method: 'GET', path, budget: 'others' });

const write = (method: 'POST' | 'PATCH', path: string, body: object, headers = {}): GraphCall => ({
  ...{ method, path, budget: 'others', body, headers },
});

export const plansCall = (groupId: string): GraphCall => read(at`/groups/${groupId}/planner/plans`);
export const planDetailsCall = (planId: string): GraphCall => read(at`/planner/plans/${planId}/details`);
export const bucketsCall = (planId: string): GraphCall => read(at`/planner/plans/${planId}/buckets`);
export const tasksCall = (planId: string): GraphCall => read(at`/planner/plans/${planId}/tasks`);
export const taskDetailsCall = (taskId: string): GraphCall => read(at`/planner/tasks/${taskId}/details`);

/** @param groupUrl address of the group that contains the plan */
export const createPlanCall = (groupUrl: string, title: string): GraphCall =>
  write('POST', '/planner/plans', { container: { url: groupUrl }, title });

export const createBucketCall = (planId: string, name: string, orderHint: string): GraphCall =>
  write('POST', '/planner/buckets', { name, planId, orderHint });

export interface NewGraphTask {
  planId: string;
  bucketId: string;
  title: string;
  orderHint: string;
  dueDateTime: string | null;
  assigneeIds: readonly string[];
  categories: readonly string[];
}

export const createTaskCall = ({ assigneeIds, categories, dueDateTime, ...task }: NewGraphTask): GraphCall =>
  write('POST', '/planner/tasks', {
    ...task,
    ...(dueDateTime !== null && { dueDateTime }),
    ...(assigneeIds.length > 0 && {
      assignments: Object.fromEntries(
        assigneeIds.map((id) => [
          id,
          { '@odata.type': '#microsoft.graph.plannerAssignment', orderHint: FIRST_ORDER_HINT },
        ]),
      ),
    }),
    ...(categories.length > 0 && {
      appliedCategories: Object.fromEntries(categories.map((category) => [category, true])),
    }),
  });

export const changePlanDetailsCall = (planId: string, etag: string, body: object): GraphCall =>
  write('PATCH', at`/planner/plans/${planId}/details`, body, { 'If-Match': etag });

export const changeTaskDetailsCall = (taskId: string, etag: string, body: object): GraphCall =>
  write('PATCH', at`/planner/tasks/${taskId}/details`, body, { 'If-Match': etag });

/* Order hints ("Using order hints in Planner"). The service calculates the hint of the item from them. */

/** The hint of the first item of an empty list. */
export const FIRST_ORDER_HINT = ' !';

/** Returns the hint for a new last item, given the hint of the present last item (undefined for an empty list). */
export const orderHintAfter = (orderHint: string | undefined): string =>
  orderHint === undefined ? FIRST_ORDER_HINT : `${orderHint} !`;

/** Returns the hint for a new first item, given the hint of the present first item (undefined for an empty list). */
export const hintBefore = (orderHint: string | undefined): string =>
  orderHint === undefined ? FIRST_ORDER_HINT : ` ${orderHint}!`;
