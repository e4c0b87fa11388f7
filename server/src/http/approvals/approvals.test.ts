import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { approvalTemplate } from '../../../test/approval-world.ts';
import { storeTemplate } from '../../../test/catalog.ts';
import { assertRejected, testRejections } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import { readManifest } from '../../domain/catalog/manifest.ts';

const MISSING = '/approvals/01a1fb81-e8b1-7367-a579-417a0b50c4d5';

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
  const template = approvalTemplate('guarded', { approvalTeam: [{ id: 'mia-id' }, { id: 'olga-id' }] });
  const { newTeam: _, ...forChannels } = approvalTemplate('room', { approvalTeam: [{ id: 'mia-id' }] });
  for (const each of [template, { ...forChannels, newChannel: {} }]) {
    const { manifest, source } = readManifest(each);
    if (manifest === undefined || source === undefined) throw new Error('The template cannot be read.');
    const { catalogTemplate, structure } = manifest;
    await storeTemplate(service.world.deps.store, TENANT, { catalogTemplate, structure, source });
  }
});
after(() => service.close());

/** Creates a request that waits for approval. Returns the id of its job and the path of its approval. */
async function pending(as: Caller = 'sam') {
  const body = { template: { id: 'guarded' }, team: { name: 'Harbour' } };
  const { status, body: job } = await call(as, 'POST', '/teams/provisioning', body);
  assert.deepEqual([status, job.status], [201, 'paused']);
  return { jobId: job.id as string, path: `/approvals/${job.data.approval.id}` };
}

const rejectsTheOthers = (verb: string, denied: Caller[], hidden: Caller[]) =>
  testRejections(() => service, {
    method: 'POST',
    path: async () => `${(await pending()).path}/${verb}`,
    missing: `${MISSING}/${verb}`,
    denied,
    hidden: [...hidden, 'foreigner', 'foreign app'],
  });

const BAD: [what: string, body: unknown, targets: string[]][] = [
  ['an unknown field', { reason: 'x' }, ['reason']],
  ['a wrong type', { message: 5 }, ['message']],
  ['a message that is too long', { message: 'x'.repeat(2049) }, ['message']],
  ['an approver without id', { approver: {} }, ['approver.id']],
  ['an array as the body', [], ['body']],
];

for (const verb of ['approve', 'reject'] as const) {
  describe(`POST /approvals/{approvalRequestId}/${verb}`, () => {
    rejectsTheOthers(verb, ['sam', 'app'], ['ida', 'ivan', 'gus']);

    it('stores one decision, and returns an empty body', async () => {
      const { path, jobId } = await pending();
      // Some clients send every field, with null for those without a value.
      const nulls = verb === 'approve' ? { approver: null, updates: null } : { approver: null };
      const { status, body } = await call('mia', 'POST', `${path}/${verb}`, { message: 'Because', ...nulls });
      assert.deepEqual([status, body], [200, '']);
      assertRejected(await call('olga', 'POST', `${path}/approve`), 409, 'ApprovalAlreadyResolved');
      assertRejected(await call('ada', 'POST', `${path}/reject`), 409, 'ApprovalAlreadyResolved');
      const { decisions } = (await call('sam', 'GET', path)).body;
      const [{ decidedDateTime, ...decision }] = decisions;
      assert.ok(Date.parse(decidedDateTime));
      assert.deepEqual(
        [decisions.length, decision],
        [
          1,
          {
            stage: 0,
            outcome: verb === 'approve' ? 'approved' : 'rejected',
            decider: { id: 'mia-id', displayName: 'Mia' },
            message: 'Because',
          },
        ],
      );
      const job = (await call('sam', 'GET', `/jobs/${jobId}`)).body;
      assert.equal(job.status, verb === 'approve' ? 'waiting' : 'failed');
      assert.equal(job.data.error?.code, verb === 'approve' ? undefined : 'ApprovalRejected');
    });

    it('accepts a decision without a body, and replays the response for a repeated key', async () => {
      const { path } = await pending();
      const key = { 'idempotency-key': `${verb}-${path}` };
      for (let count = 0; count < 2; count += 1) {
        assert.equal((await call('olga', 'POST', `${path}/${verb}`, undefined, key)).status, 200);
      }
    });

    it('accepts a decision on behalf of an approver only from apps', async () => {
      const { path } = await pending();
      const body = { approver: { id: 'mia@fabrikam.example' } };
      assertRejected(await call('olga', 'POST', `${path}/${verb}`, body), 403, 'Forbidden');
      const unknown = await call('app', 'POST', `${path}/${verb}`, { approver: { id: 'x' } });
      assertRejected(unknown, 400, 'InvalidRequest', ['approver.id']);
      assert.equal((await call('app', 'POST', `${path}/${verb}`, body)).status, 200);
      assert.equal((await call('sam', 'GET', path)).body.approver.id, 'mia-id');
    });

    for (const [what, body, targets] of BAD) {
      it(`rejects ${what} and names the field`, async () => {
        const { path } = await pending();
        assertRejected(await call('mia', 'POST', `${path}/${verb}`, body), 400, 'InvalidRequest', targets);
        assert.equal((await call('mia', 'GET', path)).body.status, 'pending');
      });
    }
  });
}

