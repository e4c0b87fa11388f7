/** Plans of groups, with buckets and tasks ("Use the Planner REST API"). */
import type { PlannerBucket, PlannerTask } from '@microsoft/microsoft-graph-types';
import { badRequest, GraphError, notFound } from './errors.ts';
import type { Entity } from './odata.ts';
import { orderHintFor, orderHintsAmong } from './order-hints.ts';
import { type Call, created, isSeen, ok, type Route } from './route.ts';
import { anything, type Body, checkBody, type Fields, name, text } from './shapes.ts';
import type { StoredBucket, StoredPlan, StoredTask } from './tenant.ts';

const READ = ['Tasks.Read.All', 'Tasks.ReadWrite.All'];
const WRITE = ['Tasks.ReadWrite.All'];

const LIMITS = { plans: 200, buckets: 200, tasks: 2400, checklist: 20, assignees: 20, categories: 25 };

const exceeded = (code: string): GraphError =>
  new GraphError(403, code, 'A limit of the service was exceeded.');

/** Planner's ids have 28 characters, and are case-sensitive. */
const newId = (call: Call, ...parts: string[]): string =>
  Buffer.from(call.tenant.newId(...parts).replaceAll('-', ''), 'hex')
    .toString('base64url')
    .padEnd(28, 'Q')
    .slice(0, 28);

const etag = (id: string, version: number): string =>
  `W/"${Buffer.from(`'${id} ${String(version).padStart(6, '0')}'`).toString('base64')}"`;

/** @throws 400 without If-Match, 412 for another version */
function checkMatch(call: Call, current: string): void {
  const given = call.headers['if-match'];
  if (given === undefined) throw badRequest('The If-Match header must be specified.');
  if (given !== current) {
    throw new GraphError(412, 'PreconditionFailed', 'The If-Match value does not match the item.');
  }
}

function findPlan(call: Call, id = call.parameters.plan!): StoredPlan {
  const plan = call.tenant.plans.get(id);
  if (plan === undefined || !isSeen(plan, call.now)) throw notFound('The requested item');
  return plan;
}

function findTask(call: Call): { plan: StoredPlan; task: StoredTask } {
  for (const plan of call.tenant.plans.values()) {
    const task = plan.tasks.get(call.parameters.task!);
    if (task !== undefined) return { plan, task };
  }
  throw notFound('The requested item');
}

const planEntity = (call: Call, { id, title, groupId, createdAt, version }: StoredPlan): Entity => ({
  '@odata.etag': etag(id, version),
  id,
  title,
  createdDateTime: new Date(createdAt).toISOString(),
  owner: groupId,
  container: { containerId: groupId, type: 'group', url: `${call.url}/groups/${groupId}` },
});

const bucketEntity = (plan: StoredPlan, { version, ...bucket }: StoredBucket): Entity => ({
  '@odata.etag': etag(bucket.id, version),
  planId: plan.id,
  ...bucket,
});

const taskEntity = (plan: StoredPlan, task: StoredTask): Entity => {
  const { version, detailsVersion: _, description, checklist, createdAt, ...shown } = task;
  return {
    '@odata.etag': etag(task.id, version),
    planId: plan.id,
    ...shown,
    createdDateTime: new Date(createdAt).toISOString(),
    hasDescription: description !== '',
    checklistItemCount: checklist.size,
  };
};

const detailsEntity = ({ id, detailsVersion, description, checklist }: StoredTask): Entity => ({
  '@odata.etag': etag(`${id} details`, detailsVersion),
  id,
  description,
  previewType: 'automatic',
  references: {},
  checklist: Object.fromEntries(
    [...checklist].map(([key, item]) => [
      key,
      { '@odata.type': '#microsoft.graph.plannerChecklistItem', ...item },
    ]),
  ),
});

const planDetailsEntity = ({ id, detailsVersion, categories }: StoredPlan): Entity => ({
  '@odata.etag': etag(`${id} details`, detailsVersion),
  id,
  sharedWith: {},
  categoryDescriptions: {
    ...Object.fromEntries(Array.from({ length: LIMITS.categories }, (_, at) => [`category${at + 1}`, null])),
    ...categories,
  },
});

/** Returns the changed object, or 204 unless the client prefers a representation. */
const changed = (call: Call, entity: Entity) =>
  /return=representation/.test(call.headers.prefer ?? '') ? ok(entity) : { status: 204 };

interface NewPlan {
  container: { url?: string; containerId?: string; type?: string };
  title: string;
}

const PLAN: Fields<NewPlan> = { container: anything, title: name(255) };

