/** Tests how soon an object is created after Graph rejects the call or its response is lost. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { aChannel, aTab, createTeam } from '../../../../test/conformance/world.ts';
import { FAULTLESS, type Fault, type Occasion, withFault } from '../../../../test/graph/behaviour.ts';
import { createGraphWorld, type GraphWorld } from '../../../../test/graph/world.ts';
import { waitAndRetry } from '../../../../test/retrying-suite.ts';
import type { NewChannel } from '../../../domain/channels/suite.ts';
import { isCharterError } from '../../../kernel/errors.ts';

const CHANNELS = 'POST /teams/{team}/channels';
const TABS = 'POST /teams/{team}/channels/{channel}/tabs';

describe('a call to Graph without a usable response', () => {
  let world: GraphWorld;
  let teamId: string;
  before(async () => {
    world = await createGraphWorld();
    teamId = (await createTeam(world)).team.id;
    world.clock.advance(60);
  });
  after(() => world?.release());
  afterEach(() => world.standIn.behave(FAULTLESS));

  /** Retries the work whenever it asks for that. Returns the seconds that this takes. */
  async function secondsOf(work: () => Promise<unknown>): Promise<number> {
    const begun = world.clock.now().getTime();
    await waitAndRetry(world.clock, work);
    return (world.clock.now().getTime() - begun) / 1000;
  }

  const create = (channel: NewChannel) => () => world.bare.channels.create(world.tenantId, teamId, [channel]);
  const countOf = (displayName: string) =>
    world.standIn.tenants[0]!.teams().flatMap(({ team }) =>
      [...team.channels.values()].filter(({ channel }) => channel.displayName === displayName),
    ).length;
  const inject = (fault: Fault, route = CHANNELS, times = 1): void =>
    world.standIn.behave(withFault(fault, route, times));

  it('succeeds when it is retried after the Retry-After of a 503', async () => {
    inject({ kind: 'unavailable', seconds: 7 });
    const channel = aChannel('Rejected');
    await assert.rejects(create(channel), (error) => isCharterError(error) && error.retryAfterSeconds === 7);
    world.clock.advance(7);
    await create(channel)();
    assert.equal(countOf('Rejected'), 1);
  });

  for (const hasEffect of [true, false]) {
    it(`results in one channel within 30 seconds when Graph ${hasEffect ? 'created' : 'did not create'} it`, async () => {
      const name = hasEffect ? 'Made' : 'Lost';
      inject({ kind: 'lost', hasEffect });
      const seconds = await secondsOf(create(aChannel(name)));
      assert.ok(seconds <= 30, `${seconds} s`);
      assert.equal(countOf(name), 1);
    });
  }

  it('results in one shared channel within two minutes when Graph created it', async () => {
    inject({ kind: 'lost', hasEffect: true });
    const owner = { userId: world.people.ada, role: 'owner' } as const;
    const shared = { ...aChannel('Shared'), membershipType: 'shared', members: [owner] } as const;
    const seconds = await secondsOf(create(shared));
    assert.ok(seconds <= 120, `${seconds} s`);
    assert.equal(countOf('Shared'), 1);
  });

  it('leaves one channel when Graph throttles the repetition and hides the channel', async () => {
    const faults: Fault[] = [
      { kind: 'lost', hasEffect: true },
      { kind: 'throttled', seconds: 5 },
    ];
    const hiddenFor = () => 25_000;
    const faultOf = ({ route }: Occasion) => (route === CHANNELS ? faults.shift() : undefined);
    world.standIn.behave({ ...FAULTLESS, faultOf, hiddenFor });
    await secondsOf(create(aChannel('Hidden')));
    assert.deepEqual(faults, []);
    assert.equal(countOf('Hidden'), 1);
  });

  it('results in one tab within 15 seconds when Graph created it, and within 165 to 245 seconds otherwise', async () => {
    const [channel] = await create(aChannel('Tabs'))();
    const made = aTab('Made');
    inject({ kind: 'lost', hasEffect: true }, TABS);
    const createTab = (one: typeof made) => () =>
      world.bare.channels.createTabs(world.tenantId, teamId, channel!.id, [one]);
    const seconds = await secondsOf(createTab(made));
    assert.ok(seconds <= 15, `${seconds} s`);
    inject({ kind: 'lost', hasEffect: false }, TABS);
    const later = await secondsOf(createTab(aTab('Lost')));
    assert.ok(later >= 165 && later <= 245, `${later} s`);
    const tabs = await world.bare.channels.listTabs(world.tenantId, teamId, channel!.id);
    assert.deepEqual(tabs.map(({ displayName }) => displayName).sort(), ['Lost', 'Made']);
  });

  it('delays tabs of two channels at the same time, not one after the other', async () => {
    const channels = [];
    for (const name of ['One', 'Two', 'Three']) channels.push(...(await create(aChannel(name))()));
    const requested = channels.map(({ id }) => ({ channelId: id, tabs: [aTab('Plan')] }));
    inject({ kind: 'lost', hasEffect: false }, TABS, 2);
    const seconds = await secondsOf(() =>
      world.bare.channels.createTabsInChannels(world.tenantId, teamId, requested),
    );
    assert.ok(seconds >= 165 && seconds <= 245, `${seconds} s`);
    for (const { id } of channels) {
      assert.equal((await world.bare.channels.listTabs(world.tenantId, teamId, id)).length, 1);
    }
  });
});
