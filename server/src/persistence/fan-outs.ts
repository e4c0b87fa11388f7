/** Events that wait for their fan-out to webhooks. Their leases are committed asynchronously (docs/adr/0008). */
import type {
  EventFacts,
  EventLease,
  FanOutStore,
  NewDelivery,
  WaitingEvent,
} from '../domain/webhooks/ports.ts';
import type { Actor } from '../engine/principal.ts';
import { approverIdsOf } from '../flows/approvals/access.ts';
import type { ApprovalStage } from '../flows/approvals/model.ts';
import { ownersOf, type PlannedOwners } from '../flows/provisioning/plan.ts';
import { columns, json, number, optional, text, texts, time } from '../kernel/columns.ts';
import { type Sql, type Statements, sql, table } from '../kernel/sql.ts';
import { ASYNC_COMMIT, leaseRows, RETURNING_TRUE } from './statement-parts.ts';

const FAN_OUTS = {
  table: 'charter.hook_fan_outs',
  key: ['event_id'],
  until: 'leased_until',
  number: 'lease',
};

const EVENT = columns<WaitingEvent>({
  id: text('t.event_id'),
  lease: number('t.lease'),
  type: text('e.type'),
  occurredAt: time('e.occurred_at'),
  body: text(sql`e.payload::text`),
  actor: json('e.actor'),
  audience: texts('t.audience'),
});

interface FactsRow extends Pick<EventFacts, 'teamId' | 'templateId'> {
  id: string;
  request: { requester: Actor; owners: PlannedOwners } | null;
  approval: { isSubject: boolean; requester: Actor; decidedBy: Actor | null; stages: ApprovalStage[] } | null;
}

const FACTS = columns<FactsRow>({
  id: text('e.event_id'),
  teamId: text(sql`e.payload -> 'team' ->> 'id'`),
  templateId: optional(
    text(sql`coalesce(e.payload -> 'template' ->> 'id', job.request -> 'template' ->> 'id')`),
  ),
  request: json(sql`
    case when job.job_id is not null then json_build_object('requester', job.requester, 'owners', json_build_object(
      'requester', job.plan -> 'requester', 'owners', coalesce(job.plan -> 'owners', '[]'),
      'permanentOwners', coalesce(job.plan -> 'permanentOwners', '[]'))) end`),
  approval: json(sql`
    case when a.approval_id is not null then json_build_object('isSubject', e.target ->> 'type' = 'approval',
      'requester', a.requester, 'decidedBy', a.decided_by, 'stages', a.stages) end`),
});

const toFacts = ({ teamId, templateId, request, approval }: FactsRow): EventFacts => ({
  teamId,
  templateId,
  request: request && {
    requesterId: request.requester.id,
    plannedOwnerIds: ownersOf(request.owners).map(({ id }) => id),
  },
  approval: approval && {
    isSubject: approval.isSubject,
    requesterId: approval.requester.id,
    deciderId: approval.decidedBy?.id ?? null,
    approverIds: approverIdsOf(approval),
  },
});

const leasesOf = (events: readonly EventLease[]): Sql =>
  table('held', events, { id: 'uuid', lease: 'integer' });

/** New deliveries as a table. */
export const newDeliveries = (deliveries: readonly NewDelivery[]): Sql =>
  table('o', deliveries, {
    hookId: 'uuid',
    id: 'uuid',
    eventId: 'uuid',
    event: 'text',
    scope: 'text',
    createdAt: 'timestamptz',
  });

export const fanOutStore = ({ tenant, all, write }: Statements): FanOutStore => ({
  leaseEvents({ now, leaseUntil, limit }) {
    const taken = leaseRows(tenant, FAN_OUTS, {
      leaseUntil,
      limit,
      where: sql`(leased_until is null or leased_until <= ${now})`,
      order: sql`event_id`,
      returning: sql`item.event_id, item.lease, item.audience`,
    });
    return all(EVENT)`
      with taken as (${taken})
      select ${EVENT}
        from (select ${ASYNC_COMMIT}) relaxed
       cross join taken t
        join charter.domain_events e on e.tenant_id = ${tenant} and e.event_id = t.event_id
       order by t.event_id`;
  },

  async releaseEvents(events) {
    await write`
      update charter.hook_fan_outs f set leased_until = null from ${leasesOf(events)}
       where f.tenant_id = ${tenant} and f.event_id = held.id and f.lease = held.lease`;
  },

  /** Finds the job by the team, or by its own id when the provisioning created no team. */
  async listFacts(eventIds) {
    const rows = await all(FACTS)`
      select ${FACTS}
        from charter.domain_events e
        left join lateral (
          select * from charter.jobs j
           where j.tenant_id = ${tenant} and j.team_id = e.payload -> 'team' ->> 'id' and j.type = 'TeamProvisioning'
          union all
          select * from charter.jobs j
           where j.tenant_id = ${tenant} and e.type = 'team_provisioning_completed'
             and j.job_id = (e.payload -> 'provisioning' ->> 'id')::uuid
          limit 1) job on true
        left join charter.approvals a on a.tenant_id = ${tenant} and a.approval_id =
          case when e.target ->> 'type' = 'approval' then (e.target ->> 'id')::uuid else job.approval_id end
       where e.tenant_id = ${tenant} and e.event_id = any(${eventIds}::uuid[])`;
    return new Map(rows.map((row) => [row.id, toFacts(row)]));
  },

  /**
   * Only the node that still leases an event adds its deliveries, so that each is added once. The lock keeps a
   * concurrent deletion of a webhook from leaving deliveries behind.
   */
  async add(deliveries, handled) {
    const hookIds = [...new Set(deliveries.map(({ hookId }) => hookId))];
    await write`
      with hook as materialized (
        select hook_id, scope from charter.hooks
         where tenant_id = ${tenant} and hook_id = any(${hookIds}::uuid[])
         order by hook_id for key share),
      handled as (
        delete from charter.hook_fan_outs f using ${leasesOf(handled)}, (select ${ASYNC_COMMIT}) relaxed
         where f.tenant_id = ${tenant} and f.event_id = held.id and f.lease = held.lease
        returning f.event_id)
      insert into charter.hook_deliveries (tenant_id, hook_id, delivery_id, event_id, event, scope, run, created_at,
             status, due_at, completed_at)
      select ${tenant}, hook_id, o.id, o."eventId", o.event, o.scope, 0, o."createdAt",
             case when is_sent then 'pending' else 'failed' end,
             case when is_sent then o."createdAt" end, case when not is_sent then o."createdAt" end
        from ${newDeliveries(deliveries)}
        join handled on event_id = o."eventId"
        join hook on hook_id = o."hookId"
       -- The webhook may have lost the scope tenant since its row was read.
       cross join lateral (select hook.scope = 'tenant' or o.scope = 'personal' as is_sent) now
      ${RETURNING_TRUE}`;
  },
});
