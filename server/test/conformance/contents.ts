/** Conformance tests of the content of channels: tabs and messages. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aChannel, aTab, atOnce, createPeopledTeam, rejects, WEBSITE_APP, type WorldOf } from './world.ts';

const NOWHERE = '19:00000000000000000000000000000000@thread.tacv2';

async function createChannel(world: WorldOf): Promise<[string, string, string]> {
  const teamId = await createPeopledTeam(world());
  const { id } = await world().suite.channels.primary(world().tenantId, teamId);
  return [world().tenantId, teamId, id];
}

export function contentCases(world: WorldOf): void {
  tabCases(world);
  tabAdoptionCases(world);
  manyChannelCases(world);
  messageCases(world);
}

function tabCases(world: WorldOf): void {
  it('creates tabs and lists them in order', async () => {
    const { channels } = world().suite;
    const place = await createChannel(world);
    assert.deepEqual(await channels.listTabs(...place), []);
    const made = await channels.createTabs(...place, [
      aTab('Second by name', { configuration: { contentUrl: 'https://example.org/a', entityId: '7' } }),
      aTab('First by name', { configuration: {} }),
    ]);
    const [tab] = made;
    assert.equal(tab?.displayName, 'Second by name');
    assert.deepEqual(tab?.configuration, {
      entityId: '7',
      contentUrl: 'https://example.org/a',
      websiteUrl: null,
      removeUrl: null,
    });
    assert.deepEqual(tab?.teamsApp, {
      id: WEBSITE_APP,
      externalId: null,
      displayName: 'Website',
      distributionMethod: 'store',
    });
    assert.ok(new URL(tab?.webUrl ?? '').hostname.endsWith(world().webDomain), tab?.webUrl);
    assert.notEqual(tab?.id, made[1]?.id);
    assert.deepEqual(await channels.listTabs(...place), made);
  });

  it('orders tabs by sortOrderIndex, and appends the others', async () => {
    const { capabilities, suite } = world();
    const { channels } = suite;
    const place = await createChannel(world);
    const ordered = aTab('In front', { sortOrderIndex: '5' });
    if (!capabilities.tabOrder) {
      return void (await rejects(channels.createTabs(...place, [ordered]), 'InvalidRequest'));
    }
    await channels.createTabs(...place, [aTab('At the end'), aTab('Behind it')]);
    await channels.createTabs(...place, [
      aTab('Last'),
      ordered,
      aTab('Between', { sortOrderIndex: '10500' }),
      aTab('Second', { sortOrderIndex: '000006' }),
    ]);
    const listed = await channels.listTabs(...place);
    assert.deepEqual(
      listed.map(({ displayName }) => displayName),
      ['In front', 'Second', 'At the end', 'Between', 'Behind it', 'Last'],
    );
    const indexes = listed.map(({ sortOrderIndex }) => Number(sortOrderIndex));
    assert.deepEqual(
      indexes,
      indexes.toSorted((a, b) => a - b),
    );
    await rejects(channels.createTabs(...place, [aTab('No', { sortOrderIndex: 'x' })]), 'InvalidRequest');
  });

  it("accepts the organisation's apps and rejects malformed ids", async () => {
    const { channels } = world().suite;
    const place = await createChannel(world);
    const { own } = world().apps;
    const [tab] = await channels.createTabs(...place, [aTab('Ours', { teamsAppId: own })]);
    assert.equal(tab?.teamsApp.id, own);
    assert.equal(tab?.teamsApp.distributionMethod, 'organization');
    for (const teamsAppId of ['', 'website', 'a b', 'x'.repeat(200)]) {
      await rejects(
        channels.createTabs(...place, [aTab('Good'), aTab('Bad', { teamsAppId })]),
        'InvalidRequest',
      );
    }
    await rejects(channels.createTabs(...place, [aTab(' ')]), 'InvalidRequest');
    assert.equal((await channels.listTabs(...place)).length, 1);
  });

  it('creates no tab with an app that is not in the catalogue', async () => {
    const { channels } = world().suite;
    const place = await createChannel(world);
    const tab = aTab('Dashboard', { teamsAppId: 'com.example.nowhere' });
    await rejects(channels.createTabs(...place, [tab]), 'InvalidRequest', /com\.example\.nowhere/);
    assert.deepEqual(await channels.listTabs(...place), []);
  });

  it('throws NotFound for a missing channel', async () => {
    const { channels } = world().suite;
    const [tenantId, teamId] = await createChannel(world);
    await rejects(channels.listTabs(tenantId, teamId, NOWHERE), 'NotFound', /channel/);
    await rejects(channels.createTabs(tenantId, teamId, NOWHERE, [aTab('No')]), 'NotFound', /channel/);
    if (!world().capabilities.messages) return;
    const posting = channels.postMessage(tenantId, teamId, NOWHERE, { marker: 'm', text: 'No' });
    await rejects(posting, 'NotFound', /channel/);
  });
}

function tabAdoptionCases(world: WorldOf): void {
  it('adopts the tabs of known markers and creates the others', async () => {
    const { channels } = world().suite;
    const place = await createChannel(world);
    const [one, two] = [aTab('One'), aTab('Two')];
    const [made] = await channels.createTabs(...place, [one]);
    const both = await channels.createTabs(...place, [two, { ...one, displayName: 'Other' }]);
    assert.deepEqual(
      both.map(({ displayName }) => displayName),
      ['Two', 'One'],
    );
    assert.deepEqual(both[1], made);
    assert.equal((await channels.listTabs(...place)).length, 2);
  });

  it('creates tabs once when concurrent callers use the same markers', async () => {
    const { channels } = world().suite;
    const place = await createChannel(world);
    const wanted = [aTab('One'), aTab('Two'), aTab('Three')];
    const made = await atOnce(6, () => channels.createTabs(...place, wanted));
    for (const tabs of made) assert.deepEqual(tabs, made[0]);
    assert.equal((await channels.listTabs(...place)).length, 3);
  });
}

function manyChannelCases(world: WorldOf): void {
  it('creates and adopts tabs in several channels at once', async () => {
    const { channels } = world().suite;
    const [tenantId, teamId, primaryId] = await createChannel(world);
    const [other] = await channels.create(tenantId, teamId, [aChannel('Other')]);
    const places = [
      { channelId: other!.id, tabs: [aTab('One'), aTab('Two')] },
      { channelId: primaryId, tabs: [aTab('Three')] },
    ];
    const made = await channels.createTabsInChannels(tenantId, teamId, places);
    assert.deepEqual(
      made.map((tabs) => tabs.map(({ displayName }) => displayName)),
      [['One', 'Two'], ['Three']],
    );
    assert.deepEqual(await channels.listTabs(tenantId, teamId, other!.id), made[0]);
    assert.deepEqual(await channels.listTabs(tenantId, teamId, primaryId), made[1]);
    const more = places.map((place) => ({ ...place, tabs: [aTab('More'), ...place.tabs] }));
    const again = await channels.createTabsInChannels(tenantId, teamId, more);
    assert.deepEqual(
      again.map((tabs) => tabs.slice(1)),
      made,
    );
    assert.equal((await channels.listTabs(tenantId, teamId, primaryId)).length, 2);
  });

  it('creates no tab when one of the channels is missing', async () => {
    const { channels } = world().suite;
    const [tenantId, teamId, primaryId] = await createChannel(world);
    const places = [primaryId, NOWHERE].map((channelId) => ({ channelId, tabs: [aTab('No')] }));
    await rejects(channels.createTabsInChannels(tenantId, teamId, places), 'NotFound', /channel/);
    assert.deepEqual(await channels.listTabs(tenantId, teamId, primaryId), []);
  });
}

function messageCases(world: WorldOf): void {
  it('rejects every message unless the suite posts messages', async () => {
    const { suite } = world();
    if (world().capabilities.messages) return;
    const posting = suite.channels.postMessage(...(await createChannel(world)), { marker: 'm', text: 'No' });
    assert.equal((await rejects(posting, 'InvalidRequest')).details[0]?.code, 'NotSupported');
  });

  it('posts into the primary channel when none is named', async () => {
    const { suite, messagesIn } = world();
    if (!world().capabilities.messages) return;
    const [tenantId, teamId, primaryId] = await createChannel(world);
    for (const channelId of [null, primaryId]) {
      await suite.channels.postMessage(tenantId, teamId, channelId, { marker: 'welcome', text: 'Welcome' });
    }
    assert.deepEqual(await messagesIn(teamId, primaryId), ['Welcome']);
    const nowhere = suite.channels.postMessage(tenantId, 'no-team', null, { marker: 'm', text: 'No' });
    await rejects(nowhere, 'NotFound', /team/);
  });

  it('posts once per marker, even for concurrent callers', async () => {
    const { suite, messagesIn } = world();
    if (!world().capabilities.messages) return;
    const place = await createChannel(world);
    const post = (marker: string, text: string) => suite.channels.postMessage(...place, { marker, text });
    await atOnce(5, () => post('welcome', 'Welcome <b>all</b>'));
    await post('welcome', 'Another text');
    await post('second', 'Second');
    assert.deepEqual(await messagesIn(place[1], place[2]), ['Welcome <b>all</b>', 'Second']);
  });

  it('rejects an empty and an oversized message', async () => {
    const { suite } = world();
    const place = await createChannel(world);
    for (const text of ['', ' \n', 'x'.repeat(64 * 1024)]) {
      await rejects(suite.channels.postMessage(...place, { marker: 'm', text }), 'InvalidRequest');
    }
  });
}
