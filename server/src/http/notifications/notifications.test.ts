import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { approvalTemplate } from '../../../test/approval-world.ts';
import { storeTemplate } from '../../../test/catalog.ts';
import { assertRejected } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import { readManifest } from '../../domain/catalog/manifest.ts';
import { NOTIFICATION_KINDS } from '../../domain/notifications/kinds.ts';

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
  await storeTemplate(service.world.deps.store, TENANT, { catalogTemplate, structure, source });
});
after(() => service.close());

const listOf = async (as: Caller, query = '') => (await call(as, 'GET', `/notifications${query}`)).body;

/** Creates a request of Sam's. Returns the path of Mia's notification. */
async function notified(): Promise<string> {
  const body = { template: { id: 'guarded' }, team: { name: 'Harbour' } };
  assert.equal((await call('sam', 'POST', '/teams/provisioning', body)).status, 201);
  return `/notifications/${(await listOf('mia')).value[0].id}`;
}

describe('GET /notifications', () => {
  it('requires credentials of a person', async () => {
    assertRejected(await call('nobody', 'GET', '/notifications'), 401, 'Unauthenticated');
    assertRejected(await call('app', 'GET', '/notifications'), 403, 'Forbidden');
  });

  it('lists only the caller’s notifications, in pages', async () => {
    for (let count = 0; count < 3; count += 1) await notified();
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

  it('returns texts in the language of the request, or in English when it names no supported language', async () => {
    await notified();
    const read = async (headers: Record<string, string>) => {
      const [first] = (await call('mia', 'GET', '/notifications', undefined, headers)).body.value;
      return [first.language, first.subject];
    };
    const german = ['de', 'Sam fragt das Team „Harbour“ an'];
    assert.deepEqual(await read({ 'accept-language': 'de-CH, en;q=0.5' }), german);
    for (const header of ['*', 'es'])
      assert.equal((await read({ 'accept-language': header }))[0], 'en', header);
  });

  it('rejects an invalid query option and names it', async () => {
    for (const [query, target] of [
      ['unread=maybe', 'unread'],
      ['$top=0', '$top'],
      ['$skiptoken=x', '$skiptoken'],
      ['role=me', 'role'],
    ] as const) {
      assertRejected(await call('mia', 'GET', `/notifications?${query}`), 400, 'InvalidRequest', [target]);
    }
  });
});

describe('POST /notifications/{notificationId}/read', () => {
  it('requires a user token', async () => {
    assertRejected(await call('app', 'POST', `${await notified()}/read`), 403, 'Forbidden');
    assertRejected(await call('nobody', 'POST', `${await notified()}/read`), 401, 'Unauthenticated');
  });

  it('returns 404 for a notification of another person and for a missing one', async () => {
    const path = await notified();
    const missing = '/notifications/01a1fb81-e8b1-7367-a579-417a0b50c4d5';
    for (const caller of ['sam', 'ada', 'foreigner'] as const) {
      assertRejected(await call(caller, 'POST', `${path}/read`), 404, 'NotFound');
    }
    assertRejected(await call('mia', 'POST', `${missing}/read`), 404, 'NotFound');
    assertRejected(await call('mia', 'POST', '/notifications/x/read'), 404, 'NotFound');
  });

  it('marks the notification as read, once or repeatedly', async () => {
    const path = await notified();
    const { length } = (await listOf('mia', '?unread=true')).value;
    for (let count = 0; count < 2; count += 1) {
      const { status, body } = await call('mia', 'POST', `${path}/read`);
      assert.deepEqual([status, body], [200, '']);
    }
    assert.equal((await listOf('mia', '?unread=true')).value.length, length - 1);
    assert.notEqual((await listOf('mia')).value[0].readDateTime, undefined);
  });
});

describe('POST /notifications/read', () => {
  it('requires a user token', async () => {
    assertRejected(await call('app', 'POST', '/notifications/read'), 403, 'Forbidden');
    assertRejected(await call('nobody', 'POST', '/notifications/read'), 401, 'Unauthenticated');
  });

  it('rejects an invalid id', async () => {
    const bad = await call('mia', 'POST', '/notifications/read', { upTo: 'x' });
    assertRejected(bad, 400, 'InvalidRequest', ['upTo']);
  });

  it('marks only the caller’s notifications as read, and with `upTo` none that arrived later', async () => {
    await call('mia', 'POST', '/notifications/read');
    const unread = async () => (await listOf('mia', '?unread=true&$top=1&$count=true'))['@odata.count'];
    assert.equal(await unread(), 0);
    const [first, second] = [await notified(), await notified()];
    assert.equal(await unread(), 2);
    assert.equal((await call('sam', 'POST', '/notifications/read')).body.count, 0);
    const upTo = first.split('/').at(-1);
    assert.equal((await call('mia', 'POST', '/notifications/read', { upTo })).body.count, 1);
    const [left] = (await listOf('mia', '?unread=true')).value;
    assert.equal(left.id, second.split('/').at(-1));
    assert.equal((await call('mia', 'POST', '/notifications/read')).body.count, 1);
    assert.ok((await listOf('mia', '?$top=1&$count=true'))['@odata.count'] >= 2);
  });
});

describe('/me/notification-settings', () => {
  const path = '/me/notification-settings';
  const mailOf = async (as: Caller, kind: string) =>
    (await call(as, 'GET', path)).body.kinds.find((each: { kind: string }) => each.kind === kind).mail;

  it('requires a user token', async () => {
    assertRejected(await call('app', 'GET', path), 403, 'Forbidden');
    assertRejected(await call('nobody', 'PATCH', path, {}), 401, 'Unauthenticated');
  });

  it('enables mail for every kind by default', async () => {
    const { status, body } = await call('mia', 'GET', path);
    assert.equal(status, 200);
    assert.deepEqual(
      body.kinds.map(({ kind }: { kind: string }) => kind),
      NOTIFICATION_KINDS,
    );
    assert.ok(body.kinds.every(({ mail }: { mail: boolean }) => mail));
  });

  it('changes only the named kinds, and only for the caller', async () => {
    const off = [
      { kind: 'team_ready', mail: false },
      { kind: 'request_failed', mail: false },
    ];
    assert.equal((await call('mia', 'PATCH', path, { kinds: off })).status, 200);
    await call('mia', 'PATCH', path, { kinds: [{ kind: 'team_ready', mail: true }] });
    assert.deepEqual(
      [await mailOf('mia', 'team_ready'), await mailOf('mia', 'request_failed')],
      [true, false],
    );
    assert.equal(await mailOf('sam', 'request_failed'), true);
  });

  it('rejects unknown kinds, and changes nothing', async () => {
    const kinds = [
      { kind: 'team_expired', mail: false },
      { kind: 'gossip', mail: false },
    ];
    assertRejected(await call('mia', 'PATCH', path, { kinds }), 400, 'InvalidRequest', ['kinds[1].kind']);
    assert.equal(await mailOf('mia', 'team_expired'), true);
    assertRejected(await call('mia', 'PATCH', path, { kinds: [] }), 400, 'InvalidRequest', ['kinds']);
  });
});
