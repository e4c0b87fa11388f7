import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { storeTemplate } from '../../../test/catalog.ts';
import { LABEL, QUARTER_HOUR_SECONDS, RestoreWorld } from '../../../test/restore-world.ts';
import { TENANT } from '../../../test/team-world.ts';
import { applyTemplate } from '../../domain/catalog/change-templates.ts';
import type { JsonObject } from '../../domain/catalog/document.ts';
import { readManifest } from '../../domain/catalog/manifest.ts';
import { updatePolicy } from '../../domain/policies/change-policies.ts';
import { updateTeam } from '../../domain/teams/update-team.ts';
import { newId } from '../../kernel/ids.ts';
import { createRuleEngine } from '../../rules/engine.ts';

const at = new RestoreWorld();

describe('the permanent membership', () => {
  it('is restored once in a team that Charter did not create, when the policy is attached', async () => {
    const teamId = await at.newTeam();
    await at.attach(await at.permanent(['ida-id'], ['sam@fabrikam.example', 'mia-id']), teamId);
    assert.equal(await at.sweep(), 1);
    const roles = await at.rolesIn(teamId);
    assert.deepEqual([roles['ida-id'], roles['sam-id'], roles['mia-id']], ['owner', 'member', 'member']);
    const [event, ...others] = await at.eventsOf(teamId);
    assert.deepEqual(others, []);
    assert.deepEqual(event?.actor, { id: 'charter', kind: 'system', displayName: 'Charter' });
    assert.deepEqual(event?.payload, {
      team: { id: teamId, displayName: 'Harbour' },
      owners: [{ id: 'ida-id', displayName: 'Ida' }],
      members: [{ id: 'sam-id', displayName: 'Sam' }],
      tenant: { id: TENANT },
    });
    const [record, ...more] = await at.recordsOf(teamId);
    assert.deepEqual(more, []);
    assert.deepEqual([record?.trail, record?.type], ['policies', 'permanent_membership_restored']);
    // The name is stored outside of the record until the sealer encrypts it.
    assert.deepEqual(record?.fields.members, [{ id: 'sam-id' }]);
    assert.equal(await at.sweep(), 0);
    at.world.clock.advance(QUARTER_HOUR_SECONDS);
    assert.equal(await at.sweep(), 1);
    assert.equal((await at.eventsOf(teamId)).length, 1);
    assert.equal((await at.recordsOf(teamId)).length, 1);
  });

  it('is restored within 15 minutes after a removal or demotion in the suite', async () => {
    const teamId = await at.newTeam();
    await at.attach(await at.permanent(['ida-id'], ['sam-id']), teamId);
    await at.sweep();
    await at.remove(teamId, 'sam-id');
    await sql`update directory.team_members set role = 'member'
               where tenant_id = ${TENANT} and team_id = ${teamId} and user_id = 'ida-id'`.execute(at.db);
    at.world.clock.advance(QUARTER_HOUR_SECONDS - 1);
    assert.equal(await at.sweep(), 0);
    at.world.clock.advance(1);
    assert.equal(await at.sweep(), 1);
    const roles = await at.rolesIn(teamId);
    assert.deepEqual([roles['ida-id'], roles['sam-id']], ['owner', 'member']);
    const [, event] = await at.eventsOf(teamId);
    assert.deepEqual(event?.payload.owners, [{ id: 'ida-id', displayName: 'Ida' }]);
    assert.deepEqual(event?.payload.members, [{ id: 'sam-id', displayName: 'Sam' }]);
  });

  it('is restored by the next sweep after an event about the team', async () => {
    const teamId = await at.newTeam();
    await at.attach(await at.permanent([], ['sam-id']), teamId);
    await at.sweep();
    await at.remove(teamId, 'sam-id');
    const representation = { description: 'New' };
    await updateTeam(at.world.deps, at.world.person('ada'), at.world.call(), { teamId, representation });
    assert.equal(await at.sweep(), 1);
    assert.equal((await at.rolesIn(teamId))['sam-id'], 'member');
  });

  it('is restored in private channels, and in shared channels except for guests', async () => {
    const teamId = await at.newTeam();
    const channels = (['private', 'shared', 'standard'] as const).map((membershipType) => ({
      marker: newId(),
      displayName: membershipType,
      description: null,
      membershipType,
      members: membershipType === 'standard' ? [] : [{ userId: 'olga-id', role: 'owner' as const }],
    }));
    const [inner, shared] = await at.world.suite.channels.create(TENANT, teamId, channels);
    await at.attach(await at.permanent(['ida-id'], ['gus-id']), teamId);
    await at.sweep();
    const inChannel = async (id: string) =>
      (await at.world.suite.channels.listMembers(TENANT, teamId, id)).map(({ userId }) => userId).sort();
    assert.deepEqual(await inChannel(inner!.id), ['gus-id', 'ida-id', 'olga-id']);
    assert.deepEqual(await inChannel(shared!.id), ['ida-id', 'olga-id']);
    const [event] = await at.eventsOf(teamId);
    assert.deepEqual(event?.payload.members, [{ id: 'gus-id', displayName: 'Gus' }]);
    await at.remove(teamId, 'ida-id');
    at.world.clock.advance(QUARTER_HOUR_SECONDS);
    await at.sweep();
    assert.deepEqual(await inChannel(inner!.id), ['gus-id', 'ida-id', 'olga-id']);
    assert.deepEqual(at.reported, []);
  });

  it('follows changes of the template and the policy in existing teams', async () => {
    const templateId = `template-${newId()}`;
    const manifest = (members: string[], version: string): JsonObject => ({
      manifestVersion: '1.0',
      publisher: { name: 'Fabrikam' },
      templateConfiguration: {
        id: templateId,
        name: 'Project',
        version,
        language: 'en',
        enabled: true,
        permanentMembership: { owners: [], members: members.map((id) => ({ id })) },
      },
      newTeam: { teamPrivacy: 'public', addRequesterAsTeamOwner: true },
    });
    const { manifest: read, source } = readManifest(manifest([], '1.0'));
    const { catalogTemplate, structure } = read!;
    await storeTemplate(at.world.deps.store, TENANT, { catalogTemplate, structure, source: source! });
    const [teamId, other] = [await at.newTeam(), await at.newTeam()];
    await at.madeFrom(templateId, teamId);
    await at.madeFrom('another', other);
    assert.equal(await at.sweep(), 0);
    const rules = createRuleEngine();
    const deps = { ...at.world.deps, rules };
    await applyTemplate(deps, at.world.person('ada'), at.world.call(), {
      manifest: manifest(['sam-id'], '1.1'),
    });
    await rules.close();
    assert.equal(await at.sweep(), 1);
    assert.equal((await at.rolesIn(teamId))['sam-id'], 'member');
    const { id } = await at.permanent([], ['mia-id'], { type: 'templates', templateIds: [templateId] });
    assert.equal(await at.sweep(), 1);
    const changes = { settings: { members: ['ida-id'] } };
    await updatePolicy(at.world.deps, at.world.person('ada'), at.world.call(), { policyId: id, changes });
    assert.equal(await at.sweep(), 1);
    const roles = await at.rolesIn(teamId);
    assert.deepEqual([roles['ida-id'], roles['sam-id']], ['member', 'member']);
    assert.equal((await at.rolesIn(other))['sam-id'], undefined);
  });

  it('is not restored in archived teams or for people who left the directory', async () => {
    const teamId = await at.newTeam();
    await at.attach(await at.permanent([], ['sam-id', 'ida-id']), teamId);
    await at.world.suite.teams.archive(TENANT, teamId, { siteReadOnly: false });
    assert.equal(await at.sweep(), 1);
    assert.equal((await at.rolesIn(teamId))['sam-id'], undefined);
    await at.world.suite.teams.unarchive(TENANT, teamId);
    await sql`update directory.users set user_id = 'gone' where tenant_id = ${TENANT} and user_id = 'ida-id'`.execute(
      at.db,
    );
    at.world.clock.advance(QUARTER_HOUR_SECONDS);
    await at.sweep();
    await sql`update directory.users set user_id = 'ida-id' where tenant_id = ${TENANT} and user_id = 'gone'`.execute(
      at.db,
    );
    assert.equal((await at.rolesIn(teamId))['sam-id'], 'member');
    const [event] = await at.eventsOf(teamId);
    assert.deepEqual(event?.payload.members, [{ id: 'sam-id', displayName: 'Sam' }]);
    assert.deepEqual(at.reported, []);
  });
});