describe('POST /approvals/{approvalRequestId}/approve with updates', () => {
  it('changes the plan and the request of the approval, and keeps the request of the job', async () => {
    const { path, jobId } = await pending();
    const updates = { name: 'Griffin', description: 'New', welcomeMessage: 'Hello' };
    assert.equal((await call('mia', 'POST', `${path}/approve`, { updates })).status, 200);
    const { data } = (await call('mia', 'GET', `/jobs/${jobId}`)).body;
    assert.deepEqual(
      [data.plan.name, data.plan.description, data.plan.welcomeMessage],
      Object.values(updates),
    );
    assert.equal(data.request.team.name, 'Harbour');
    assert.deepEqual((await call('sam', 'GET', path)).body.request.team, updates);
  });

  it('returns the plan of a channel for a dry run, in the language of the caller', async () => {
    const { id: teamId } = (await service.world.newTeam()).team;
    const body = { template: { id: 'room' }, channel: { name: 'Harbour' } };
    const asked = await call('olga', 'POST', `/teams/${teamId}/channels/requests`, body);
    assert.deepEqual([asked.status, asked.body.status], [201, 'paused']);
    const path = `/approvals/${asked.body.data.approval.id}/approve?dryRun=true`;
    const german = { 'accept-language': 'de' };
    const planned = await call('mia', 'POST', path, { updates: { name: 'Dock' } }, german);
    assert.equal(planned.status, 200);
    assert.deepEqual(
      [planned.body['@odata.context'], planned.body.channel.displayName],
      [`${service.url}/$metadata#channelProvisioningPlans/$entity`, 'Dock'],
    );
    const [{ policy, message }] = planned.body.verdicts;
    assert.deepEqual([policy, message], ['approval', 'Die Anfrage wartet auf die Genehmigung von Mia.']);
  });

  it('returns the plan and every verdict for a dry run, and decides nothing', async () => {
    const { path } = await pending();
    const plan = (as: Caller, updates: object, more = {}) =>
      call(as, 'POST', `${path}/approve?dryRun=true`, { updates, ...more });
    const { status, body } = await plan('mia', { name: 'a/b', description: 'New' });
    assert.equal(status, 200);
    assert.deepEqual(
      [body['@odata.context'], body.name, body.description],
      [`${service.url}/$metadata#provisioningPlans/$entity`, 'a/b', 'New'],
    );
    const outcomeOf = (policy: string) =>
      body.verdicts.find((verdict: { policy: string }) => verdict.policy === policy)?.outcome;
    assert.deepEqual([outcomeOf('naming'), outcomeOf('approval')], ['violated', 'passed']);

    assertRejected(await plan('sam', {}), 403, 'Forbidden');
    assertRejected(await plan('ida', {}), 404, 'NotFound');
    assertRejected(await plan('mia', { owner: 'x' }), 400, 'InvalidRequest', ['updates.owner']);
    assertRejected(await plan('mia', {}, { stage: 1 }), 409, 'Conflict');
    assert.equal((await call('mia', 'GET', path)).body.status, 'pending');

    assert.equal((await call('mia', 'POST', `${path}/approve`)).status, 200);
    assertRejected(await plan('olga', {}), 409, 'ApprovalAlreadyResolved');
  });

  it('keeps the requested value of a field that is sent as null', async () => {
    const { path } = await pending();
    const before = (await call('sam', 'GET', path)).body.request.team;
    const updates = { name: 'Renamed', description: null, welcomeMessage: null };
    assert.equal((await call('mia', 'POST', `${path}/approve`, { message: null, updates })).status, 200);
    assert.deepEqual((await call('sam', 'GET', path)).body.request.team, { ...before, name: 'Renamed' });
  });

  it('rejects changes that violate a policy or the limits of a request', async () => {
    const { path } = await pending();
    const approve = (updates: object) => call('mia', 'POST', `${path}/approve`, { updates });
    assertRejected(await approve({ name: 'a/b' }), 400, 'PolicyViolation', ['naming']);
    assertRejected(await approve({ name: '' }), 400, 'InvalidRequest', ['updates.name']);
    assertRejected(await approve({ owner: 'x' }), 400, 'InvalidRequest', ['updates.owner']);
    assert.equal((await call('mia', 'GET', path)).body.status, 'pending');
  });
});

