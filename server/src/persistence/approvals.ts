/** Approvals, the people who see them, and their decisions. */
import type { Kysely } from 'kysely';
import { type ApprovalRecord, type ApprovalRole, approversOf } from '../flows/approvals/model.ts';
import type { ApprovalStore, RecordedDecision } from '../flows/approvals/ports.ts';
import { isUuid } from '../kernel/ids.ts';
import { LAST_ID, ParameterList, statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

const READ = `
  select approval_id as id, job_id as "jobId", status, revision, template, requester, request_id as "requestId",
         request as team, updates, stages, stage, decided_by as "decidedBy", message, created_at as "createdAt",
         expires_at as "expiresAt", decided_at as "decidedAt"
    from charter.approvals where tenant_id = $1`;

const FIND = `${READ} and approval_id = $2`;
const LIST_EXPIRED = `${READ} and status = 'pending' and expires_at <= $2 order by expires_at limit $3`;
const LIST_UNREMINDED = `${READ} and status = 'pending' and reminded_at <= $2 order by reminded_at limit $3`;

const ADD = `
  insert into charter.approvals
    (tenant_id, approval_id, job_id, status, template, requester, request_id, request, stages, created_at, expires_at,
     reminded_at)
  values ($1, $2, $3, 'pending', $4, $5, $6, $7, $8, $9, $10, $9)`;

const ADD_PEOPLE = `
  insert into charter.approval_people (tenant_id, approval_id, person_id, role)
  select $1, $2, id, role from json_to_recordset($3::json) as person (id text, role text)
  on conflict do nothing`;

/** Absent values leave their columns unchanged. */
const CHANGE = `
  update charter.approvals
     set status = coalesce($4, status), stages = coalesce($5::json, stages), stage = coalesce($6, stage),
         updates = coalesce($7::json, updates), decided_by = coalesce($8::json, decided_by),
         message = coalesce($9, message), decided_at = coalesce($10, decided_at),
         reminded_at = coalesce($11, reminded_at), revision = revision + 1
   where tenant_id = $1 and approval_id = $2 and revision = $3 and status = 'pending'`;

const ADD_DECISION = `
  insert into charter.approval_decisions
    (tenant_id, approval_id, decision_id, stage, outcome, decider, message, decided_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

const FIND_DECISION = `
  select from charter.approval_decisions where tenant_id = $1 and approval_id = $2 and decision_id = $3`;

const LIST_DECISIONS = `
  select decision_id as id, stage, outcome, decider, message, decided_at as "decidedAt"
    from charter.approval_decisions where tenant_id = $1 and approval_id = $2 order by decided_at, decision_id`;

interface ApprovalPerson {
  id: string;
  role: ApprovalRole;
}

export function approvalStore(db: Kysely<CharterTables>, tenantId: string): ApprovalStore {
  const { all, first, write } = statements(db, tenantId);

  const addPeople = async (approvalId: string, people: readonly ApprovalPerson[]): Promise<void> => {
    await write(ADD_PEOPLE, approvalId, JSON.stringify(people));
  };

  return {
    async add(approval) {
      const { id, jobId, template, requester, requestId, team, stages, createdAt, expiresAt } = approval;
      const stagesJson = JSON.stringify(stages);
      await write(ADD, id, jobId, template, requester, requestId, team, stagesJson, createdAt, expiresAt);
      await addPeople(id, [
        { id: requester.id, role: 'requester' },
        ...approversOf(approval).map((approver) => ({ id: approver.id, role: 'approver' as const })),
      ]);
    },

    find: async (approvalId) => (isUuid(approvalId) ? first<ApprovalRecord>(FIND, approvalId) : undefined),

    async change(approvalId, revision, change) {
      const written = await write(
        CHANGE,
        approvalId,
        revision,
        change.status,
        change.stages && JSON.stringify(change.stages),
        change.stage,
        change.updates,
        change.decidedBy,
        change.message,
        change.decidedAt,
        change.remindedAt,
      );
      return written === 1;
    },

    addApprover: (approvalId, personId) => addPeople(approvalId, [{ id: personId, role: 'approver' }]),

    async addDecision(approvalId, { id, stage, outcome, decider, message }, at) {
      await write(ADD_DECISION, approvalId, id, stage, outcome, decider, message, at);
    },

    hasDecision: async (approvalId, decisionId) =>
      (await first(FIND_DECISION, approvalId, decisionId)) !== undefined,

    listDecisions: async (approvalId) =>
      isUuid(approvalId) ? all<RecordedDecision>(LIST_DECISIONS, approvalId) : [],

    list({ person, status, waitingFor, top, after = LAST_ID }) {
      const parameters = new ParameterList();
      let text = `${READ} and approval_id < ${parameters.place(after)}`;
      if (status !== undefined) text += ` and status = ${parameters.place(status)}`;
      if (person !== undefined) {
        const role = person.role === undefined ? '' : `and role = ${parameters.place(person.role)}`;
        text += ` and approval_id in (select approval_id from charter.approval_people
                   where tenant_id = $1 and person_id = ${parameters.place(person.id)} ${role})`;
      }
      if (waitingFor !== undefined) {
        const id = parameters.place(waitingFor);
        text += ` and status = 'pending'
                  and approval_id in (select approval_id from charter.approval_people
                   where tenant_id = $1 and person_id = ${id} and role = 'approver')
                  and exists (select from json_array_elements(stages -> stage::integer -> 'approvers') asked
                               where asked ->> 'id' = ${id})
                  and not coalesce(stages -> stage::integer -> 'approvedBy', '[]')::jsonb ? ${id}`;
      }
      text += ` order by approval_id desc limit ${parameters.place(top + 1)}`;
      return all<ApprovalRecord>(text, ...parameters.values);
    },

    listExpired: (at, most) => all<ApprovalRecord>(LIST_EXPIRED, at, most),

    listUnreminded: (before, most) => all<ApprovalRecord>(LIST_UNREMINDED, before, most),
  };
}
