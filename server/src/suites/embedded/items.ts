/** The kinds of items that `createItem` creates. A plan is stored at once, with its tasks. */
import { noChannel } from '../../domain/channels/suite-rules.ts';
import type { ChannelTaskPlan } from '../../domain/contents/model.ts';
import type { ChannelReference, ContentTab, NewPlan } from '../../domain/contents/suite.ts';
import {
  assertNewPlan,
  type ItemCreators,
  invalidAssignees,
  planNotFound,
  TAB_APPS,
} from '../../domain/contents/suite-rules.ts';
import { columns, json, text, texts } from '../../kernel/columns.ts';
import { newId } from '../../kernel/ids.ts';
import { type ChannelRun, inChannelOf, whileHeld } from './in-channel.ts';
import type { SuiteParts } from './parts.ts';

const PLAN = columns({ plan: json<Omit<ChannelTaskPlan, 'id'>>('p.plan'), id: text<string>('p.plan_id') });

async function addPlan(
  { clock }: SuiteParts,
  run: ChannelRun,
  { marker, name, buckets }: NewPlan,
): Promise<void> {
  const tasks = buckets.flatMap((bucket) => bucket.tasks);
  const assignees = [...new Set(tasks.flatMap(({ assigneeIds }) => assigneeIds))];
  const unfit = await run.first(texts<string[]>())`
    select array(select a from unnest(${assignees}::text[]) a
                  where not exists (select from directory.team_members m where ${run.of('m')} and m.user_id = a))`;
  if (unfit !== undefined && unfit.length > 0) throw invalidAssignees(unfit);
  const at = clock.now();
  const plan: Omit<ChannelTaskPlan, 'id'> = {
    title: name,
    createdDateTime: at.toISOString(),
    buckets: buckets.map((bucket) => ({
      id: newId(),
      name: bucket.name,
      tasks: bucket.tasks.map(({ title, notes, checklist, labels, dueDateTime, assigneeIds }) => ({
        id: newId(),
        title,
        notes,
        checklist: checklist.map((item) => ({ title: item, isChecked: false })),
        labels: [...labels],
        dueDateTime,
        assigneeIds: [...assigneeIds],
        percentComplete: 0,
      })),
    })),
    webUrl: null,
  };
  await run.write`
    insert into embedded_suite.plans (tenant_id, team_id, channel_id, plan_id, marker, plan, created_at)
    values (${run.tenant}, ${run.team}, ${run.channel}, ${newId()}, ${marker}, ${JSON.stringify(plan)}::jsonb, ${at})
    on conflict do nothing`;
}

export const createItems = (parts: SuiteParts) =>
  ({
    async plans(tenantId, channel, plan) {
      assertNewPlan(plan);
      await whileHeld(parts.database, tenantId, channel, async (run) => {
        const isThere = await run.exists`
          select from embedded_suite.plans p where ${run.inChannel('p')} and p.marker = ${plan.marker}`;
        if (!isThere) await addPlan(parts, run, plan);
      });
      const tasks = plan.buckets.reduce((sum, bucket) => sum + bucket.tasks.length, 0);
      return { isComplete: true, done: plan.buckets.length + tasks };
    },
  }) satisfies ItemCreators;

export const createPlanReads = ({ database }: SuiteParts) => ({
  async listPlans(tenantId: string, channel: ChannelReference) {
    const { all, exists, inChannel } = inChannelOf(database, tenantId, channel);
    if (!(await exists`select from embedded_suite.channels c where ${inChannel('c')}`))
      throw noChannel(channel.channelId);
    const rows = await all(PLAN)`
      select ${PLAN} from embedded_suite.plans p where ${inChannel('p')} order by p.created_at, p.plan_id`;
    return rows.map(({ id, plan }) => ({ ...plan, id }));
  },

  /** Returns the tab of the plan. @throws NotFound for a missing plan */
  async describePlanTab(tenantId: string, channel: ChannelReference, marker: string): Promise<ContentTab> {
    const { first, inChannel } = inChannelOf(database, tenantId, channel);
    const found = await first(PLAN)`
      select ${PLAN} from embedded_suite.plans p where ${inChannel('p')} and p.marker = ${marker}`;
    if (found === undefined) throw planNotFound(marker);
    return { teamsAppId: TAB_APPS.planner, configuration: { entityId: `plan:${found.id}` } };
  },
});
