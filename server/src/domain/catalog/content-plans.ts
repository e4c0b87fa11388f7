/** Plans of channels (docs/templates.md, "Contents"). */
import Type, { type Static } from 'typebox';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { hasCode } from '../../kernel/errors.ts';
import { inQuotes, say } from '../../kernel/messages.ts';
import { OneOf } from '../../kernel/schema.ts';
import { nameKey } from '../names/key.ts';
import {
  CONTENT_LIMITS,
  type ContentLists,
  type ContentUnit,
  defineContentKind,
  findLongTexts,
  type PlannedPeople,
  repeatedIn,
  tabByName,
} from './content-kind.ts';
import { Fields } from './manifest-reader.ts';

/** The people of the team to whom a task is assigned. */
const ASSIGNEES = ['requester', 'owners', 'members'] as const;

/** Maximum length of an entry of a checklist, and of a label. */
const ENTRY_CHARACTERS = 100;

const Task = Fields({
  title: Type.String({ maxLength: CONTENT_LIMITS.title }),
  notes: Type.Unsafe<string | null>({ type: 'string', nullable: true, maxLength: CONTENT_LIMITS.notes }),
  checklist: Type.Array(Type.String({ maxLength: ENTRY_CHARACTERS }), { maxItems: CONTENT_LIMITS.checklist }),
  labels: Type.Array(Type.String({ maxLength: ENTRY_CHARACTERS }), { maxItems: CONTENT_LIMITS.labels }),
  dueDays: Type.Optional(Type.Integer({ minimum: 0, maximum: CONTENT_LIMITS.dueDays })),
  assignee: Type.Optional(OneOf(ASSIGNEES)),
});

const Bucket = Fields({
  name: Type.String({ maxLength: CONTENT_LIMITS.title }),
  tasks: Type.Array(Task, { maxItems: CONTENT_LIMITS.tasks }),
});

const Plan = Fields(
  {
    name: Type.String({ maxLength: CONTENT_LIMITS.title }),
    buckets: Type.Array(Bucket, { maxItems: CONTENT_LIMITS.buckets }),
  },
  {
    settle(plan, place) {
      const tasks = plan.buckets.flatMap((bucket) => bucket.tasks);
      const labels = new Set(tasks.flatMap((task) => task.labels));
      if (tasks.length > CONTENT_LIMITS.tasks)
        place.error(
          say('manifest.tasks', 'Has {count} tasks; {most} are allowed. Remove some.', {
            count: tasks.length,
            most: CONTENT_LIMITS.tasks,
          }),
        );
      if (labels.size > CONTENT_LIMITS.labels)
        place.error(
          say('manifest.planLabels', 'Has {count} labels; a plan has at most {most}. Use fewer.', {
            count: labels.size,
            most: CONTENT_LIMITS.labels,
          }),
        );
      return plan;
    },
  },
);

export type TemplatePlan = Static<typeof Plan>;

interface PlannedTask {
  marker: string;
  title: string;
  notes: string | null;
  checklist: string[];
  labels: string[];
  /** Days from the creation of the team. Absent without a due date. */
  dueDays?: number;
  assigneeIds: string[];
}

interface PlannedTaskPlan {
  marker: string;
  name: string;
  buckets: { marker: string; name: string; tasks: PlannedTask[] }[];
}

const plansIn = ({ plans: listed = [] }: ContentLists) => listed as readonly TemplatePlan[];

/* A rule can leave a text empty. Planner accepts no empty names and titles. */

const isText = (text: string): boolean => text !== '';
const isNamed = ({ name }: { name: string }): boolean => isText(name);
const isTitled = ({ title }: { title: string }): boolean => isText(title);

/** Returns the faults of the plan's texts after the evaluation of its rules. */
function findLong({ name, buckets }: TemplatePlan) {
  const tasks = buckets.flatMap((bucket) => bucket.tasks);
  const names = [name, ...buckets.map((bucket) => bucket.name), ...tasks.map(({ title }) => title)];
  const entries = tasks.flatMap(({ checklist, labels }) => [...checklist, ...labels]);
  return [...findLongTexts(names, CONTENT_LIMITS.title), ...findLongTexts(entries, ENTRY_CHARACTERS)];
}

