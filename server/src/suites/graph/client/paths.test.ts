/**
 * Tests ids of channels, tabs and memberships: any form is accepted, except ids that would address another resource.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { aChannel, aTab, createPeopledTeam, rejects } from '../../../../test/conformance/world.ts';
import { FAULTLESS, type Occasion } from '../../../../test/graph/behaviour.ts';
import type { StoredChannel } from '../../../../test/graph/tenant.ts';
import { useGraphWorld } from '../../../../test/graph/world.ts';

const HOSTILE = ['', '.', '..', 'a/b', 'a/..', '../members', 'a\\b', '%2e%2e', '\ud800', 'x'.repeat(2_000)];

describe('ids of Graph', () => {
  const world = useGraphWorld();
  let teamId: string;
  before(async () => {
    teamId = await createPeopledTeam(world);
  });

  const pathsAfter = async (work: () => Promise<unknown>): Promise<string[]> => {
    world.clock.advance(60);
    world.standIn.calls.clear();
    await work();
    return world.standIn.calls.all.map(({ path }) => path);
  };

  /** Creates a channel with a tab, and replaces both ids with ids of another form. */
  async function aChannelOfAnotherForm(): Promise<StoredChannel> {
    const { suite, tenantId } = world;
    const [made] = await suite.channels.create(tenantId, teamId, [aChannel('Plans')]);
    const [tab] = await suite.channels.createTabs(tenantId, teamId, made!.id, [aTab('Site')]);
    const { channels } = world.tenant.groups.get(teamId)!.team!;
    const channel = channels.get(made!.id)!;
    const storedTab = channel.tabs.get(tab!.id)!;
    channels.delete(channel.id);
    channel.tabs.delete(storedTab.id);
    channel.id = channel.channel.id = 'a channel.~1';
    storedTab.id = storedTab.tab.id = 'tab:1';
    channels.set(channel.id, channel);
    channel.tabs.set(storedTab.id, storedTab);
    return channel;
  }

  it('are accepted in any form', async () => {
    const { suite, tenantId } = world;
    const { id } = await aChannelOfAnotherForm();
    const [tab] = await suite.channels.listTabs(tenantId, teamId, id);
    assert.equal(tab?.id, 'tab:1');
    await suite.channels.deleteTab(tenantId, teamId, id, 'tab:1');
    assert.deepEqual(await suite.channels.listTabs(tenantId, teamId, id), []);
    const membership = 'another.form~1';
    const paths = await pathsAfter(() => suite.teams.findMember(tenantId, teamId, membership));
    assert.ok(paths.some((path) => path.endsWith(`/members/${membership}`)));
  });

  it('are reported as missing objects when Graph cannot parse them', async () => {
    const { bare, tenantId } = world;
    const message = 'Invalid channel id.';
    const rejected = { kind: 'rejected', status: 400, code: 'BadRequest', message } as const;
    const faultOf = ({ path }: Occasion) => (path.includes('no-such') ? rejected : undefined);
    world.standIn.behave({ ...FAULTLESS, faultOf });
    await rejects(bare.channels.listTabs(tenantId, teamId, 'no-such'), 'NotFound', /channel/);
    world.standIn.behave(FAULTLESS);
  });

  it('cannot address another resource', async () => {
    const { bare, tenantId, people } = world;
    for (const id of HOSTILE) {
      const paths = await pathsAfter(async () => {
        await rejects(bare.channels.listTabs(tenantId, teamId, id), 'NotFound', /channel/);
        await rejects(bare.channels.delete(tenantId, teamId, id), 'NotFound', /channel/);
        assert.equal(await bare.channels.access(tenantId, teamId, id, people.ada), undefined);
        if (id !== 'a/b') assert.equal(await bare.teams.findMember(tenantId, teamId, id), undefined);
      });
      assert.deepEqual(paths, [], id);
    }
  });
});
