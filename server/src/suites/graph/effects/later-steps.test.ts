/** Tests apps, labels and messages of a new team while Graph fails, responds late, or hides what it has created. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createTeam } from '../../../../test/conformance/world.ts';
import { FAULTLESS, type Fault, withFault } from '../../../../test/graph/behaviour.ts';
import { useGraphWorld } from '../../../../test/graph/world.ts';
import { newId } from '../../../kernel/ids.ts';

const FAULTS: Record<string, Fault> = {
  'succeeds without a response': { kind: 'lost', hasEffect: true },
  'fails without a response': { kind: 'lost', hasEffect: false },
  'has no response and succeeds 20 seconds later': { kind: 'late', seconds: 20 },
  'succeeds with the response 500': { kind: 'error', status: 500, hasEffect: true },
  'succeeds with the response 504': { kind: 'error', status: 504, hasEffect: true },
  'fails with the response 502': { kind: 'error', status: 502, hasEffect: false },
  'succeeds with the response 404': { kind: 'not found but done' },
  'succeeds with the response 409': { kind: 'conflict but done' },
  'gets a 503': { kind: 'unavailable', seconds: 30 },
  'gets a response without a body': { kind: 'shortened', properties: [] },
};

/** Maximum time until a step completes, in seconds. */
const LONGEST = 15 * 60;

/** Time for which Graph hides what it has created, in milliseconds. */
const HIDDEN_MILLISECONDS = 60_000;

describe('a later step of a new team', () => {
  const world = useGraphWorld();
  let teamId: string;
  before(async () => {
    teamId = (await createTeam(world)).team.id;
    world.clock.advance(60);
  });

  const team = () => world.tenant.groups.get(teamId)?.team;
  const general = () => team()?.channels.get(team()?.primaryChannelId ?? '');
  const STEPS = [
    {
      name: 'installs an app',
      route: 'POST /teams/{team}/installedApps',
      async perform() {
        team()?.apps.clear();
        await world.suite.teams.installApps(world.tenantId, teamId, [world.apps.own]);
      },
      count: () => team()?.apps.size,
    },
    {
      name: 'assigns a sensitivity label',
      route: 'PATCH /groups/{group}',
      async perform() {
        const { labels, tenantId, suite } = world;
        const present = (await suite.teams.find(tenantId, teamId))?.sensitivityLabelId;
        const wanted = present === labels.Confidential ? labels.Public : labels.Confidential;
        await suite.teams.setSensitivityLabel(tenantId, teamId, wanted);
        assert.equal((await suite.teams.find(tenantId, teamId))?.sensitivityLabelId, wanted);
      },
      count: () => world.tenant.groups.get(teamId)?.labels.length,
    },
    {
      name: 'posts a message',
      route: 'POST /teams/{team}/channels/{channel}/messages',
      async perform() {
        general()?.messages.splice(0);
        const message = { marker: newId(), text: `Welcome ${newId()}` };
        await world.suite.channels.postMessage(world.tenantId, teamId, null, message);
      },
      count: () => general()?.messages.length,
    },
  ];
  for (const { name, route, perform, count } of STEPS) {
    for (const [text, fault] of Object.entries(FAULTS)) {
      it(`${name} once when the call ${text} and Graph hides the result for a minute`, async () => {
        world.standIn.behave({
          ...FAULTLESS,
          ...withFault(fault, route),
          hiddenFor: () => HIDDEN_MILLISECONDS,
        });
        const begun = world.clock.now().getTime();
        await perform();
        const seconds = (world.clock.now().getTime() - begun) / 1000;
        assert.ok(seconds <= LONGEST, `${seconds} s`);
        world.clock.advance(LONGEST);
        await world.suite.teams.find(world.tenantId, teamId);
        assert.equal(count(), 1);
      });
    }
  }
});
