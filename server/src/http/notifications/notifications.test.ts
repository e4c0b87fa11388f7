import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { approvalTemplate } from '../../../test/approval-world.ts';
import { keepTemplate } from '../../../test/catalog.ts';
import { assertRefused } from '../../../test/team-refusals.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import { readManifest } from '../../domain/catalog/manifest.ts';

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
  const { manifest, source } = readManifest(
    approvalTemplate('guarded', { approvalTeam: [{ id: 'mia-id' }] }),
  );
  if (manifest === undefined || source === undefined) throw new Error('The template cannot be read.');
  const { catalogTemplate, structure } = manifest;
  await keepTemplate(service.world.deps.store, TENANT, { catalogTemplate, structure, source });
});
after(() => service.close());

const listOf = async (as: Caller, query = '') => (await call(as, 'GET', `/notifications${query}`)).body;

/** Creates a request of Sam's. Returns the path of Mia's notification. */
async function told(): Promise<string> {
  const body = { template: { id: 'guarded' }, team: { name: 'Harbour' } };
  assert.equal((await call('sam', 'POST', '/teams/provisioning', body)).status, 201);
  return `/notifications/${(await listOf('mia')).value[0].id}`;
}

describe('GET /notifications', () => {
  it('requires credentials of a person', async () => {
    assertRefused(await call('nobody', 'GET', '/notifications'), 401, 'Unauthenticated');
    assertRefused(await call('app', 'GET', '/notifications'), 403, 'Forbidden');
  });

  it('lists the caller’s notifications alone, newest first, in pages', async () => {
    for (let count = 0; count < 3; count += 1) await told();
    const page = await listOf('mia', '?$top=2');
    assert.equal(page['@odata.context'], `${service.url}/$metadata#notifications`);
    assert.deepEqual([page['@odata.count'], page.value.length], [2, 2]);
    const rest = (await call('mia', 'GET', page['@odata.nextLink'].slice(service.url.length))).body;
    assert.deepEqual([rest.value.length, rest['@odata.nextLink']], [1, undefined]);
    const [first] = page.value;
    assert.deepEqual(
      [first.kind, first.language, first.readDateTime],
      ['approval_requested', 'en', undefined],
    );
    assert.equal(first.subject, 'Sam asks for the team “Harbour”');
    assert.equal(first.link, `${new URL(service.url).origin}/approvals/${first.approval.id}`);
    for (const caller of ['sam', 'ada', 'foreigner'] as const) {
      assert.deepEqual((await listOf(caller)).value, []);
    }
  });

  it('rejects an unknown query option and names it', async () => {
    for (const [query, target] of [
      ['unread=maybe', 'unread'],
      ['$top=0', '$top'],
      ['$skiptoken=x', '$skiptoken'],
      ['role=me', 'role'],
    ] as const) {
      assertRefused(await call('mia', 'GET', `/notifications?${query}`), 400, 'InvalidRequest', [target]);
    }
  });
});

describe('POST /notifications/{notificationId}/read', () => {
  it('requires a user token', async () => {
    assertRefused(await call('app', 'POST', `${await told()}/read`), 403, 'Forbidden');
    assertRefused(await call('nobody', 'POST', `${await told()}/read`), 401, 'Unauthenticated');
  });

  it('answers 404 for a notification of another person and for a missing one', async () => {
    const path = await told();
    const missing = '/notifications/01a1fb81-e8b1-7367-a579-417a0b50c4d5';
    for (const caller of ['sam', 'ada', 'foreigner'] as const) {
      assertRefused(await call(caller, 'POST', `${path}/read`), 404, 'NotFound');
    }
    assertRefused(await call('mia', 'POST', `${missing}/read`), 404, 'NotFound');
    assertRefused(await call('mia', 'POST', '/notifications/x/read'), 404, 'NotFound');
  });

  it('marks it as read, once or repeatedly', async () => {
    const path = await told();
    const { length } = (await listOf('mia', '?unread=true')).value;
    for (let count = 0; count < 2; count += 1) {
      const { status, body } = await call('mia', 'POST', `${path}/read`);
      assert.deepEqual([status, body], [200, '']);
    }
    assert.equal((await listOf('mia', '?unread=true')).value.length, length - 1);
    assert.notEqual((await listOf('mia')).value[0].readDateTime, undefined);
  });
});
