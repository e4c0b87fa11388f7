/**
 * Creates plans with buckets and tasks. Planner stores no marker and permits equal names, so each object is recorded
 * before it is requested (make-once.ts). Details, such as notes and labels, are changed with an ETag.
 */
import { createHash } from 'node:crypto';
import { noChannel } from '../../../domain/channels/suite-rules.ts';
import type { ChannelTaskPlan } from '../../../domain/contents/model.ts';
import type {
  ChannelReference,
  ContentProgress,
  NewPlan,
  NewPlanBucket,
  NewPlanTask,
} from '../../../domain/contents/suite.ts';
import { assertNewPlan, invalidAssignees } from '../../../domain/contents/suite-rules.ts';
import { invalidField } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import { listMembersAt } from '../calls/members.ts';
import {
  bucketsCall,
  changePlanDetailsCall,
  changeTaskDetailsCall,
  createBucketCall,
  createPlanCall,
  createTaskCall,
  FIRST_ORDER_HINT,
  hintBefore,
  orderHintAfter,
  type PlannerBucket,
  type PlannerPlan,
  type PlannerPlanDetails,
  type PlannerTask,
  type PlannerTaskDetails,
  planDetailsCall,
  taskDetailsCall,
  tasksCall,
  type Versioned,
} from '../calls/planner.ts';
import { hasStatus, notShown, retryLater } from '../client/failure.ts';
import { at } from '../client/request.ts';
import type { GraphCall } from '../client/transport.ts';
import { callAboutChannel, isHostedChannel } from '../mirror/channels.ts';
import { belongsTo, listGroupPlans, type RecordedPlan, readPlan } from '../mirror/plans.ts';
import { assertTeamWritable, inTeamQueue } from '../mirror/teams.ts';
import { findPrimaryChannelId } from './channel-changes.ts';
import { type Effect, type EffectScope, type GraphParts, SLOW_SETTLE_MILLISECONDS } from './effects.ts';
import type { Place } from './files.ts';
import { type CreateOnceOptions, createEachOnce } from './make-once.ts';

/** Maximum number of buckets or tasks that one call of `create` creates. */
const MAX_OF_A_PIECE = 10;

/** Maximum number of attempts when others change the same details at the same time. */
const MAX_VERSIONS = 5;

/** Seconds until the details are read again after these attempts. */
const VERSION_SECONDS = 15;

interface OrderedItem {
  id: string;
  orderHint: string;
}

export const planScope = (kind: 'plan' | 'bucket' | 'task', teamId: string): EffectScope => ({
  kind,
  scope: teamId,
});