function createPlan(call: Call) {
  const body = checkBody<NewPlan>(call.body, 'plannerPlan', PLAN, ['container', 'title']);
  const { url, containerId, type } = body.container as NewPlan['container'];
  const groupId = containerId ?? /\/groups\/([^/?]+)$/.exec(url ?? '')?.[1];
  if (groupId === undefined || (url === undefined && type !== 'group')) {
    throw badRequest('The container needs its url, or its containerId and type.');
  }
  const group = call.tenant.groups.get(groupId);
  if (group === undefined || !isSeen(group, call.now)) throw notFound('The requested item');
  const all = [...call.tenant.plans.values()].filter((plan) => plan.groupId === groupId);
  if (all.length >= LIMITS.plans) throw exceeded('MaximumProjectsOwnedByUser');
  const title = body.title as string;
  const at = call.now.getTime();
  const plan: StoredPlan = {
    ...{ id: newId(call, 'plan', groupId, title), groupId, title, version: 1, detailsVersion: 1 },
    ...{ createdAt: at, visibleAt: call.visibleAt('plan'), categories: {} },
    ...{ buckets: new Map(), tasks: new Map() },
  };
  call.tenant.plans.set(plan.id, plan);
  return created(planEntity(call, plan));
}

const CATEGORY = /^category([1-9]|1\d|2[0-5])$/;

function changePlanDetails(call: Call) {
  const plan = findPlan(call);
  checkMatch(call, etag(`${plan.id} details`, plan.detailsVersion));
  const fields: Fields<Record<string, unknown>> = { categoryDescriptions: anything, sharedWith: anything };
  const body = checkBody<Record<string, unknown>>(call.body, 'plannerPlanDetails', fields);
  for (const [key, value] of Object.entries((body.categoryDescriptions ?? {}) as Body)) {
    if (key === '@odata.type') continue;
    if (!CATEGORY.test(key) || (value !== null && typeof value !== 'string')) {
      throw badRequest(`Invalid category '${key}'.`);
    }
    plan.categories[key] = value as string | null;
  }
  plan.detailsVersion += 1;
  return changed(call, planDetailsEntity(plan));
}

const BUCKET: Fields<PlannerBucket> = { name: name(255), planId: text(), orderHint: text() };

function createBucket(call: Call) {
  const body = checkBody<PlannerBucket>(call.body, 'plannerBucket', BUCKET, ['name', 'planId']);
  const plan = findPlan(call, body.planId as string);
  if (plan.buckets.size >= LIMITS.buckets) throw exceeded('MaximumBucketsInProject');
  const siblings = [...plan.buckets.values()].map(({ orderHint }) => orderHint);
  const bucket: StoredBucket = {
    id: newId(call, 'bucket', plan.id, body.name as string),
    name: body.name as string,
    orderHint: orderHintFor(siblings, body.orderHint as string | undefined),
    version: 1,
  };
  plan.buckets.set(bucket.id, bucket);
  return created(bucketEntity(plan, bucket));
}

const TASK: Fields<PlannerTask> = {
  planId: text(),
  bucketId: text(),
  title: name(255),
  orderHint: text(),
  dueDateTime: text(),
  startDateTime: text(),
  assignments: anything,
  appliedCategories: anything,
  percentComplete: anything,
  priority: anything,
};

function readAssignments(call: Call, given: Body): Record<string, Entity> {
  const entries = Object.entries(given);
  if (entries.length > LIMITS.assignees) throw exceeded('MaximumAssigneesInTasks');
  const assignments: Record<string, Entity> = {};
  for (const [userId, value] of entries) {
    const assignment = value as { '@odata.type'?: string; orderHint?: string };
    if (!/^#?microsoft\.graph\.plannerAssignment$/.test(assignment['@odata.type'] ?? '')) {
      throw badRequest('An assignment must declare its @odata.type.');
    }
    if (assignment.orderHint === undefined) throw badRequest('An assignment must have an orderHint.');
    if (call.tenant.user(userId) === undefined) throw badRequest(`There is no user ${userId}.`);
    const type = { '@odata.type': '#microsoft.graph.plannerAssignment' };
    assignments[userId] = { ...type, orderHint: orderHintFor([], assignment.orderHint) };
  }
  return assignments;
}

function readCategories(given: Body): Record<string, boolean> {
  const applied = Object.entries(given).filter(([key]) => key !== '@odata.type');
  for (const [key, value] of applied) {
    if (!CATEGORY.test(key) || typeof value !== 'boolean') throw badRequest(`Invalid category '${key}'.`);
  }
  return Object.fromEntries(applied.filter(([, value]) => value)) as Record<string, boolean>;
}

