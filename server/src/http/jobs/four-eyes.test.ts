/** Tests over HTTP that deletions in bulk and changes of roles wait for a second administrator. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { CAUSE } from '../../../test/cause.ts';
import { TestClock } from '../../../test/clock.ts';
import { assertRejected } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import type { RoleAssignmentStore } from '../../domain/identity/ports.ts';
import { recoverAdministrator } from '../../domain/identity/recover-administrator.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import { JOB_DEFINITIONS } from '../../flows/definitions.ts';
import { expireChanges } from '../../flows/jobs/decide-job.ts';
import { newId } from '../../kernel/ids.ts';
import { createAppStore } from '../../persistence/apps.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';

const never = { lost: new AbortController().signal, stopping: new AbortController().signal };
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let service: TeamService;
let call: TeamService['call'];
let roles: RoleAssignmentStore;
before(async () => {
  service = await startTeamService({ fourEyes: ['bulk-deletion', 'roles'] });
  call = service.call;
  roles = createRoleAssignmentStore(service.world.database.tenancy);
});
after(() => service.close());

/** Ida and Olga are GLOBAL_ADMIN; Ada is TEAMS_SERVICE_ADMIN. */
beforeEach(async () => {
  for (const { principalId, role } of await roles.list(TENANT)) {
    if (principalId === 'ada-id' || principalId === 'ivan-id') continue;
    await roles.revoke(TENANT, principalId, role, CAUSE);
  }
  for (const id of ['ida-id', 'olga-id']) await roles.assign(TENANT, id, 'GLOBAL_ADMIN', CAUSE);
});

const run = (jobId: string): Promise<void> =>
  runJob(
    { ...service.world.deps, definitions: JOB_DEFINITIONS, log: silent },
    { tenantId: TENANT, jobId },
    never,
  );

const PATH = '/roles/mia-id/GOVERNANCE_MANAGER';

/** Sends a change that must wait, and returns its job. */
async function waiting(as: Caller, method: string, path: string, body?: object) {
  const answer = await call(as, method, path, body);
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  assert.equal(answer.headers.get('location'), `/v1.0/jobs/${answer.body.id}`);
  assert.deepEqual([answer.body.status, answer.body.requester.id], ['paused', `${as}-id`]);
  return answer.body;
}
const decide = (as: Caller, jobId: string, decision: 'approve' | 'reject', body?: object) =>
  call(as, 'POST', `/jobs/${jobId}/${decision}`, body);
const jobOf = async (jobId: string) => (await call('ada', 'GET', `/jobs/${jobId}`)).body;
const rolesOfMia = () => roles.rolesOf(TENANT, 'mia-id');

/** Returns the audit records about the job in the order of each chain, without those of reads. */
async function recordsOf(jobId: string) {
  const lists = await Promise.all(
    ['security', 'teams'].map((trail) =>
      call('ada', 'GET', `/audittrails/${trail}/records?$orderby=sequence asc&$top=999`),
    ),
  );
  return lists
    .flatMap(({ body }) => body.value)
    .filter(({ jobId: of, type }) => of === jobId && type !== 'job_read');
}
const typesOf = async (jobId: string) => (await recordsOf(jobId)).map(({ type }) => type);

async function notificationsOf(as: Caller, kind: string) {
  const { body } = await call(as, 'GET', '/notifications');
  return body.value.filter((one: { kind: string }) => one.kind === kind);
}

const newTeam = async (): Promise<string> => (await service.world.newTeam()).team.id;
const exists = async (teamId: string): Promise<boolean> =>
  (await service.world.suite.teams.find(TENANT, teamId)) !== undefined;

