/** An organisation with approvals on a test database, and actions of its people. */
import { sql } from 'kysely';
import type { JsonObject } from '../src/domain/catalog/document.ts';
import { ReadLog } from '../src/engine/audit/read-log.ts';
import type { Principal, RequestContext, Role } from '../src/engine/principal.ts';
import { expireApprovals } from '../src/flows/approvals/deadlines.ts';
import { approveTeamCreation, cancelApproval, rejectTeamCreation } from '../src/flows/approvals/decide.ts';
import { delegateApproval } from '../src/flows/approvals/delegate-approval.ts';
import type { Approval, ApprovalUpdates } from '../src/flows/approvals/model.ts';
import {
  answerQuestion,
  askRequester,
  commentOnApproval,
  withdrawQuestion,
} from '../src/flows/approvals/remarks.ts';
import { createProvisioningJob } from '../src/flows/provisioning/create-provisioning-job.ts';
import type { TeamProvisioningRequest } from '../src/flows/provisioning/request.ts';
import { isCharterError } from '../src/kernel/errors.ts';
import { newId } from '../src/kernel/ids.ts';
import { TestClock } from './clock.ts';
import { createMigratedDatabase, type TestDatabase } from './database.ts';
import { fillDirectory, type Node, startNode, TENANT } from './provisioning-world.ts';

export const person = (id: string, ...roles: Role[]): Principal => ({
  tenantId: TENANT,
  kind: 'user',
  id,
  displayName: id === 'ada' ? 'Ada Lovelace' : `Person ${id}`,
  roles: new Set<Role>(['AUTHENTICATED_USER', ...roles]),
});

export const AN_APP: Principal = {
  tenantId: TENANT,
  kind: 'app',
  id: 'crm',
  displayName: 'CRM',
  roles: new Set<Role>(['AUTHENTICATED_USER', 'AUTHORIZED_APP']),
};

/** Returns the code of the error that the promise rejects with, or `done`. */
export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: unknown) => (isCharterError(error) ? error.code : String(error)),
  );

export const newCall = (): RequestContext => ({ requestId: newId(), operationId: newId() });

/** A template with this id and name that requires an approval. */
export const approvalTemplate = (id: string, approval: JsonObject, parts: JsonObject = {}): JsonObject => ({
  manifestVersion: '1.0',
  publisher: { name: 'Contoso' },
  templateConfiguration: {
    id,
    name: id,
    version: '1.0',
    language: 'en',
    enabled: true,
    approval: { requireApproval: true, ...approval },
    ...parts,
  },
  newTeam: { teamPrivacy: 'public', addRequesterAsTeamOwner: true },
});

export interface Decision {
  message?: string;
  approverId?: string;
  updates?: ApprovalUpdates;
  /** Position of the stage that is approved. */
  stage?: number;
}

/** Id of a group of person-5, person-6 and a guest. */
export const BOARD = 'board-group';

/** A node of the service with its operations on approvals. */
export function approvalNode(node: Node, clock: TestClock) {
  const { store, suite, rules, approvals } = node;
  const settings = { teamNameMaxLength: 264, approvalExpiryDays: 14 };
  const reads = new ReadLog({ store, clock });
  const deps = { store, suite, rules, approvals, clock, settings, reads };
  const ask = (request: TeamProvisioningRequest, as = person('ada')) =>
    createProvisioningJob(deps, as, newCall(), request);
  return {
    ...node,
    deps,
    ask,
    /** Requests a team from a template that requires an approval. Returns the ids of the job and of the approval. */
    async pending(template: string, name = 'Phoenix') {
      const job = await ask({ template: { id: template }, team: { name } });
      return { jobId: job.id, id: job.data.approval?.id ?? '' };
    },
    approve: (as: Principal, approvalId: string, said: Decision = {}, call = newCall()) =>
      approveTeamCreation(deps, as, call, { approvalId, ...said }),
    reject: (as: Principal, approvalId: string, said: Decision = {}, call = newCall()) =>
      rejectTeamCreation(deps, as, call, { approvalId, ...said }),
    delegate: (as: Principal, approvalId: string, deputyId: string, call = newCall()) =>
      delegateApproval(deps, as, call, { approvalId, deputyId }),
    cancel: (as: Principal, approvalId: string, call = newCall(), message?: string) =>
      cancelApproval(deps, as, call, { approvalId, message }),
    askBack: (as: Principal, approvalId: string, message = 'Why?', call = newCall()) =>
      askRequester(deps, as, call, { approvalId, message }),
    answer: (as: Principal, approvalId: string, message = 'Because.', call = newCall()) =>
      answerQuestion(deps, as, call, { approvalId, message }),
    withdrawQuestion: (as: Principal, approvalId: string, message?: string, call = newCall()) =>
      withdrawQuestion(deps, as, call, { approvalId, message }),
    comment: (as: Principal, approvalId: string, message = 'Well.', call = newCall()) =>
      commentOnApproval(deps, as, call, { approvalId, message }),
    /** Expires approvals at the time of `at`. */
    expire: (at: TestClock = clock) => expireApprovals({ store, clock: at }, TENANT),
  };
}