function planPlan({ name, buckets }: TemplatePlan, marker: string, people: PlannedPeople): PlannedTaskPlan {
  const idsOf = {
    requester: people.requester ? [people.requester.id] : [],
    owners: people.owners.map(({ id }) => id),
    members: people.members.map(({ id }) => id),
  };
  return {
    marker,
    name,
    buckets: buckets.filter(isNamed).map((bucket, index) => ({
      marker: `${marker}:bucket:${index}`,
      name: bucket.name,
      tasks: bucket.tasks.filter(isTitled).map(({ dueDays, assignee, ...task }, place) => ({
        ...task,
        checklist: task.checklist.filter(isText),
        labels: task.labels.filter(isText),
        marker: `${marker}:bucket:${index}:task:${place}`,
        ...(dueDays !== undefined && { dueDays }),
        // Microsoft Planner assigns a task to at most 20 people.
        assigneeIds: assignee === undefined ? [] : idsOf[assignee].slice(0, 20),
      })),
    })),
  };
}

const createPlan =
  (plan: PlannedTaskPlan): ContentUnit =>
  async ({ suite, tenantId, channel, bornAt }) => {
    const due = (days: number): string => new Date(bornAt.getTime() + days * DAY_MILLISECONDS).toISOString();
    const create = (isAssignable: (id: string) => boolean) =>
      suite.contents.createItem(tenantId, channel, 'plans', {
        ...plan,
        labels: [...new Set(plan.buckets.flatMap(({ tasks }) => tasks.flatMap(({ labels }) => labels)))],
        buckets: plan.buckets.map((bucket) => ({
          ...bucket,
          tasks: bucket.tasks.map(({ dueDays, assigneeIds, ...task }) => ({
            ...task,
            dueDateTime: dueDays === undefined ? null : due(dueDays),
            assigneeIds: assigneeIds.filter(isAssignable),
          })),
        })),
      });
    try {
      return await create(() => true);
    } catch (error) {
      if (!hasCode(error, 'InvalidRequest')) throw error;
      // An assignee may have left the team since the job was planned.
      const members = await suite.teams.listMembers(tenantId, channel.teamId);
      const ids = new Set(members.map(({ userId }) => userId));
      return create((id) => ids.has(id));
    }
  };

export const plans = defineContentKind({
  place: 'channel',
  items: Type.Array(Plan, { maxItems: CONTENT_LIMITS.plans }),
  most: CONTENT_LIMITS.plans,
  check(contents, place) {
    for (const index of repeatedIn(plansIn(contents).map(({ name }) => nameKey(name))))
      place
        .at(index)
        .at('name')
        .error(say('manifest.planTwice', 'Another plan of the channel has this name. Change one.'));
  },
  mapTexts: (plan, to, path) => ({
    name: to(plan.name, `${path}.name`),
    buckets: plan.buckets.map((bucket, bucketIndex) => {
      const inPlan = `${path}.buckets[${bucketIndex}]`;
      return {
        name: to(bucket.name, `${inPlan}.name`),
        tasks: bucket.tasks.map((task, taskIndex) => {
          const inBucket = `${inPlan}.tasks[${taskIndex}]`;
          const mapAll = (texts: readonly string[], key: string) =>
            texts.map((text, index) => to(text, `${inBucket}.${key}[${index}]`));
          return {
            ...task,
            title: to(task.title, `${inBucket}.title`),
            notes: task.notes === null ? null : to(task.notes, `${inBucket}.notes`, true),
            checklist: mapAll(task.checklist, 'checklist'),
            labels: mapAll(task.labels, 'labels'),
          };
        }),
      };
    }),
  }),
  isEmpty: ({ name }) => name === '',
  findFaults: (contents) => plansIn(contents).flatMap(findLong),
  tab: tabByName('plan', 'plans'),
  omitted: (items) =>
    say(
      'omissions.plans',
      'These plans are not created, because the suite lets the service create none: {plans}.',
      { plans: inQuotes(items.map(({ name }) => name)) },
    ),
  creation: {
    capability: 'plans',
    marker: 'plan',
    isAlwaysInPlan: true,
    schema: Type.Object(
      {
        name: Type.String(),
        buckets: Type.Array(
          Type.Object(
            {
              name: Type.String(),
              tasks: Type.Array(Type.Object({ title: Type.String() }, { additionalProperties: true })),
            },
            { additionalProperties: true },
          ),
        ),
      },
      { additionalProperties: true },
    ),
    plan: planPlan,
    units: (planned: readonly PlannedTaskPlan[]) => planned.map(createPlan),
  },
});
