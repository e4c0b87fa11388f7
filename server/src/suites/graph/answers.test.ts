/** What the Graph suite makes of answers that were lost, late or unlike the usual ones. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  aChannel,
  aTeam,
  createPeopledTeam,
  createTeam,
  member,
  owner,
} from '../../../test/conformance/world.ts';
import { type Fault, POLITE } from '../../../test/graph/manners.ts';
import { membershipIdOf } from '../../../test/graph/members.ts';
import type { Tenant } from '../../../test/graph/tenant.ts';
import { createGraphWorld, type GraphWorld } from '../../../test/graph-world.ts';
import { isCharterError } from '../../kernel/errors.ts';

describe('answers of Graph', () => {
  let world: GraphWorld;
  let tenant: Tenant;
  before(async () => {
    world = await createGraphWorld();
    tenant = world.standIn.tenants[0] as Tenant;
  });
  after(() => world.release());
  afterEach(() => world.standIn.behave(POLITE));

  /** Lets the next call of the route meet the fault. */
  function once(wanted: string, fault: Fault): void {
    let isDone = false;
    world.standIn.behave({
      ...POLITE,
      faultOf: ({ route }) => {
        if (isDone || route !== wanted) return undefined;
        isDone = true;
        return fault;
      },
    });
  }

  const isUnavailable = (error: unknown): boolean =>
    isCharterError(error) && error.code === 'ServiceUnavailable';

  it('gives a shared channel whose answer was lost all of its members', async () => {
    const { suite, bare, tenantId, people, clock } = world;
    const teamId = await createPeopledTeam(world);
    const partners = aChannel('Partners', {
      membershipType: 'shared',
      members: [owner(people.ada), member(people.bob)],
    });
    once('POST /teams/{team}/channels', { kind: 'lost', hasEffect: true });
    await assert.rejects(bare.channels.create(tenantId, teamId, [partners]), isUnavailable);
    clock.advance(900);
    const [made] = await suite.channels.create(tenantId, teamId, [partners]);
    const members = await suite.channels.listMembers(tenantId, teamId, made!.id);
    assert.deepEqual(members.map(({ userId }) => userId).toSorted(), [people.ada, people.bob].toSorted());
  });

  it('creates a team under its own alias when the index has the group before its name is found', async () => {
    const { suite, bare, tenantId, people, clock } = world;
    const wanted = aTeam(world, {
      displayName: 'Early',
      mailNickname: 'early',
      members: [owner(people.ada)],
    });
    once('PATCH /groups(uniqueName)/{uniqueName}', { kind: 'lost', hasEffect: true });
    await assert.rejects(bare.teams.create(tenantId, wanted), isUnavailable);
    await suite.refreshDirectory(tenantId);
    const [group] = [...tenant.groups.values()].filter((one) => one.uniqueName?.includes(wanted.marker));
    group!.visibleAt = clock.now().getTime() + 60_000;
    await assert.rejects(bare.teams.create(tenantId, wanted), isUnavailable);
    clock.advance(60);
    const { team, mailNickname } = await suite.teams.create(tenantId, wanted);
    assert.deepEqual([team.id, mailNickname], [group!.id, 'early']);
  });

  it('finds a membership by the id that Graph gives it', async () => {
    const { suite, tenantId, people } = world;
    const { team } = await createTeam(world);
    await suite.teams.addMembers(tenantId, team.id, [member(people.bob)]);
    const id = membershipIdOf(tenant, team.id, people.bob);
    const found = await suite.teams.findMember(tenantId, team.id, id);
    assert.deepEqual([found?.userId, found?.roles], [people.bob, []]);
    const changed = await suite.teams.setMemberRole(tenantId, team.id, id, 'owner');
    assert.deepEqual([changed.id, changed.roles], [found?.id, ['owner']]);
    await suite.teams.removeMember(tenantId, team.id, id);
    assert.equal(await suite.teams.findMember(tenantId, team.id, id), undefined);
  });

  it('shows the labels of the tenant where those of a person can not be read', async () => {
    const { suite, tenantId, people, labels } = world;
    once('GET /users/{user}/dataSecurityAndGovernance/sensitivityLabels', {
      kind: 'error',
      status: 501,
      hasEffect: false,
    });
    const shown = await suite.labels.listFor(tenantId, people.greta);
    assert.deepEqual(shown.map(({ id }) => id).toSorted(), Object.values(labels).toSorted());
  });

  it('remembers for 90 days what it has made', async () => {
    const { suite, tenantId, clock } = world;
    const { team } = await createTeam(world);
    const plans = aChannel('Plans');
    const made = await suite.channels.create(tenantId, team.id, [plans]);
    const day = 24 * 3600;
    clock.advance(89 * day);
    await suite.removeOldEffects(tenantId);
    assert.deepEqual(await suite.channels.create(tenantId, team.id, [plans]), made);
    clock.advance(2 * day);
    await suite.removeOldEffects(tenantId);
    await assert.rejects(
      suite.channels.create(tenantId, team.id, [plans]),
      (error) => isCharterError(error) && error.code === 'NameAlreadyExists',
    );
  });

  it('waits for members whom Graph does not show in the team yet', async () => {
    const { suite, bare, tenantId, people } = world;
    const { ada, bob, chloe } = people;
    const members = [owner(ada), member(bob)];
    const { team } = await createTeam(world, { members });
    const stored = tenant.groups.get(team.id)!;
    stored.members.delete(bob);
    const board = aChannel('Board', { membershipType: 'private', members });
    await assert.rejects(bare.channels.create(tenantId, team.id, [board]), isUnavailable);
    stored.members.add(bob);
    const [made] = await suite.channels.create(tenantId, team.id, [board]);
    assert.equal((await suite.channels.listMembers(tenantId, team.id, made!.id)).length, 2);
    const other = aChannel('Other', { membershipType: 'private', members: [owner(ada), member(chloe)] });
    await assert.rejects(
      bare.channels.create(tenantId, team.id, [other]),
      (error) => isCharterError(error) && error.code === 'InvalidRequest',
    );
  });
});
