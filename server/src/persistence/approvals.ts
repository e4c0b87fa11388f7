/** Stores approvals, the people who may read them, and the decisions and remarks about them. */

import { type ApprovalRecord, type ApprovalRole, approversOf } from '../flows/approvals/model.ts';
import type { ApprovalStore, RecordedDecision } from '../flows/approvals/ports.ts';
import { columns, json, number, text, time } from '../kernel/columns.ts';
import { isUuid } from '../kernel/ids.ts';
import { type Database, inserted, type Sql, sql, statements, table } from '../kernel/sql.ts';
import { MAX_UUID } from './statement-parts.ts';

const APPROVAL = columns<ApprovalRecord>({
  id: text('approval_id'),
  jobId: text(),
  status: text(),
  revision: number(),
  template: json(),
  requester: json(),
  requestId: text(),
  team: json('request'),
  channel: json(),
  metadata: json(),
  answers: json(),
  updates: json(),
  stages: json(),
  stage: number(),
  decidedBy: json(),
  message: text(),
  createdAt: time(),
  expiresAt: time(),
  question: json(),
  decidedAt: time(),
});

const DECISION = columns<RecordedDecision>({
  id: text('decision_id'),
  stage: number(),
  outcome: text(),
  decider: json(),
  message: text(),
  decidedAt: time(),
});

interface ApprovalPerson {
  id: string;
  role: ApprovalRole;
}

export function approvalStore(db: Database, tenantId: string): ApprovalStore {
  const { tenant, all, exists, first, write } = statements(db, tenantId);

  const addPeople = async (approvalId: string, people: readonly ApprovalPerson[]): Promise<void> => {
    await write`
      insert into charter.approval_people (tenant_id, approval_id, person_id, role)
      select ${tenant}, ${approvalId}, id, role from ${table('person', people, { id: 'text', role: 'text' })}
      on conflict do nothing`;
  };

  /** Selects the approvals that the person requested or is asked to decide. */
  const seenBy = (personId: string, role?: ApprovalRole): Sql => sql`
    approval_id in (
      select approval_id from charter.approval_people
       where tenant_id = ${tenant} and person_id = ${personId}
         ${role === undefined ? sql`` : sql`and role = ${role}`})`;

  return {
    async add(approval) {
      const { id, jobId, status, template, requester, requestId, team, channel } = approval;
      const { metadata, answers, stages, decidedBy, createdAt, expiresAt, decidedAt } = approval;
      const row = inserted({
        tenant_id: tenant,
        approval_id: id,
        job_id: jobId,
        status,
        template,
        requester,
        request_id: requestId,
        request: team,
        channel,
        metadata,
        answers: answers && JSON.stringify(answers),
        stages: JSON.stringify(stages),
        created_at: createdAt,
        expires_at: expiresAt,
        decided_by: decidedBy,
        decided_at: decidedAt,
        reminded_at: createdAt,
      });
      await write`insert into charter.approvals ${row}`;
      await addPeople(id, [
        { id: requester.id, role: 'requester' },
        ...approversOf(approval).map((approver) => ({ id: approver.id, role: 'approver' as const })),
      ]);
    },

    find: async (approvalId) =>
      isUuid(approvalId)
        ? first(APPROVAL)`
            select ${APPROVAL} from charter.approvals
             where tenant_id = ${tenant} and approval_id = ${approvalId}`
        : undefined,

    change: async (approvalId, revision, change) =>
      (await write`
        update charter.approvals
           set status = coalesce(${change.status}, status),
               stages = coalesce(${change.stages && JSON.stringify(change.stages)}::json, stages),
               stage = coalesce(${change.stage}, stage), updates = coalesce(${change.updates}::json, updates),
               decided_by = coalesce(${change.decidedBy}::json, decided_by),
               message = coalesce(${change.message}, message), decided_at = coalesce(${change.decidedAt}, decided_at),
               reminded_at = coalesce(${change.remindedAt}, reminded_at),
               expires_at = coalesce(${change.expiresAt}, expires_at),
               question = case when ${change.question !== undefined} then ${change.question ?? null}::json else question end,
               revision = revision + 1
         where tenant_id = ${tenant} and approval_id = ${approvalId} and revision = ${revision}
           and status = 'pending'`) === 1,

    addApprover: (approvalId, personId) => addPeople(approvalId, [{ id: personId, role: 'approver' }]),

    async addDecision(approvalId, { id, stage, outcome, decider, message }, at) {
      const row = {
        tenant_id: tenant,
        approval_id: approvalId,
        decision_id: id,
        stage,
        outcome,
        decider,
        message,
      };
      await write`insert into charter.approval_decisions ${inserted({ ...row, decided_at: at })}`;
    },

    hasDecision: (approvalId, decisionId) => exists`
      select from charter.approval_decisions
       where tenant_id = ${tenant} and approval_id = ${approvalId} and decision_id = ${decisionId}`,

    listDecisions: async (approvalId) =>
      isUuid(approvalId)
        ? all(DECISION)`
            select ${DECISION} from charter.approval_decisions
             where tenant_id = ${tenant} and approval_id = ${approvalId} order by decided_at, decision_id`
        : [],

    list({ person, status, waitingFor, top, after = MAX_UUID }) {
      const conditions = [sql`approval_id < ${after}`];
      if (status !== undefined) conditions.push(sql`status = ${status}`);
      if (person !== undefined) conditions.push(seenBy(person.id, person.role));
      if (waitingFor !== undefined) {
        conditions.push(sql`
          status = 'pending' and case when question is not null then requester ->> 'id' = ${waitingFor} else
          ${seenBy(waitingFor, 'approver')}
          and exists (select from json_array_elements(stages -> stage::integer -> 'approvers') asked
                       where asked ->> 'id' = ${waitingFor})
          and not coalesce(stages -> stage::integer -> 'approvedBy', '[]')::jsonb ? ${waitingFor} end`);
      }
      return all(APPROVAL)`
        select ${APPROVAL} from charter.approvals
         where tenant_id = ${tenant} and ${sql.join(conditions, sql` and `)}
         order by approval_id desc limit ${top + 1}`;
    },

    listExpired: (at, limit) => all(APPROVAL)`
      select ${APPROVAL} from charter.approvals
       where tenant_id = ${tenant} and status = 'pending' and expires_at <= ${at} order by expires_at limit ${limit}`,

    listUnreminded: (before, limit) => all(APPROVAL)`
      select ${APPROVAL} from charter.approvals
       where tenant_id = ${tenant} and status = 'pending' and reminded_at <= ${before}
       order by reminded_at limit ${limit}`,
  };
}