export type ApprovalNode = ReturnType<typeof approvalNode>;

export interface Outcome {
  status: Approval['status'];
  jobStatus: string;
  errorCode: string | undefined;
  /** Types of the approval's events, oldest first. */
  events: string[];
  /** Types of the approval's audit records. */
  records: string[];
  decisions: number;
  queued: number;
}

/** A `team_provisioning_completed` event. */
export interface ProvisioningEnd {
  id: string;
  payload: { team: { id?: string }; provisioning: { id: string; status: string } };
}

/** @param start time of the clock */
export async function openApprovalWorld(start = new Date()) {
  const database: TestDatabase = await createMigratedDatabase();
  const clock = new TestClock(start);
  const first = await startNode(database.serviceUrl);
  await fillDirectory(first.suiteTenancy);
  const directory = first.suiteTenancy.for(TENANT);
  await directory
    .insertInto('directory.groups')
    .values({ tenant_id: TENANT, group_id: BOARD, display_name: 'Board' })
    .execute();
  await directory
    .insertInto('directory.group_members')
    .values(
      ['guest', 'person-5', 'person-6'].map((user_id) => ({ tenant_id: TENANT, group_id: BOARD, user_id })),
    )
    .execute();
  const nodes = [first];
  return {
    clock,
    ownerUrl: database.ownerUrl,
    node: approvalNode(first, clock),

    /** Another node on the same database. */
    async anotherNode(): Promise<ApprovalNode> {
      const node = await startNode(database.serviceUrl);
      nodes.push(node);
      return approvalNode(node, clock);
    },

    /** Reads the outcome of an approval directly from the tables. */
    async outcomeOf(approvalId: string): Promise<Outcome> {
      const { rows } = await sql<Outcome>`
        select a.status, j.status as "jobStatus", j.error->>'code' as "errorCode",
               array(select e.type from charter.domain_events e
                      where e.target->>'id' = a.approval_id::text order by e.event_id) as events,
               array(select r.type from charter.audit_records r
                      where r.trail = 'approvals' and r.target_id = a.approval_id::text order by r.record_id) as records,
               (select count(*)::int from charter.approval_decisions d
                 where d.approval_id = a.approval_id) as decisions,
               (select count(*)::int from pgboss.job q where q.data->>'jobId' = a.job_id::text) as queued
          from charter.approvals a join charter.jobs j using (tenant_id, job_id)
         where a.approval_id = ${approvalId}`.execute(first.tenancy.for(TENANT));
      const [outcome] = rows;
      if (outcome === undefined) throw new Error(`No approval ${approvalId}.`);
      return { ...outcome, errorCode: outcome.errorCode ?? undefined };
    },

    async payloads(approvalId: string): Promise<Record<string, unknown>[]> {
      const { rows } = await sql<{ payload: Record<string, unknown> }>`
        select payload from charter.domain_events
         where target->>'id' = ${approvalId} order by event_id`.execute(first.tenancy.for(TENANT));
      return rows.map(({ payload }) => payload);
    },

    /** Reads the events with which the runs of a job ended, oldest first. */
    async endsOf(jobId: string): Promise<ProvisioningEnd[]> {
      const { rows } = await sql<ProvisioningEnd>`
        select event_id as id, payload from charter.domain_events
         where type = 'team_provisioning_completed' and payload->'provisioning'->>'id' = ${jobId}
         order by event_id`.execute(first.tenancy.for(TENANT));
      return rows;
    },

    async close() {
      for (const node of nodes) await node.close();
      await database.drop();
    },
  };
}

export type ApprovalWorld = Awaited<ReturnType<typeof openApprovalWorld>>;
