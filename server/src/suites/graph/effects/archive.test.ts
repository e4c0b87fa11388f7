/** Tests how the Graph suite archives and unarchives teams when Graph rejects the call or loses the operation. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTeam } from '../../../../test/conformance/world.ts';
import { FAULTLESS, type Occasion } from '../../../../test/graph/behaviour.ts';

import { useGraphWorld } from '../../../../test/graph/world.ts';
import { isCharterError } from '../../../kernel/errors.ts';

const HOUR = 3_600_000;

describe('archiving through Graph', () => {
  const world = useGraphWorld();

  const archive = (teamId: string) =>
    world.bare.teams.archive(world.tenantId, teamId, { siteReadOnly: false });
  const callsOf = (action: string): number =>
    world.standIn.calls.all.filter(({ route }) => route === `POST /teams/{team}/${action}`).length;
  const isUnavailable = (error: unknown): boolean =>
    isCharterError(error) && error.code === 'ServiceUnavailable';

  /** Makes Graph respond with 404 for all operations, including those that still run. */
  function loseOperations(): void {
    world.tenant.operations.clear();
    world.tenant.runningOperations.clear();
  }

  it('sends the option for the site only when it is requested', async () => {
    const { suite, tenantId, standIn } = world;
    const { team } = await createTeam(world);
    const bodies: string[] = [];
    const faultOf = ({ route, body }: Occasion) => {
      if (route.endsWith('/archive')) bodies.push(body);
      return undefined;
    };
    standIn.behave({ ...FAULTLESS, faultOf });
    await assert.rejects(suite.teams.archive(tenantId, team.id, { siteReadOnly: true }));
    await suite.teams.archive(tenantId, team.id, { siteReadOnly: false });
    assert.deepEqual(bodies, ['{"shouldSetSpoSiteReadOnlyForMembers":true}', '{}']);
  });

  it('fails permanently, with advice, when Graph does not make the site read-only', async () => {
    const { suite, bare, tenantId } = world;
    const { team } = await createTeam(world);
    await assert.rejects(bare.teams.archive(tenantId, team.id, { siteReadOnly: true }), (error) => {
      assert.ok(isCharterError(error));
      assert.deepEqual([error.code, error.details[0]?.code], ['InvalidRequest', 'NotSupported']);
      assert.match(error.message, /no application.*read-only.*archive the team without/i);
      return true;
    });
    assert.equal((await suite.teams.find(tenantId, team.id))?.team.isArchived, false);
    // The rejected call leaves no record: the team is archived by somebody else, not by Charter.
    world.tenant.groups.get(team.id)!.team!.team.isArchived = true;
    assert.equal(await suite.teams.archive(tenantId, team.id, { siteReadOnly: false }), false);
  });

  it('completes when Graph no longer has the operation and shows the requested state', async () => {
    const { tenantId, bare, clock } = world;
    const { team } = await createTeam(world);
    const actions = [() => archive(team.id), () => bare.teams.unarchive(tenantId, team.id)];
    for (const action of actions) {
      clock.advance(60);
      await assert.rejects(action(), isUnavailable);
      loseOperations();
      clock.advance(60);
      assert.equal(await action(), true);
      assert.equal(await action(), false);
    }
  });

  it('starts again when Graph has lacked the operation for 15 minutes and the team is unchanged', async () => {
    const { tenantId, suite, standIn, clock } = world;
    const { team } = await createTeam(world);
    standIn.behave({ ...FAULTLESS, operationTakes: () => HOUR });
    await assert.rejects(archive(team.id), isUnavailable);
    loseOperations();
    standIn.behave(FAULTLESS);
    standIn.calls.clear();
    clock.advance(60);
    await assert.rejects(archive(team.id), isUnavailable);
    assert.equal(callsOf('archive'), 0);
    clock.advance(15 * 60);
    assert.equal(await suite.teams.archive(tenantId, team.id, { siteReadOnly: false }), true);
    assert.equal(callsOf('archive'), 1);
    assert.equal((await suite.teams.find(tenantId, team.id))?.team.isArchived, true);
  });
});