function createTask(call: Call) {
  const body = checkBody<PlannerTask>(call.body, 'plannerTask', TASK, ['planId', 'title']);
  const plan = findPlan(call, body.planId as string);
  const bucketId = (body.bucketId as string | undefined) ?? null;
  if (bucketId !== null && !plan.buckets.has(bucketId)) throw badRequest('The bucket must be in the plan.');
  if (plan.tasks.size >= LIMITS.tasks) throw exceeded('MaximumTasksInProject');
  const due = (body.dueDateTime as string | null | undefined) ?? null;
  if (due !== null && Number.isNaN(Date.parse(due))) throw badRequest('Invalid dueDateTime.');
  const task: StoredTask = {
    ...{ id: newId(call, 'task', plan.id, body.title as string), bucketId, title: body.title as string },
    orderHint: orderHintFor(
      [...plan.tasks.values()].map(({ orderHint }) => orderHint),
      body.orderHint as string | undefined,
    ),
    dueDateTime: due,
    assignments: readAssignments(call, (body.assignments ?? {}) as Body),
    appliedCategories: readCategories((body.appliedCategories ?? {}) as Body),
    percentComplete: 0,
    ...{ createdAt: call.now.getTime(), version: 1, detailsVersion: 1 },
    ...{ description: '', checklist: new Map() },
  };
  plan.tasks.set(task.id, task);
  return created(taskEntity(plan, task));
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function changeChecklist(task: StoredTask, given: Body): void {
  const hints = new Map<string, string | undefined>();
  for (const [key, value] of Object.entries(given)) {
    if (!GUID.test(key)) throw badRequest('The key of a checklist item must be a GUID.');
    if (value === null) {
      task.checklist.delete(key);
      continue;
    }
    const item = value as { '@odata.type'?: string; title?: string; isChecked?: boolean; orderHint?: string };
    if (!/^#?microsoft\.graph\.plannerChecklistItem$/.test(item['@odata.type'] ?? '')) {
      throw badRequest('A checklist item must declare its @odata.type.');
    }
    const known = task.checklist.get(key);
    const title = item.title ?? known?.title ?? '';
    if (title.length > 100) throw badRequest('The title of a checklist item is too long.');
    const isChecked = item.isChecked ?? known?.isChecked ?? false;
    task.checklist.set(key, { title, isChecked, orderHint: known?.orderHint ?? '' });
    hints.set(key, item.orderHint);
  }
  if (task.checklist.size > LIMITS.checklist) throw exceeded('MaximumChecklistItemsOnTask');
  for (const [key, hint] of orderHintsAmong(hints)) task.checklist.get(key)!.orderHint = hint;
}

function changeTaskDetails(call: Call) {
  const { task } = findTask(call);
  checkMatch(call, etag(`${task.id} details`, task.detailsVersion));
  const fields: Fields<Record<string, unknown>> = {
    ...{ checklist: anything, description: text(32_768) },
    ...{ previewType: text(), references: anything },
  };
  const body = checkBody<Record<string, unknown>>(call.body, 'plannerTaskDetails', fields);
  if (body.checklist !== undefined) changeChecklist(task, body.checklist as Body);
  if (body.description !== undefined) task.description = body.description as string;
  task.detailsVersion += 1;
  return changed(call, detailsEntity(task));
}

/** Number of objects in a page. Microsoft documents no number; a small one exposes clients that read only one page. */
const PAGE = 10;

function collection(call: Call, all: Entity[]) {
  const { parameters, url } = call.query;
  for (const option of parameters.keys()) {
    if (option !== '$skiptoken') throw badRequest(`Query option '${option}' is not allowed.`);
  }
  const start = Number(parameters.get('$skiptoken') ?? 0);
  const end = start + PAGE;
  return ok({
    '@odata.context': `${call.url}/$metadata#Collection(plannerObject)`,
    ...(end < all.length && { '@odata.nextLink': `${url}?$skiptoken=${end}` }),
    value: all.slice(start, end),
  });
}

const read = (path: string, handle: Route['handle']): Route => ({
  ...{ method: 'GET', path, permissions: READ, budgets: ['planner'], handle },
});

const write = (method: 'POST' | 'PATCH', path: string, handle: Route['handle']): Route => ({
  ...{ method, path, permissions: WRITE, budgets: ['planner'], handle },
});

export const plannerRoutes: readonly Route[] = [
  read('/groups/{group}/planner/plans', (call) => {
    const group = call.tenant.groups.get(call.parameters.group!);
    if (group === undefined || !isSeen(group, call.now)) throw notFound('The requested item');
    const plans = [...call.tenant.plans.values()].filter(
      (plan) => plan.groupId === group.id && isSeen(plan, call.now),
    );
    return collection(
      call,
      plans.map((plan) => planEntity(call, plan)),
    );
  }),
  read('/planner/plans/{plan}', (call) => ok(planEntity(call, findPlan(call)))),
  read('/planner/plans/{plan}/details', (call) => ok(planDetailsEntity(findPlan(call)))),
  read('/planner/plans/{plan}/buckets', (call) => {
    const plan = findPlan(call);
    return collection(
      call,
      [...plan.buckets.values()].map((bucket) => bucketEntity(plan, bucket)),
    );
  }),
  read('/planner/plans/{plan}/tasks', (call) => {
    const plan = findPlan(call);
    return collection(
      call,
      [...plan.tasks.values()].map((task) => taskEntity(plan, task)),
    );
  }),
  read('/planner/tasks/{task}/details', (call) => ok(detailsEntity(findTask(call).task))),
  write('POST', '/planner/plans', createPlan),
  write('PATCH', '/planner/plans/{plan}/details', changePlanDetails),
  write('POST', '/planner/buckets', createBucket),
  write('POST', '/planner/tasks', createTask),
  write('PATCH', '/planner/tasks/{task}/details', changeTaskDetails),
];