describe('a change of a role', () => {
  it('waits, and is made on behalf of the requester after another administrator has approved it', async () => {
    const job = await waiting('ida', 'PUT', PATH);
    await run(job.id);
    assert.deepEqual(await rolesOfMia(), []);
    assert.equal((await jobOf(job.id)).status, 'paused');
    const approved = await decide('olga', job.id, 'approve', { message: 'Agreed' });
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
    const { approver, outcome, message } = approved.body.secondApproval;
    assert.deepEqual(
      [approved.body.status, approver.id, outcome, message],
      ['waiting', 'olga-id', 'approved', 'Agreed'],
    );
    await run(job.id);
    assert.deepEqual(await rolesOfMia(), ['GOVERNANCE_MANAGER']);
    assert.equal((await jobOf(job.id)).status, 'completed');
    const records = await recordsOf(job.id);
    // The clock of this test's worker differs from that of the service, so the order of the records may differ from
    // that of the changes.
    assert.deepEqual(records.map(({ type, actor, approverId }) => [type, actor.id, approverId]).sort(), [
      ['change_approved', 'olga-id', undefined],
      ['role_change_completed', 'ida-id', 'olga-id'],
      ['role_change_requested', 'ida-id', undefined],
    ]);
    const events = await service.world.events();
    const assigned = events.findLast(({ type }) => type === 'role_assigned');
    assert.equal(assigned?.actor.id, 'ida-id');
  });

  it('notifies the administrators who may approve it, and then the requester', async () => {
    const before = (await notificationsOf('olga', 'change_waits')).length;
    const own = (await notificationsOf('ida', 'change_waits')).length;
    const job = await waiting('ida', 'PUT', '/roles/mia-id/INTEGRATION_MANAGER');
    const [newest, ...others] = await notificationsOf('olga', 'change_waits');
    assert.equal(others.length, before);
    assert.match(newest.text, /Ida wants to give Mia the role INTEGRATION_MANAGER\. Nothing happens until/);
    assert.equal((await notificationsOf('ida', 'change_waits')).length, own);
    assert.deepEqual(await notificationsOf('ada', 'change_waits'), []);
    await decide('olga', job.id, 'reject', { message: 'Not now' });
    const [decided] = await notificationsOf('ida', 'change_decided');
    assert.equal(decided.subject, 'Your change was rejected');
    assert.match(decided.text, /It was rejected by Olga, so nothing changes\.\s+“Not now”/);
  });

  it('cannot be decided by the requester, an app, or a user without the role GLOBAL_ADMIN', async () => {
    const job = await waiting('ida', 'PUT', PATH);
    for (const decision of ['approve', 'reject'] as const) {
      assertRejected(await decide('ida', job.id, decision), 403, 'Forbidden');
      assertRejected(await decide('ada', job.id, decision), 403, 'Forbidden');
      assertRejected(await decide('app', job.id, decision), 403, 'Forbidden');
      assertRejected(await decide('mia', job.id, decision), 403, 'Forbidden');
      assertRejected(await decide('foreigner', job.id, decision), 404, 'NotFound');
    }
    assert.equal((await jobOf(job.id)).status, 'paused');
    await decide('olga', job.id, 'reject', { message: 'End of the test' });
  });

  it('can be rejected by another administrator, but not decided or retried after that', async () => {
    const job = await waiting('ida', 'PUT', PATH);
    const { status, body } = await decide('olga', job.id, 'reject', { message: 'Ask Ada' });
    assert.deepEqual([status, body.status, body.data.error.code], [200, 'failed', 'ApprovalRejected']);
    assert.equal(body.data.error.message, 'Olga rejected the change. “Ask Ada”');
    await run(job.id);
    assert.deepEqual(await rolesOfMia(), []);
    for (const decision of ['approve', 'reject'] as const) {
      assertRejected(await decide('olga', job.id, decision), 409, 'ApprovalAlreadyResolved');
    }
    assertRejected(await call('ida', 'POST', `/jobs/${job.id}/retry`), 409, 'Conflict');
    assert.deepEqual(await typesOf(job.id), [
      'role_change_requested',
      'change_rejected',
      'role_change_failed',
    ]);
  });

  it('can be withdrawn by its requester and requested again', async () => {
    const first = await waiting('ida', 'PUT', PATH);
    const { body } = await call('ida', 'POST', `/jobs/${first.id}/cancel`);
    assert.deepEqual([body.status, body.data.error.code], ['failed', 'Cancelled']);
    assertRejected(await decide('olga', first.id, 'approve'), 409, 'ApprovalAlreadyResolved');
    const second = await waiting('ida', 'PUT', PATH);
    assert.notEqual(second.id, first.id);
    await call('ida', 'POST', `/jobs/${second.id}/cancel`);
    assert.deepEqual(await typesOf(first.id), [
      'role_change_requested',
      'role_change_cancelled',
      'role_change_failed',
    ]);
  });

  it('expires when nobody decides in time', async () => {
    const job = await waiting('ida', 'PUT', PATH);
    const clock = new TestClock(new Date(Date.parse(job.secondApproval.expiresDateTime) - 1_000));
    const deps = { store: service.world.deps.store, clock };
    await expireChanges(deps, TENANT);
    assert.equal((await jobOf(job.id)).status, 'paused');
    clock.advance(1);
    await expireChanges(deps, TENANT);
    const { status, data } = await jobOf(job.id);
    assert.deepEqual([status, data.error.code], ['failed', 'ApprovalExpired']);
    assertRejected(await decide('olga', job.id, 'approve'), 409, 'ApprovalAlreadyResolved');
    assert.deepEqual(await typesOf(job.id), [
      'role_change_requested',
      'change_expired',
      'role_change_failed',
    ]);
    const [decided] = await notificationsOf('ida', 'change_decided');
    assert.equal(decided.subject, 'Your change has expired');
  });

  it('has one job however often it is requested, and blocks other changes of the same role', async () => {
    const job = await waiting('ida', 'PUT', PATH);
    assert.equal((await waiting('ida', 'PUT', PATH)).id, job.id);
    const later = { expiresDateTime: '2100-01-01T00:00:00Z' };
    assertRejected(await call('ida', 'PUT', PATH, later), 409, 'Conflict');
    assertRejected(await call('olga', 'PUT', PATH), 409, 'Conflict');
    assert.deepEqual(await typesOf(job.id), ['role_change_requested']);
    await call('ida', 'POST', `/jobs/${job.id}/cancel`);
  });

  it('is approved once when the call is repeated with its idempotency key', async () => {
    const job = await waiting('ida', 'PUT', PATH);
    const key = { 'idempotency-key': newId() };
    const answers = [];
    for (const _ of [1, 2]) {
      answers.push(await call('olga', 'POST', `/jobs/${job.id}/approve`, undefined, key));
    }
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assertRejected(await decide('olga', job.id, 'approve'), 409, 'ApprovalAlreadyResolved');
    await run(job.id);
    assert.deepEqual((await typesOf(job.id)).filter((type) => type === 'change_approved').length, 1);
  });

  it('needs no approval when the role is already as requested', async () => {
    await roles.assign(TENANT, 'mia-id', 'GOVERNANCE_MANAGER', CAUSE);
    assert.equal((await call('ida', 'PUT', PATH)).status, 200);
    assertRejected(await call('ida', 'DELETE', '/roles/mia-id/GLOBAL_ADMIN'), 404, 'NotFound');
    assertRejected(await call('ada', 'PUT', PATH), 403, 'Forbidden');
  });

  it('removes a role, and does nothing when the role was already removed', async () => {
    await roles.assign(TENANT, 'mia-id', 'GOVERNANCE_MANAGER', CAUSE);
    const job = await waiting('ida', 'DELETE', PATH);
    assert.deepEqual(job.data.request, {
      action: 'remove',
      principal: { id: 'mia-id', displayName: 'Mia' },
      role: 'GOVERNANCE_MANAGER',
    });
    await decide('olga', job.id, 'approve');
    await run(job.id);
    assert.deepEqual(await rolesOfMia(), []);
    await roles.assign(TENANT, 'mia-id', 'GOVERNANCE_MANAGER', CAUSE);
    const again = await waiting('ida', 'DELETE', PATH);
    await decide('olga', again.id, 'approve');
    await roles.revoke(TENANT, 'mia-id', 'GOVERNANCE_MANAGER', CAUSE);
    await run(again.id);
    const { status, steps } = await jobOf(again.id);
    assert.deepEqual([status, steps[0].status], ['completed', 'skipped']);
  });

  it('fails with a reason when nobody would remain GLOBAL_ADMIN', async () => {
    const job = await waiting('ida', 'DELETE', '/roles/olga-id/GLOBAL_ADMIN');
    await roles.assign(TENANT, 'mia-id', 'GLOBAL_ADMIN', CAUSE);
    const other = await waiting('ida', 'DELETE', '/roles/ida-id/GLOBAL_ADMIN');
    await roles.revoke(TENANT, 'mia-id', 'GLOBAL_ADMIN', CAUSE);
    await decide('olga', other.id, 'approve');
    await roles.revoke(TENANT, 'olga-id', 'GLOBAL_ADMIN', CAUSE);
    await run(other.id);
    const { status, data } = await jobOf(other.id);
    assert.deepEqual([status, data.error.code], ['failed', 'Conflict']);
    const german = await call('ida', 'GET', '/notifications', undefined, { 'accept-language': 'de' });
    const decided = german.body.value.find(({ kind }: { kind: string }) => kind === 'change_decided');
    assert.match(decided.text, /„Niemand sonst hat GLOBAL_ADMIN/);
    assert.ok((await roles.rolesOf(TENANT, 'ida-id')).includes('GLOBAL_ADMIN'));
    assertRejected(await call('ida', 'POST', `/jobs/${other.id}/retry`), 409, 'Conflict');
    await call('ida', 'POST', `/jobs/${job.id}/cancel`);
  });

  it('logs what to do when nobody else can approve it; the recovery of an administrator needs no approval', async () => {
    await roles.revoke(TENANT, 'olga-id', 'GLOBAL_ADMIN', CAUSE);
    const job = await waiting('ida', 'PUT', PATH);
    assert.match(
      job.log[0],
      /Nobody else is known to have one of the roles GLOBAL_ADMIN\. .*ask the operator/,
    );
    await call('ida', 'POST', `/jobs/${job.id}/cancel`);
    await roles.revoke(TENANT, 'ida-id', 'GLOBAL_ADMIN', CAUSE);
    const { suite, clock } = service.world;
    const apps = createAppStore(service.world.database.tenancy);
    await recoverAdministrator({ suite, apps, roles, clock }, TENANT, 'sam@fabrikam.example');
    assert.deepEqual(await roles.rolesOf(TENANT, 'sam-id'), ['GLOBAL_ADMIN']);
  });
});

