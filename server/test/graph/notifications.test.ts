/** Tests change notifications of Microsoft Graph: subscriptions, reported changes, and ignored notifications. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { FAULTLESS, type Fault, type Occasion } from './behaviour.ts';
import { type ExternalWorld, MOVED_URL, openExternalWorld, PUBLIC_URL } from './external-world.ts';

const HOUR = 3_600;

describe('the detection of changes by notifications of Graph', () => {
  let world: ExternalWorld;
  before(async () => {
    world = await openExternalWorld();
  });
  after(() => world?.close());

  const byOthers = (teamId: string): Promise<string[]> => world.byOthers(teamId);
  const live = () =>
    [...world.tenant.subscriptions.values()].filter(
      ({ deletedAt, subscription }) =>
        deletedAt === undefined && Date.parse(subscription.expirationDateTime!) > world.clock.now().getTime(),
    );
  const origins = () => live().map(({ subscription }) => new URL(subscription.notificationUrl!).origin);
  const states = () => live().map(({ subscription }) => subscription.clientState!);
  const post = (body: unknown, path = `/graph/notifications/${world.tenantId}`) =>
    fetch(world.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  let tennis: string;

  it('subscribes once to each resource, with a secret that the database stores encrypted', async () => {
    await world.maintain();
    await world.maintain();
    assert.deepEqual(
      live()
        .map(({ subscription }) => subscription.resource)
        .toSorted(),
      ['/groups', '/teams', '/teams/getAllChannels'],
    );
    assert.equal(new Set(states()).size, 3);
    for (const state of states()) assert.ok(!(await world.holdsText(state)));
  });

  it('detects the creation and unarchiving of a team before the round over all teams', async () => {
    tennis = await world.newTeam('Tennis');
    await world.externally('POST', `/teams/${tennis}/archive`);
    world.clock.advance(60);
    const delivered = await world.standIn.deliverNotifications();
    assert.ok(delivered.length > 0 && delivered.every(({ status }) => status === 202));
    assert.equal(await world.observe(), 1, 'one job for all notifications');
    assert.deepEqual(await byOthers(tennis), ['team_created']);
    await world.externally('POST', `/teams/${tennis}/unarchive`);
    world.clock.advance(60);
    await world.standIn.deliverNotifications();
    await world.observe();
    assert.deepEqual(await byOthers(tennis), ['team_created', 'team_unarchived']);
  });

  it('records a change once when its notifications arrive twice and again later', async () => {
    world.standIn.behave({ ...FAULTLESS, notificationFault: () => 'duplicated' });
    await world.externally('PATCH', `/teams/${tennis}`, { displayName: 'Tennis club' });
    const delivered = await world.standIn.deliverNotifications();
    await world.observe();
    for (const { notification } of delivered) await post({ value: [notification] });
    await world.observe();
    await world.refresh();
    assert.equal((await byOthers(tennis)).filter((type) => type === 'team_updated').length, 1);
  });

  it('uses the next delta query to find changes whose notifications were lost', async () => {
    world.standIn.behave({ ...FAULTLESS, notificationFault: () => 'missed' });
    await world.externally('PATCH', `/teams/${tennis}`, { displayName: 'Tennis players' });
    assert.deepEqual(await world.standIn.deliverNotifications(), []);
    await world.standIn.deliverLifecycle('missed');
    world.standIn.behave(FAULTLESS);
    await world.observe();
    assert.equal((await byOthers(tennis)).filter((type) => type === 'team_updated').length, 2);
  });

  it('detects changes of channels before the round over all teams', async () => {
    world.clock.advance(900);
    await world.standIn.deliverNotifications();
    await world.observe();
    const before = (await byOthers(tennis)).length;
    const { body: clay } = await world.externally('POST', `/teams/${tennis}/channels`, {
      displayName: 'Clay',
    });
    await world.externally('PATCH', `/teams/${tennis}/channels/${clay.id}`, { description: 'Red' });
    await world.standIn.deliverNotifications();
    assert.equal(await world.observe(), 1, 'one job for all notifications');
    assert.deepEqual((await byOthers(tennis)).slice(before), ['team_channel_created']);
    await world.externally('PATCH', `/teams/${tennis}/channels/${clay.id}`, { displayName: 'Grass' });
    await world.standIn.deliverNotifications();
    await world.observe();
    world.clock.advance(900);
    await world.externally('DELETE', `/teams/${tennis}/channels/${clay.id}`);
    await world.standIn.deliverNotifications();
    await world.observe();
    assert.deepEqual((await byOthers(tennis)).slice(before + 1), [
      'team_channel_updated',
      'team_channel_deleted',
    ]);
  });

  it('detects a new channel and an archived team in the next round over all teams when Graph reports missed notifications', async () => {
    await world.refresh(HOUR);
    const before = (await byOthers(tennis)).length;
    world.standIn.behave({ ...FAULTLESS, notificationFault: () => 'missed' });
    await world.externally('POST', `/teams/${tennis}/channels`, { displayName: 'Indoor' });
    await world.externally('POST', `/teams/${tennis}/archive`);
    assert.deepEqual(await world.standIn.deliverNotifications(), []);
    await world.standIn.deliverLifecycle('missed');
    world.standIn.behave(FAULTLESS);
    await world.observe();
    await world.refresh();
    const found = (await byOthers(tennis)).slice(before);
    assert.deepEqual(found.toSorted(), ['team_archived', 'team_channel_created']);
    await world.externally('POST', `/teams/${tennis}/unarchive`);
    await world.standIn.deliverNotifications();
    await world.observe();
  });

  it('ignores unverified notifications', async () => {
    const resource = `teams('${tennis}')`;
    const forged = { clientState: 'guessed', resource };
    assert.equal((await post({ value: [forged, { resource }] })).status, 202);
    const elsewhere = `/graph/notifications/${world.otherTenantId}`;
    assert.equal((await post({ value: [{ ...forged, clientState: states()[0] }] }, elsewhere)).status, 202);
    assert.equal(await world.observe(), 0);
    const strange = { clientState: states()[0], resource: "teams('../../users')" };
    assert.equal((await post({ value: [strange] })).status, 202);
    await world.observe();
    const metrics = await (await fetch(`${world.url}/metrics`)).text();
    assert.match(metrics, /charter_graph_notifications_total\{outcome="rejected"\} 3/);
    assert.equal((await post({ value: 'nothing' })).status, 400);
    assert.equal((await post('{"value":')).status, 400);
  });

  it('accepts 1,000 notifications in a body of up to 1 MB', async () => {
    const notification = { clientState: 'guessed', resource: `teams('${tennis}')` };
    const value = Array.from({ length: 1_000 }, () => ({ ...notification, resourceData: 'x'.repeat(900) }));
    const bodyOf = (bytes: number): string => {
      const text = JSON.stringify({ value, filler: '' });
      return text.replace('"filler":""', `"filler":"${'x'.repeat(bytes - text.length)}"`);
    };
    const limit = 1024 * 1024;
    assert.equal((await post(bodyOf(limit))).status, 202);
    assert.equal((await post(bodyOf(limit + 1))).status, 413);
    assert.equal((await post({ value: [...value, notification] })).status, 400);
  });

  it('returns the validation token of Graph as plain text, and rejects markup', async () => {
    const path = `/graph/notifications/${world.tenantId}?validationToken=`;
    const token = 'Validation: Testing 1+1 & more';
    const answer = await post('', path + encodeURIComponent(token));
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type'), await answer.text()],
      [200, 'text/plain; charset=utf-8', token],
    );
    const markup = await post('', `${path}${encodeURIComponent('<script>')}`);
    assert.equal(markup.status, 400);
  });

  it('renews subscriptions in time, and at the request of Graph', async () => {
    const expiryOf = (name: string) =>
      Date.parse(
        live().find(({ subscription }) => subscription.resource === name)!.subscription.expirationDateTime!,
      );
    const before = expiryOf('/teams');
    world.clock.advance(37 * HOUR);
    await world.maintain();
    assert.ok(expiryOf('/teams') > before);
    const groups = expiryOf('/groups');
    world.clock.advance(60);
    await world.standIn.deliverLifecycle('reauthorizationRequired');
    await world.observe();
    assert.ok(expiryOf('/groups') > groups);
    assert.equal(live().length, 3);
  });

  it('subscribes again after a subscription was removed by Graph or has expired', async () => {
    const old = states();
    await world.standIn.deliverLifecycle('subscriptionRemoved');
    assert.equal(live().length, 0);
    await world.externally('PATCH', `/teams/${tennis}`, { description: 'Nobody tells' });
    await world.observe();
    assert.equal(live().length, 3);
    assert.equal((await byOthers(tennis)).filter((type) => type === 'team_updated').length, 3);
    assert.ok(states().every((state) => !old.includes(state)));
    await post({ value: [{ clientState: old[0], resource: `teams('${tennis}')` }] });
    assert.equal(await world.observe(), 0, 'the old secret is worthless');
    world.clock.advance(90 * 24 * HOUR);
    await world.maintain();
    assert.equal(live().length, 3);
  });

  it('detects that a team was archived, in the next round over all teams, when Graph has removed a subscription', async () => {
    await world.refresh(HOUR);
    await world.standIn.deliverLifecycle('subscriptionRemoved');
    await world.externally('POST', `/teams/${tennis}/archive`);
    await world.observe();
    assert.equal(live().length, 3);
    await world.refresh();
    assert.equal((await byOthers(tennis)).at(-1), 'team_archived');
    await world.externally('POST', `/teams/${tennis}/unarchive`);
    await world.standIn.deliverNotifications();
    await world.observe();
  });

  it('replaces each subscription once when two nodes start with another address', async () => {
    const moved = { publicUrl: MOVED_URL };
    await Promise.all([world.maintain(moved), world.maintain(moved)]);
    assert.deepEqual(origins(), [MOVED_URL, MOVED_URL, MOVED_URL]);
  });

  it('ends subscriptions when notifications are disabled', async () => {
    await world.maintain({ isNotified: false });
    assert.equal(live().length, 0);
    const forgotten = await post({ value: [{ clientState: 'any', resource: `teams('${tennis}')` }] });
    assert.equal(forgotten.status, 202);
    assert.equal(await world.observe(), 0);
  });

  it('replaces subscriptions at an old address when the responses to their creation were lost', async () => {
    const faultOf = ({ method, path }: Occasion): Fault | undefined =>
      method === 'POST' && path === '/subscriptions' ? { kind: 'lost', hasEffect: true } : undefined;
    world.standIn.behave({ ...FAULTLESS, faultOf });
    await world.maintain({ publicUrl: MOVED_URL });
    world.standIn.behave(FAULTLESS);
    assert.deepEqual(origins(), [MOVED_URL, MOVED_URL, MOVED_URL]);
    world.clock.advance(HOUR);
    await world.maintain();
    assert.deepEqual(origins(), [PUBLIC_URL, PUBLIC_URL, PUBLIC_URL]);
    await world.maintain({ isNotified: false });
  });

  it('waits a quarter of an hour when Graph still reports a duplicate after a second attempt', async () => {
    let posts = 0;
    const faultOf = ({ method, path }: Occasion): Fault | undefined => {
      if (method !== 'POST' || path !== '/subscriptions') return undefined;
      posts += 1;
      return { kind: 'conflict but done' };
    };
    world.standIn.behave({ ...FAULTLESS, faultOf });
    await world.maintain();
    world.clock.advance(600);
    await world.maintain();
    assert.equal(posts, 2 * 3, 'two tries for each resource');
    world.standIn.behave(FAULTLESS);
    world.clock.advance(600);
    await world.maintain();
    assert.equal(live().length, 3);
    await world.maintain({ isNotified: false });
  });

  it('continues with delta queries when Graph cannot reach the address', async () => {
    await world.maintain({ publicUrl: 'https://unreachable.invalid' });
    assert.equal(live().length, 0);
    assert.ok(world.logged.some((line) => /takes no subscription/.test((line as { msg: string }).msg)));
    await world.externally('PATCH', `/teams/${tennis}`, { displayName: 'Tennis by delta' });
    await world.refresh();
    assert.equal((await byOthers(tennis)).filter((type) => type === 'team_updated').length, 4);
  });
});
