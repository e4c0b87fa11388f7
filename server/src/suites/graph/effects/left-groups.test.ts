/** Tests the group that remains when Graph creates it, but rejects the team. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aTeam, createTeam } from '../../../../test/conformance/world.ts';
import { FAULTLESS, type Fault, withFault } from '../../../../test/graph/behaviour.ts';

import { useGraphWorld } from '../../../../test/graph/world.ts';
import type { NewTeam } from '../../../domain/teams/suite.ts';
import { type CharterError, isCharterError } from '../../../kernel/errors.ts';

const PUT_TEAM = 'PUT /groups/{group}/team';

const REJECTIONS: Fault[] = [
  { kind: 'rejected', status: 400, code: 'BadRequest', message: 'The group has too many owners.' },
  {
    kind: 'rejected',
    status: 403,
    code: 'Forbidden',
    message: "Failed to execute Templates backend request: 'GetApplicableSkuCategoriesForUserFailed'",
  },
];

describe('the group of a new team', () => {
  const world = useGraphWorld();

  async function failureOf(wanted: NewTeam, fault: Fault): Promise<CharterError> {
    world.standIn.behave(withFault(fault, PUT_TEAM, 2));
    const error = await world.bare.teams.create(world.tenantId, wanted).then(
      () => assert.fail('The team was created.'),
      (reason: unknown) => reason,
    );
    assert.ok(isCharterError(error), String(error));
    return error;
  }

  const isThere = (id: string | undefined): boolean => {
    const group = world.tenant.groups.get(id ?? '');
    return group !== undefined && group.deletedAt === undefined;
  };

  for (const fault of REJECTIONS) {
    it(`is named by the error of a failed creation, and deleted by its marker (${JSON.stringify(fault)})`, async () => {
      const { bare, tenantId } = world;
      const wanted = aTeam(world, { displayName: 'Apollo' });
      const { code, left, message } = await failureOf(wanted, fault);
      assert.equal(code, 'InvalidRequest');
      assert.match(message, /too many owners|SkuCategories.*needs a licence for Microsoft Teams/);
      const [group] = left ?? [];
      assert.deepEqual([left?.length, group?.type, group?.displayName], [1, 'group', 'Apollo']);
      assert.ok(isThere(group?.id));
      assert.equal(await bare.teams.removeByMarker(tenantId, wanted.marker), true);
      assert.ok(!isThere(group?.id));
      assert.equal(await bare.teams.removeByMarker(tenantId, wanted.marker), false);
    });
  }

  it('gets its team when the creation is retried', async () => {
    const { bare, tenantId } = world;
    const wanted = aTeam(world);
    const { left } = await failureOf(wanted, REJECTIONS[0] as Fault);
    world.standIn.behave(FAULTLESS);
    const { team } = await bare.teams.create(tenantId, wanted);
    assert.equal(team.id, left?.[0]?.id);
  });

  it('is named by the error when Graph throttles the creation of the team', async () => {
    const wanted = aTeam(world);
    const { code, left } = await failureOf(wanted, { kind: 'throttled', seconds: 60 });
    assert.equal(code, 'ServiceUnavailable');
    assert.ok(isThere(left?.[0]?.id));
    world.clock.advance(60);
  });

  it('is deleted by its marker together with the team', async () => {
    const { suite, tenantId } = world;
    const marker = crypto.randomUUID();
    const { team } = await createTeam(world, { marker });
    assert.equal(await suite.teams.removeByMarker(tenantId, marker), true);
    assert.ok(!isThere(team.id));
    assert.equal(await suite.teams.removeByMarker(tenantId, crypto.randomUUID()), false);
  });
});