describe('a deletion of teams in bulk', () => {
  it('waits, deletes after the approval, and names requester and approver', async () => {
    const ids = [await newTeam(), await newTeam()];
    const job = await waiting('ada', 'POST', '/teams/bulk', { action: 'delete', ids });
    assert.deepEqual(job.bulk, { action: 'delete', count: 2, done: 0, skipped: 0, failed: 0 });
    await run(job.id);
    assert.deepEqual(await Promise.all(ids.map(exists)), [true, true]);
    const [told] = await notificationsOf('olga', 'change_waits');
    assert.match(told.text, /Ada wants to delete 2 teams\./);
    assertRejected(await decide('ada', job.id, 'approve'), 403, 'Forbidden');
    assert.equal((await decide('ida', job.id, 'approve')).status, 200);
    await run(job.id);
    assert.deepEqual(await Promise.all(ids.map(exists)), [false, false]);
    const ended = await jobOf(job.id);
    assert.deepEqual(
      [ended.status, ended.requester.id, ended.secondApproval.approver.id],
      ['completed', 'ada-id', 'ida-id'],
    );
    const records = await recordsOf(job.id);
    const decided = records.find(({ type }) => type === 'change_approved');
    assert.deepEqual([decided?.actor.id, decided?.requesterId], ['ida-id', 'ada-id']);
  });

  it('reports a result for each team, even for a team that was deleted in the meantime', async () => {
    const [gone, left] = [await newTeam(), await newTeam()];
    const job = await waiting('ada', 'POST', '/teams/bulk', { action: 'delete', ids: [gone, left] });
    await service.world.suite.teams.delete(TENANT, gone);
    await decide('ida', job.id, 'approve');
    await run(job.id);
    const { body } = await call('ada', 'GET', `/jobs/${job.id}/teams`);
    assert.deepEqual(
      body.value.map(({ outcome, code }: { outcome: string; code?: string }) => [outcome, code]),
      [
        ['failed', 'NotFound'],
        ['done', undefined],
      ],
    );
  });

  it('waits when an app requests it, and creates one job for each idempotency key', async () => {
    const id = await newTeam();
    const key = { 'idempotency-key': newId() };
    const send = () => call('app', 'POST', '/teams/bulk', { action: 'delete', ids: [id] }, key);
    const [first, second] = [await send(), await send()];
    assert.deepEqual([first.status, second.status], [202, 202]);
    assert.equal(first.body.id, second.body.id);
    assert.equal((await decide('olga', first.body.id, 'reject', { message: 'No' })).status, 200);
    assert.ok(await exists(id));
  });

  it('cannot be approved for a requester whose account is disabled', async () => {
    const id = await newTeam();
    const job = await waiting('mia', 'POST', '/teams/bulk', { action: 'delete', ids: [id] });
    await service.world.suite.saveUsers(TENANT, [
      { ...(await service.world.suite.users.resolve(TENANT, ['mia-id']))[0]!, accountEnabled: false },
    ]);
    assertRejected(await decide('ida', job.id, 'approve'), 409, 'Conflict');
    assert.equal((await decide('ida', job.id, 'reject', { message: 'Left' })).status, 200);
  });

  it('needs approval, unlike other actions and dry runs', async () => {
    const ids = [await newTeam()];
    assert.equal((await call('ada', 'POST', '/teams/bulk', { action: 'archive', ids })).status, 201);
    const preview = await call('ada', 'POST', '/teams/bulk?dryRun=true', { action: 'delete', ids });
    assert.equal(preview.status, 200);
    const { body } = await call('ada', 'GET', "/jobs?$filter=status eq 'paused'");
    assert.ok(body.value.every(({ bulk }: { bulk?: { action: string } }) => bulk?.action !== 'archive'));
  });
});

describe('a second administrator', () => {
  it('cannot approve a job that needs no approval', async () => {
    const { headers } = await call('olga', 'POST', `/teams/${await newTeam()}/archive`);
    const jobId = headers.get('location')?.split('/').at(-1) ?? '';
    assertRejected(await decide('ida', jobId, 'approve'), 409, 'Conflict');
  });
});
