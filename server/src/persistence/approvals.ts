/** Approvals, the people who see them, and their decisions. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Actor } from '../engine/principal.ts';
import {
  type ApprovalRecord,
  type ApprovalRequester,
  type ApprovalRole,
  type ApprovalStage,
  type ApprovalStatus,
  type ApprovalTemplate,
  type ApprovalUpdates,
  approversOf,
  type NewApproval,
} from '../flows/approvals/model.ts';
import type { ApprovalChange, ApprovalQuery, ApprovalStore } from '../flows/approvals/ports.ts';
import { isUuid } from '../kernel/ids.ts';
import type { ApprovalRow, CharterTables } from './tables.ts';

const toRecord = (row: Selectable<ApprovalRow>): ApprovalRecord => ({
  id: row.approval_id,
  jobId: row.job_id,
  status: row.status as ApprovalStatus,
  revision: row.revision,
  template: row.template as ApprovalTemplate,
  requester: row.requester as ApprovalRequester,
  requestId: row.request_id,
  team: row.request as NewApproval['team'],
  updates: row.updates as ApprovalUpdates,
  stages: row.stages as ApprovalStage[],
  stage: row.stage,
  decidedBy: row.decided_by as Actor | null,
  message: row.message,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  decidedAt: row.decided_at,
});

const toColumns = (change: ApprovalChange) => ({
  ...(change.status && { status: change.status }),
  ...(change.stages && { stages: JSON.stringify(change.stages) }),
  ...(change.stage !== undefined && { stage: change.stage }),
  ...(change.updates && { updates: JSON.stringify(change.updates) }),
  ...(change.decidedBy && { decided_by: JSON.stringify(change.decidedBy) }),
  ...(change.message !== undefined && { message: change.message }),
  ...(change.decidedAt && { decided_at: change.decidedAt }),
  ...(change.remindedAt && { reminded_at: change.remindedAt }),
});

const toRow = (tenantId: string, approval: NewApproval) => ({
  tenant_id: tenantId,
  approval_id: approval.id,
  job_id: approval.jobId,
  status: 'pending',
  template: JSON.stringify(approval.template),
  requester: JSON.stringify(approval.requester),
  request_id: approval.requestId,
  request: JSON.stringify(approval.team),
  stages: JSON.stringify(approval.stages),
  created_at: approval.createdAt,
  expires_at: approval.expiresAt,
  reminded_at: approval.createdAt,
});

/** Lists the people who see the approval. */
function peopleOf(approval: NewApproval): { person_id: string; role: ApprovalRole }[] {
  return [
    { person_id: approval.requester.id, role: 'requester' as const },
    ...approversOf(approval).map(({ id }) => ({ person_id: id, role: 'approver' as const })),
  ];
}

export function approvalStore(db: Kysely<CharterTables>, tenantId: string): ApprovalStore {
  const approvals = () =>
    db
      .selectFrom('charter.approvals as approval')
      .selectAll('approval')
      .where('approval.tenant_id', '=', tenantId);

  // A literal instead of a parameter, so that the partial indexes of pending approvals apply.
  const pending = () => approvals().where('approval.status', '=', sql.lit('pending'));

  const addPeople = async (approvalId: string, people: ReturnType<typeof peopleOf>): Promise<void> => {
    const rows = people.map((person) => ({ ...person, tenant_id: tenantId, approval_id: approvalId }));
    await db
      .insertInto('charter.approval_people')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  };

  return {
    async add(approval) {
      await db.insertInto('charter.approvals').values(toRow(tenantId, approval)).execute();
      await addPeople(approval.id, peopleOf(approval));
    },

    async find(approvalId) {
      if (!isUuid(approvalId)) return undefined;
      const row = await approvals().where('approval.approval_id', '=', approvalId).executeTakeFirst();
      return row && toRecord(row);
    },

    async change(approvalId, revision, change) {
      const { numUpdatedRows } = await db
        .updateTable('charter.approvals')
        .set((expression) => ({ ...toColumns(change), revision: expression('revision', '+', 1) }))
        .where('tenant_id', '=', tenantId)
        .where('approval_id', '=', approvalId)
        .where('status', '=', 'pending')
        .where('revision', '=', revision)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    addApprover: (approvalId, personId) => addPeople(approvalId, [{ person_id: personId, role: 'approver' }]),

    async addDecision(approvalId, { id, stage, outcome, decider, message }, at) {
      await db
        .insertInto('charter.approval_decisions')
        .values({
          tenant_id: tenantId,
          approval_id: approvalId,
          decision_id: id,
          stage,
          outcome,
          decider: JSON.stringify(decider),
          message,
          decided_at: at,
        })
        .execute();
    },

    async hasDecision(approvalId, decisionId) {
      const row = await db
        .selectFrom('charter.approval_decisions')
        .select('decision_id')
        .where('tenant_id', '=', tenantId)
        .where('approval_id', '=', approvalId)
        .where('decision_id', '=', decisionId)
        .executeTakeFirst();
      return row !== undefined;
    },

    async list({ person, status, top, after }: ApprovalQuery) {
      let query = approvals();
      if (person !== undefined) {
        let shown = db
          .selectFrom('charter.approval_people')
          .select('approval_id')
          .where('tenant_id', '=', tenantId)
          .where('person_id', '=', person.id);
        if (person.role !== undefined) shown = shown.where('role', '=', person.role);
        query = query.where('approval.approval_id', 'in', shown);
      }
      if (status !== undefined) query = query.where('approval.status', '=', status);
      if (after !== undefined) query = query.where('approval.approval_id', '<', after);
      const rows = await query
        .orderBy('approval.approval_id', 'desc')
        .limit(top + 1)
        .execute();
      return rows.map(toRecord);
    },

    async listExpired(at, most) {
      const rows = await pending()
        .where('approval.expires_at', '<=', at)
        .orderBy('approval.expires_at')
        .limit(most)
        .execute();
      return rows.map(toRecord);
    },

    async listUnreminded(before, most) {
      const rows = await pending()
        .where('approval.reminded_at', '<=', before)
        .orderBy('approval.reminded_at')
        .limit(most)
        .execute();
      return rows.map(toRecord);
    },
  };
}