/** Returns an id that repetitions of the call share, in the form of a UUID (RFC 9562, version 8). */
function keyOf(...parts: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(parts.join('\n')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Changes details, and reads them again when others have changed them meanwhile. */
async function changeDetails<Details>(
  { graphOf }: GraphParts,
  tenantId: string,
  read: GraphCall,
  changeOf: (details: Details) => object | undefined,
  call: (etag: string, body: object) => GraphCall,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { body: details } = await graphOf(tenantId).call<Versioned<Details>>(read);
    const body = changeOf(details);
    if (body === undefined) return;
    try {
      await graphOf(tenantId).call(call(details['@odata.etag'] ?? '', body));
      return;
    } catch (error) {
      if (!hasStatus(error, 409, 412)) throw error;
      // Graph may respond to reads with an old version for some time after a change.
      if (attempt === MAX_VERSIONS)
        throw retryLater(
          say('graph.inconsistentPlan', 'Microsoft Graph does not agree with itself about a plan yet.'),
          VERSION_SECONDS,
          error,
        );
    }
  }
}

const categoryOf = (place: number): string => `category${place + 1}`;

/** Names the categories of the plan after its labels. */
const labelPlan = (
  parts: GraphParts,
  tenantId: string,
  planId: string,
  { labels }: NewPlan,
): Promise<void> =>
  labels.length === 0
    ? Promise.resolve()
    : changeDetails<PlannerPlanDetails>(
        parts,
        tenantId,
        planDetailsCall(planId),
        ({ categoryDescriptions }) => {
          const present = (categoryDescriptions ?? {}) as Record<string, unknown>;
          const wanted = labels.map((label, place) => [categoryOf(place), label] as const);
          if (wanted.every(([category, label]) => present[category] === label)) return undefined;
          return { categoryDescriptions: Object.fromEntries(wanted) };
        },
        (etag, body) => changePlanDetailsCall(planId, etag, body),
      );

/** Adds notes and checklist to the task. */
async function detailTask(
  parts: GraphParts,
  tenantId: string,
  taskId: string,
  { marker, notes, checklist }: NewPlanTask,
): Promise<void> {
  if (notes === null && checklist.length === 0) return;
  const items: [string, object][] = [];
  let orderHint = '';
  for (const [place, title] of checklist.entries()) {
    // Hints of new items may be composed of other new hints.
    orderHint = place === 0 ? FIRST_ORDER_HINT : orderHintAfter(orderHint);
    const type = '#microsoft.graph.plannerChecklistItem';
    items.push([keyOf(marker, place), { '@odata.type': type, title, isChecked: false, orderHint }]);
  }
  await changeDetails<PlannerTaskDetails>(
    parts,
    tenantId,
    taskDetailsCall(taskId),
    (details) => {
      const present = (details.checklist ?? {}) as Record<string, unknown>;
      const missing = items.filter(([key]) => present[key] === undefined);
      const isNoted = notes === null || (details.description ?? '') !== '';
      if (isNoted && missing.length === 0) return undefined;
      return {
        ...(!isNoted && { description: notes }),
        ...(missing.length > 0 && { checklist: Object.fromEntries(missing) }),
      };
    },
    (etag, body) => changeTaskDetailsCall(taskId, etag, body),
  );
}

/** Options that are the same for plans, buckets and tasks. */
const once = (parts: GraphParts, { tenantId, channel }: Place, kind: 'plan' | 'bucket' | 'task') => ({
  tenantId,
  key: planScope(kind, channel.teamId),
  settlesIn: () => SLOW_SETTLE_MILLISECONDS,
  assertOpen: () => parts.graphOf(tenantId).assertOpen({ budget: 'others' }),
});

async function listOrdered<Item extends { id?: string; orderHint?: string | null }>(
  { graphOf }: GraphParts,
  tenantId: string,
  { path, ...charge }: GraphCall,
): Promise<(Item & OrderedItem)[]> {
  const items = await graphOf(tenantId).list<Item>(path, charge);
  return items.map((item) => ({ ...item, id: item.id ?? '', orderHint: item.orderHint ?? '' }));
}

const toOrdered = (made: PlannerBucket | PlannerTask | undefined): OrderedItem => {
  // The next attempt finds the object in the list.
  if (!made?.id) throw notShown('channel');
  return { id: made.id, orderHint: made.orderHint ?? '' };
};

function makingPlan(
  parts: GraphParts,
  place: Place,
): CreateOnceOptions<NewPlan, RecordedPlan & { title?: string }> {
  const { tenantId, channel } = place;
  const { teamId, channelId } = channel;
  return {
    ...once(parts, place, 'plan'),
    list: async () =>
      (await listGroupPlans(parts, tenantId, teamId)).map(({ id = '', title }) => ({
        ...{ id, channelId },
        ...(title != null && { title }),
      })),
    matches: ({ name }, present) => present.title === name,
    async make({ name }, { options }) {
      const graph = parts.graphOf(tenantId);
      const call = createPlanCall(graph.bind(at`/groups/${teamId}`), name);
      const { body } = await graph.call<PlannerPlan>({ ...call, ...options });
      if (!body?.id) throw notShown('channel');
      return { id: body.id, channelId };
    },
    finish: (plan, { id }) => labelPlan(parts, tenantId, id, plan),
  };
}

/** @param hints order hints by marker. Buckets are created in their order, each after the previous one */
function makingBucket(
  parts: GraphParts,
  place: Place,
  planId: string,
  { buckets }: NewPlan,
  hints: Map<string, string>,
): CreateOnceOptions<NewPlanBucket, OrderedItem & { name?: string }> {
  const { tenantId } = place;
  const before = new Map(buckets.map(({ marker }, index) => [marker, buckets[index - 1]?.marker ?? '']));
  return {
    ...once(parts, place, 'bucket'),
    list: () => listOrdered<PlannerBucket & { name?: string }>(parts, tenantId, bucketsCall(planId)),
    matches: ({ name }, present) => present.name === name,
    async make({ marker, name }, { options }) {
      const hint = orderHintAfter(hints.get(before.get(marker) ?? ''));
      const { body } = await parts
        .graphOf(tenantId)
        .call<PlannerBucket | undefined>({ ...createBucketCall(planId, name, hint), ...options });
      return toOrdered(body);
    },
    async finish({ marker }, made) {
      hints.set(marker, made.orderHint);
    },
  };
}

interface TaskInBucket extends NewPlanTask {
  bucketId: string;
}

/**
 * @param tasks all tasks of the plan, the last one first. They are created in this order, so that views that ignore
 *   hints and show the newest task first have the order of the plan
 */
function makingTask(
  parts: GraphParts,
  place: Place,
  planId: string,
  { plan, tasks }: { plan: NewPlan; tasks: readonly TaskInBucket[] },
  hints: Map<string, string>,
): CreateOnceOptions<TaskInBucket, OrderedItem & { title?: string; bucketId?: string | null }> {
  const { tenantId } = place;
  const behind = new Map(tasks.map(({ marker }, index) => [marker, tasks[index - 1]?.marker ?? '']));
  return {
    ...once(parts, place, 'task'),
    list: () =>
      listOrdered<PlannerTask & { title?: string; bucketId?: string | null }>(
        parts,
        tenantId,
        tasksCall(planId),
      ),
    matches: ({ title, bucketId }, present) => present.title === title && present.bucketId === bucketId,
    async make({ marker, title, bucketId, dueDateTime, assigneeIds, labels }, { options }) {
      const call = createTaskCall({
        ...{ planId, bucketId, title, dueDateTime, assigneeIds },
        orderHint: hintBefore(hints.get(behind.get(marker) ?? '')),
        categories: labels.map((label) => categoryOf(plan.labels.indexOf(label))),
      });
      const graph = parts.graphOf(tenantId);
      return toOrdered((await graph.call<PlannerTask | undefined>({ ...call, ...options })).body);
    },
    async finish(task, made) {
      await detailTask(parts, tenantId, made.id, task);
      hints.set(task.marker, made.orderHint);
    },
  };
}

/** Checks that the channel exists, because no call about a plan names its channel. @throws NotFound */
async function assertChannel(parts: GraphParts, { tenantId, channel }: Place): Promise<void> {
  const { teamId, channelId } = channel;
  if (!(await isHostedChannel(parts, tenantId, teamId, channelId))) throw noChannel(channelId);
}

/** @throws InvalidRequest for assignees who are not in the team; ServiceUnavailable for new members */
async function assertAssignees(
  parts: GraphParts,
  { tenantId, channel: { teamId } }: Place,
  { buckets }: NewPlan,
): Promise<void> {
  const ids = new Set(buckets.flatMap(({ tasks }) => tasks.flatMap(({ assigneeIds }) => assigneeIds)));
  if (ids.size === 0) return;
  const members = await listMembersAt(parts.graphOf(tenantId), at`/teams/${teamId}`, teamId, teamId);
  const strangers = [...ids].filter((id) => !members.some(({ userId }) => userId === id));
  if (strangers.length === 0) return;
  if (await parts.memberCopy.hasSome(tenantId, teamId, strangers)) throw notShown('member');
  throw invalidAssignees(strangers);
}

const hintsOf = (asked: ReadonlyMap<string, Effect>): Map<string, string> =>
  new Map(
    [...asked.values()].flatMap(({ marker, result }) =>
      result ? [[marker, (result as OrderedItem).orderHint] as const] : [],
    ),
  );

const isMade = (asked: ReadonlyMap<string, Effect>, { marker }: { marker: string }): boolean =>
  Boolean(asked.get(marker)?.result);

const noCheck = async (): Promise<void> => undefined;

/** Creates the next objects of the plan. */
async function advance(parts: GraphParts, place: Place, plan: NewPlan): Promise<ContentProgress> {
  const { tenantId, channel } = place;
  const { effects } = parts;
  const find = (kind: 'plan' | 'bucket' | 'task') => effects.find(tenantId, planScope(kind, channel.teamId));
  const [plans, buckets, tasks] = [await find('plan'), await find('bucket'), await find('task')];
  const allTasks = plan.buckets.flatMap((bucket) => bucket.tasks);
  const whole = plan.buckets.length + allTasks.length;
  const count = [
    ...plan.buckets.filter((one) => isMade(buckets, one)),
    ...allTasks.filter((one) => isMade(tasks, one)),
  ].length;
  const progress = (made: number): ContentProgress => ({
    isComplete: count + made === whole,
    done: count + made,
  });
  const made = plans.get(plan.marker)?.result as RecordedPlan | null | undefined;
  if (made == null) {
    const check = async (): Promise<void> => {
      await assertTeamWritable(parts, tenantId, channel.teamId);
      await assertChannel(parts, place);
      await assertAssignees(parts, place, plan);
    };
    await createEachOnce(effects, makingPlan(parts, place), [plan], check);
    return progress(0);
  }
  const planId = made.id;
  const missing = plan.buckets.filter((bucket) => !isMade(buckets, bucket)).slice(0, MAX_OF_A_PIECE);
  if (missing.length > 0) {
    const making = makingBucket(parts, place, planId, plan, hintsOf(buckets));
    return progress((await createEachOnce(effects, making, missing, noCheck)).length);
  }
  const inBuckets = plan.buckets.flatMap(({ marker, tasks: own }) =>
    own.map((task): TaskInBucket => ({ ...task, bucketId: buckets.get(marker)?.effectId ?? '' })),
  );
  const lastFirst = inBuckets.toReversed();
  const next = lastFirst.filter((task) => !isMade(tasks, task)).slice(0, MAX_OF_A_PIECE);
  const making = makingTask(parts, place, planId, { plan, tasks: lastFirst }, hintsOf(tasks));
  return progress((await createEachOnce(effects, making, next, noCheck)).length);
}

/** Runs work on the plans of a channel. @throws NotFound for a missing team or channel */
const inPlans = <Result>(
  parts: GraphParts,
  { tenantId, channel }: Place,
  work: () => Promise<Result>,
): Promise<Result> => callAboutChannel(parts, tenantId, channel.teamId, channel.channelId, work);

export const createPlans = (parts: GraphParts) => ({
  async create(tenantId: string, channel: ChannelReference, plan: NewPlan): Promise<ContentProgress> {
    assertNewPlan(plan);
    if (!parts.cloud.plans) {
      throw invalidField(
        'plan',
        say('graph.noPlans', 'Microsoft Graph has no plans in the cloud of this organisation.'),
        'NotSupported',
      );
    }
    const place = { tenantId, channel };
    return inTeamQueue(parts, tenantId, channel.teamId, () =>
      inPlans(parts, place, () => advance(parts, place, plan)),
    );
  },

  listPlans: (tenantId: string, channel: ChannelReference): Promise<ChannelTaskPlan[]> =>
    inPlans(parts, { tenantId, channel }, async () => {
      const { teamId } = channel;
      await assertChannel(parts, { tenantId, channel });
      const isPrimary = (await findPrimaryChannelId(parts, { tenantId, teamId })) === channel.channelId;
      const asked = await parts.effects.find(tenantId, planScope('plan', teamId));
      const made = new Map(
        [...asked.values()].map(({ effectId, result }) => [effectId, result as RecordedPlan]),
      );
      const plans = (await listGroupPlans(parts, tenantId, teamId)).filter(({ id = '' }) =>
        belongsTo(made.get(id) ?? undefined, channel, isPrimary),
      );
      const read = [];
      for (const plan of plans) read.push(await readPlan(parts, tenantId, plan));
      return read;
    }),
});