describe('enforced settings', () => {
  it('are restored and published as an update of the team', async () => {
    const [open, hidden] = [await at.newTeam('public'), await at.newTeam('hiddenMembership')];
    const privacy = await at.policy({ kind: 'privacy', settings: { visibility: 'private' } });
    const label = await at.policy({ kind: 'sensitivityLabel', settings: { labelId: LABEL } });
    for (const teamId of [open, hidden]) for (const one of [privacy, label]) await at.attach(one, teamId);
    assert.equal(await at.sweep(), 2);
    const found = await at.world.suite.teams.find(TENANT, open);
    assert.deepEqual([found?.team.visibility, found?.sensitivityLabelId], ['private', LABEL]);
    const stored = await at.world.suite.teams.find(TENANT, hidden);
    assert.deepEqual([stored?.team.visibility, stored?.sensitivityLabelId], ['hiddenMembership', LABEL]);
    const [event, ...others] = await at.eventsOf(open, 'team_updated');
    assert.deepEqual(others, []);
    assert.deepEqual(event?.payload.changes, { visibility: 'private', sensitivityLabelId: LABEL });
    assert.equal(event?.actor.kind, 'system');
    at.world.clock.advance(QUARTER_HOUR_SECONDS);
    await at.sweep();
    assert.equal((await at.eventsOf(open, 'team_updated')).length, 1);
  });

  it('do not prevent the restoration of the permanent membership when their restoration fails', async () => {
    const teamId = await at.newTeam();
    await at.attach(await at.policy({ kind: 'sensitivityLabel', settings: { labelId: LABEL } }), teamId);
    await at.attach(await at.permanent([], ['sam-id']), teamId);
    const setActive = (isActive: boolean) =>
      sql`update embedded_suite.labels set is_active = ${isActive} where tenant_id = ${TENANT}`.execute(
        at.world.database.tenancy.for(TENANT),
      );
    await setActive(false);
    await at.sweep();
    await setActive(true);
    assert.equal(at.reported[0]?.teamId, teamId);
    assert.equal((await at.rolesIn(teamId))['sam-id'], 'member');
  });
});
