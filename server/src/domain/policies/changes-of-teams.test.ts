import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { storeTemplate } from '../../../test/catalog.ts';
import { RestoreWorld } from '../../../test/restore-world.ts';
import { TENANT } from '../../../test/team-world.ts';
import { isCharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { readManifest } from '../catalog/manifest.ts';
import { type TeamRepresentation, updateTeam } from '../teams/update-team.ts';

const at = new RestoreWorld();

/** Returns the policies that reject the change. */
async function rejectedFor(
  teamId: string,
  representation: TeamRepresentation,
  deps = at.world.deps,
): Promise<string[]> {
  const { world } = at;
  try {
    await updateTeam(deps, world.person('ada'), world.call(), { teamId, representation });
    return [];
  } catch (error) {
    if (!isCharterError(error) || error.code !== 'PolicyViolation') throw error;
    return error.details.map(({ target }) => target);
  }
}

describe('policies on changes of teams', () => {
  it('apply to every team of the tenant, even for administrators', async () => {
    const teamId = await at.newTeam();
    const scope = { type: 'tenant' as const };
    await at.policy({ kind: 'naming', settings: { blockedWords: ['secret'] }, scope });
    await at.policy({ kind: 'privacy', settings: { visibility: 'private' }, scope });
    assert.deepEqual(await rejectedFor(teamId, { displayName: 'Our SECRET', visibility: 'public' }), [
      'naming',
      'privacy',
    ]);
    const { team } = (await at.world.suite.teams.find(TENANT, teamId))!;
    assert.deepEqual([team.displayName, team.visibility], ['Harbour', 'private']);
    assert.deepEqual(await rejectedFor(teamId, { displayName: 'Our port', visibility: 'private' }), []);
  });

  it('accept a change in report mode, and record each violation', async () => {
    const teamId = await at.newTeam();
    const settings = { blockedWords: ['secret'] };
    const policy = await at.policy({ kind: 'naming', settings, mode: 'report', scope: { type: 'tenant' } });
    const records = async () => {
      const { rows } = await sql<{ fields: Record<string, unknown> }>`
        select fields from charter.audit_records where type = 'policy_violation_reported'
          and target_id = ${policy.id}`.execute(at.db);
      return rows.map(({ fields }) => fields);
    };
    assert.deepEqual(await rejectedFor(teamId, { displayName: 'Our port' }), []);
    assert.deepEqual(await records(), []);
    assert.deepEqual(await rejectedFor(teamId, { displayName: 'Our secret' }), []);
    const { team } = (await at.world.suite.teams.find(TENANT, teamId))!;
    assert.equal(team.displayName, 'Our secret');
    const [record, ...others] = await records();
    assert.deepEqual([others, record?.teamId, record?.policyName], [[], teamId, 'A policy']);
    assert.match(String(record?.message), /"secret", which is blocked/);
  });

  it('ignore unchanged fields of a change', async () => {
    const team = await at.world.newTeam({ displayName: 'Secret', visibility: 'public' });
    const scope = { type: 'tenant' as const };
    await at.policy({ kind: 'naming', settings: { blockedWords: ['secret'] }, scope });
    await at.policy({ kind: 'privacy', settings: { visibility: 'private' }, scope });
    const { id: teamId } = team.team;
    const representation = { displayName: 'Secret', visibility: 'public', description: 'New' } as const;
    assert.deepEqual(await rejectedFor(teamId, representation), []);
  });

  it('are read only when a change affects a field that a policy kind judges', async () => {
    const teamId = await at.newTeam();
    const { deps } = at.world;
    let reads = 0;
    const store: typeof deps.store = {
      ...deps.store,
      in(tenantId) {
        const bound = deps.store.in(tenantId);
        const findGoverning: typeof bound.policies.findGoverning = (id) => {
          reads += 1;
          return bound.policies.findGoverning(id);
        };
        return { ...bound, policies: { ...bound.policies, findGoverning } };
      },
    };
    const memberSettings = { allowDeleteChannels: false };
    assert.deepEqual(
      await rejectedFor(teamId, { description: 'New', memberSettings }, { ...deps, store }),
      [],
    );
    assert.equal(reads, 0);
    assert.deepEqual(await rejectedFor(teamId, { visibility: 'public' }, { ...deps, store }), []);
    assert.equal(reads, 1);
  });

  it('apply to teams of their template, and to attached teams', async () => {
    const [made, given, other] = [await at.newTeam(), await at.newTeam(), await at.newTeam()];
    const { manifest, source } = readManifest({
      manifestVersion: '1.0',
      publisher: { name: 'Fabrikam' },
      templateConfiguration: {
        id: 'project',
        name: 'Project',
        version: '1.0',
        language: 'en',
        enabled: true,
      },
      newTeam: { teamPrivacy: 'public', addRequesterAsTeamOwner: true },
    });
    await storeTemplate(at.world.deps.store, TENANT, { ...manifest!, source: source! });
    await at.madeFrom('project', made);
    const scope = { type: 'templates' as const, templateIds: ['project'] };
    await at.policy({ kind: 'naming', settings: { blockedWords: ['long'] }, scope });
    const policy = await at.policy({ kind: 'naming', settings: { maxLength: 10 } });
    await at.attach(policy, given);
    const name = { displayName: 'A name that is too long' };
    assert.deepEqual(await rejectedFor(given, name), ['naming']);
    assert.deepEqual(await rejectedFor(made, name), ['naming']);
    assert.deepEqual(await rejectedFor(made, { displayName: 'A name that is lengthy' }), []);
    assert.deepEqual(await rejectedFor(other, name), []);
  });

  it('reject a duplicate name, but not the team’s own name in another case', async () => {
    const unique = newId();
    const [one, two] = [
      (await at.world.newTeam({ displayName: `Port ${unique}` })).team.id,
      (await at.world.newTeam({ displayName: `Harbour ${unique}` })).team.id,
    ];
    await at.policy({ kind: 'duplicateNames', settings: {}, scope: { type: 'tenant' } });
    assert.deepEqual(await rejectedFor(two, { displayName: `PORT ${unique}` }), ['duplicateNames']);
    assert.deepEqual(await rejectedFor(one, { displayName: `PORT ${unique}` }), []);
    const again = { displayName: `port ${unique}` };
    assert.deepEqual(await rejectedFor(one, again), [], 'the name is still reserved, but for this team');
  });

  it('do not look up a name that the change leaves unchanged', async () => {
    const teamId = await at.newTeam();
    const { deps } = at.world;
    let asked = 0;
    const isDisplayNameTaken: typeof deps.suite.teams.isDisplayNameTaken = (...name) => {
      asked += 1;
      return deps.suite.teams.isDisplayNameTaken(...name);
    };
    const suite = { ...deps.suite, teams: { ...deps.suite.teams, isDisplayNameTaken } };
    await at.policy({ kind: 'duplicateNames', settings: {}, scope: { type: 'tenant' } });
    assert.deepEqual(await rejectedFor(teamId, { visibility: 'public' }, { ...deps, suite }), []);
    assert.equal(asked, 0);
    assert.deepEqual(await rejectedFor(teamId, { displayName: `Port ${newId()}` }, { ...deps, suite }), []);
    assert.ok(asked > 0);
  });

  it('give a name to only one of several concurrent changes', async () => {
    const name = `Port ${newId()}`;
    const teams = await Promise.all(Array.from({ length: 8 }, () => at.newTeam()));
    await at.policy({ kind: 'duplicateNames', settings: {}, scope: { type: 'tenant' } });
    const rejected = await Promise.all(teams.map((teamId) => rejectedFor(teamId, { displayName: name })));
    assert.deepEqual(
      rejected.flat(),
      Array.from({ length: 7 }, () => 'duplicateNames'),
    );
    const named = await Promise.all(teams.map((teamId) => at.world.suite.teams.find(TENANT, teamId)));
    assert.equal(named.filter((found) => found?.team.displayName === name).length, 1);
  });

  it('reserve a name from the start of a change until the new name can be read', async () => {
    const name = `Port ${newId()}`;
    const { world } = at;
    const { teamNames } = world.deps.store.in(TENANT);
    const teamId = await at.newTeam();
    const endedSince = world.deps.clock.now();
    const call = world.call();
    const { teams } = world.suite;
    const whileGiven: boolean[] = [];
    const update: typeof teams.update = async (...change) => {
      whileGiven.push(await teamNames.isRequested(name.toUpperCase(), { endedSince }));
      whileGiven.push(await teamNames.isRequested(name, { endedSince, exceptId: call.operationId }));
      whileGiven.push(await teamNames.isRequested(name, { endedSince, exceptTeamId: teamId }));
      return teams.update(...change);
    };
    const deps = { ...world.deps, suite: { ...world.suite, teams: { ...teams, update } } };
    await updateTeam(deps, world.person('ada'), call, { teamId, representation: { displayName: name } });
    assert.deepEqual(whileGiven, [true, false, false]);
    assert.equal(await teamNames.isRequested(name.toUpperCase(), { endedSince }), true);
    assert.equal(await teamNames.isRequested(name, { endedSince, exceptTeamId: teamId }), false);
    const later = new Date(world.deps.clock.now().getTime() + 1000);
    assert.equal(await teamNames.isRequested(name, { endedSince: later }), false);
  });
});
