/** Tests new tabs: responses without a body, and apps that the team lacks. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { aTab, createTeam, rejects } from '../../../../test/conformance/world.ts';
import { FAULTLESS, type Fault, type Occasion } from '../../../../test/graph/behaviour.ts';

import { useGraphWorld } from '../../../../test/graph/world.ts';

describe('new tabs', () => {
  const POST = 'POST /teams/{team}/channels/{channel}/tabs';
  const INSTALL = 'POST /teams/{team}/installedApps';
  const world = useGraphWorld();
  let teamId: string;
  let channelId: string;
  beforeEach(async () => {
    const { suite, tenantId, clock, standIn } = world;
    teamId = (await createTeam(world)).team.id;
    channelId = (await suite.channels.primary(tenantId, teamId)).id;
    clock.advance(60);
    standIn.calls.clear();
  });

  const storedTeam = () => world.tenant.groups.get(teamId)!.team!;
  const storedTabs = () => [...storedTeam().channels.get(channelId)!.tabs.values()];
  const count = (wanted: string) => world.standIn.calls.all.filter(({ route }) => route === wanted).length;
  const onPost = (fault: () => Fault | undefined) =>
    world.standIn.behave({
      ...FAULTLESS,
      faultOf: ({ route }: Occasion) => (route === POST ? fault() : undefined),
    });

  it('are found in the list when Graph responds without a body', async () => {
    const { bare, suite, tenantId } = world;
    const tab = aTab('Site');
    onPost(() => ({ kind: 'shortened', properties: [] }));
    await rejects(bare.channels.createTabs(tenantId, teamId, channelId, [tab]), 'ServiceUnavailable');
    const [made] = await suite.channels.createTabs(tenantId, teamId, channelId, [tab]);
    assert.deepEqual(
      [made?.id],
      storedTabs().map(({ id }) => id),
    );
  });

  const lackingApp = (status: 400 | 403 | 404): Fault => ({
    kind: 'rejected',
    status,
    code: 'Unknown',
    message: 'The app is not there.',
  });

  for (const status of [400, 403, 404] as const) {
    it(`are created after the installation of their missing app when Graph responds with ${status}`, async () => {
      const { suite, tenantId, apps } = world;
      onPost(() => (storedTeam().apps.has(apps.own) ? undefined : lackingApp(status)));
      const tab = aTab('Ours', { teamsAppId: apps.own });
      const [made] = await suite.channels.createTabs(tenantId, teamId, channelId, [tab]);
      assert.deepEqual([made?.teamsApp.id, storedTabs().length, count(INSTALL)], [apps.own, 1, 1]);
    });
  }

  it('are not created twice after a 404 that hides a success', async () => {
    const { bare, suite, tenantId } = world;
    let isFirst = true;
    onPost(() => {
      const fault: Fault | undefined = isFirst ? { kind: 'not found but done' } : undefined;
      isFirst = false;
      return fault;
    });
    const tab = aTab('Site');
    await rejects(bare.channels.createTabs(tenantId, teamId, channelId, [tab]), 'ServiceUnavailable');
    await suite.channels.createTabs(tenantId, teamId, channelId, [tab]);
    assert.equal(storedTabs().length, 1);
  });

  it('fail with the error for the tab when Charter may not install the missing app', async () => {
    const { bare, tenantId, apps } = world;
    const faultOf = ({ route }: Occasion): Fault | undefined => {
      if (route === POST) return lackingApp(404);
      return route.endsWith('/installedApps') ? { kind: 'revoked' } : undefined;
    };
    world.standIn.behave({ ...FAULTLESS, faultOf });
    const tab = aTab('Ours', { teamsAppId: apps.own });
    const creating = bare.channels.createTabs(tenantId, teamId, channelId, [tab]);
    await rejects(creating, 'ServiceUnavailable', /does not show the new team yet/);
  });

  it("fail with Graph's error when no app is missing", async () => {
    const { bare, tenantId, apps } = world;
    await bare.teams.installApps(tenantId, teamId, [apps.own]);
    for (const [status, code, message] of [
      [400, 'InvalidRequest', /rejected the tab 'Ours': The app is not there/],
      [403, 'InvalidRequest', /The app is not there/],
      [404, 'ServiceUnavailable', /./],
    ] as const) {
      world.clock.advance(300);
      onPost(() => lackingApp(status));
      const tab = aTab('Ours', { teamsAppId: apps.own });
      const creating = bare.channels.createTabs(tenantId, teamId, channelId, [tab]);
      await rejects(creating, code, message);
    }
    assert.equal(count(INSTALL), 1);
  });
});