describe('POST /approvals/{approvalRequestId}/cancel', () => {
  rejectsTheOthers('cancel', ['mia', 'ada', 'app'], ['ida', 'ivan']);

  it('withdraws the request', async () => {
    const { path, jobId } = await pending();
    assert.deepEqual((await call('sam', 'POST', `${path}/cancel`)).status, 200);
    assert.equal((await call('sam', 'GET', path)).body.status, 'cancelled');
    assert.equal((await call('sam', 'GET', `/jobs/${jobId}`)).body.data.error.code, 'ApprovalCancelled');
    assertRejected(await call('mia', 'POST', `${path}/approve`), 409, 'ApprovalAlreadyResolved');
  });
});

describe('GET /approvals/{approvalRequestId}', () => {
  testRejections(() => service, {
    method: 'GET',
    path: async () => (await pending()).path,
    missing: MISSING,
    denied: [],
    hidden: ['ida', 'ivan', 'foreigner', 'foreign app'],
  });

  it('shows the approval to its requester, its approvers and administrators', async () => {
    const { path, jobId } = await pending();
    for (const caller of ['sam', 'mia', 'ada', 'app'] as const) {
      const { status, body } = await call(caller, 'GET', path);
      assert.deepEqual([status, body.status, body.job.id], [200, 'pending', jobId]);
      assert.deepEqual(body.stages, [
        {
          require: 'any',
          approvers: [
            { id: 'mia-id', displayName: 'Mia' },
            { id: 'olga-id', displayName: 'Olga' },
          ],
          approvedBy: [],
          delegations: [],
        },
      ]);
    }
    assert.equal((await call('mia', 'GET', `/jobs/${jobId}`)).status, 200);
    assertRejected(await call('ida', 'GET', `/jobs/${jobId}`), 404, 'NotFound');
  });
});

describe('GET /approvals', () => {
  it('requires credentials', async () => {
    assertRejected(await call('nobody', 'GET', '/approvals'), 401, 'Unauthenticated');
  });

  it('lists the requests that the caller made or decides, in pages', async () => {
    const made = [await pending('ida'), await pending('ida'), await pending('ida')];
    const ids = made.map(({ path }) => path.split('/').at(-1)).toReversed();
    const page = (await call('ida', 'GET', '/approvals?role=requester&status=pending&$top=2')).body;
    assert.equal(page['@odata.context'], `${service.url}/$metadata#approvals`);
    assert.deepEqual([page['@odata.count'], page.value.length], [2, 2]);
    const next: string = page['@odata.nextLink'].slice(service.url.length);
    const rest = (await call('ida', 'GET', next)).body;
    assert.equal(rest['@odata.nextLink'], undefined);
    assert.deepEqual(
      [...page.value, ...rest.value].map(({ id }: { id: string }) => id),
      ids,
    );
    const asked = (await call('mia', 'GET', '/approvals?role=approver&$top=3')).body.value;
    assert.deepEqual(
      asked.map(({ id }: { id: string }) => id),
      ids,
    );
    assert.deepEqual((await call('ivan', 'GET', '/approvals')).body.value, []);
    assert.deepEqual((await call('foreigner', 'GET', '/approvals')).body.value, []);
  });

  it('lists the requests that have the given status', async () => {
    const [approved, rejected, withdrawn, open] = [
      await pending('ida'),
      await pending('ida'),
      await pending('ida'),
      await pending('ida'),
    ];
    await call('mia', 'POST', `${approved.path}/approve`);
    await call('mia', 'POST', `${rejected.path}/reject`);
    await call('ida', 'POST', `${withdrawn.path}/cancel`);
    const newestWith = async (status: string): Promise<string | undefined> => {
      const { status: code, body } = await call('mia', 'GET', `/approvals?status=${status}&$top=1`);
      assert.equal(code, 200);
      return body.value[0] && `/approvals/${body.value[0].id}`;
    };
    assert.equal(await newestWith('approved'), approved.path);
    assert.equal(await newestWith('rejected'), rejected.path);
    assert.equal(await newestWith('cancelled'), withdrawn.path);
    assert.equal(await newestWith('pending'), open.path);
    assert.equal(await newestWith('expired'), undefined);
  });

  it('rejects an invalid query option and names it', async () => {
    const rejected = async (query: string, target: string) =>
      assertRejected(await call('mia', 'GET', `/approvals?${query}`), 400, 'InvalidRequest', [target]);
    await rejected('status=open', 'status');
    await rejected('role=owner', 'role');
    await rejected('$top=0', '$top');
    await rejected('$skiptoken=x', '$skiptoken');
    await rejected('order=asc', 'order');
  });
});
