/** Teams: creating, finding, updating, archiving, deleting. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { DEFAULT_TEAM_SETTINGS, type TeamPatch } from '../../src/domain/teams/model.ts';
import { aTeam, atOnce, createTeam, member, outcomes, owner, rejects, type WorldOf } from './world.ts';

const NOWHERE = 'f0000000-0000-4000-8000-00000000dead';
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 9]);

export function teamCases(world: WorldOf): void {
  creationCases(world);
  updateCases(world);
  propertyCases(world);
  endCases(world);
}

function creationCases(world: WorldOf): void {
  it('creates a team with the settings of a new team', async () => {
    const { suite, tenantId, people, webDomain } = world();
    const made = await createTeam(world(), { displayName: 'Orion', mailNickname: 'Orion' });
    const { team } = made;
    const { id, createdDateTime, internalId, webUrl, ...rest } = team;
    assert.deepEqual(rest, {
      displayName: 'Orion',
      description: 'For the cases',
      classification: null,
      specialization: 'none',
      visibility: 'private',
      isArchived: false,
      isMembershipLimitedToOwners: false,
      ...DEFAULT_TEAM_SETTINGS,
    });
    assert.match(id, /\S/);
    assert.match(internalId, /^19:/);
    assert.match(createdDateTime, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    assert.ok(new URL(webUrl).hostname.endsWith(webDomain), webUrl);
    assert.equal(made.mailNickname, 'Orion');
    assert.equal(made.sensitivityLabelId, null);
    assert.deepEqual(await suite.teams.find(tenantId, id), made);
    const members = await suite.teams.listMembers(tenantId, id);
    assert.deepEqual(
      members.map(({ userId, roles }) => [userId, roles]),
      [[people.ada, ['owner']]],
    );
  });

  it('creates a team with the given settings and people', async () => {
    const { suite, tenantId, people } = world();
    const { team } = await createTeam(world(), {
      settings: { funSettings: { allowGiphy: false }, memberSettings: { allowDeleteChannels: false } },
      members: [owner(people.ada), member(people.bob)],
    });
    assert.deepEqual(team.funSettings, { ...DEFAULT_TEAM_SETTINGS.funSettings, allowGiphy: false });
    assert.deepEqual(team.memberSettings, {
      ...DEFAULT_TEAM_SETTINGS.memberSettings,
      allowDeleteChannels: false,
    });
    const wanted = [owner(people.ada), member(people.bob)];
    const added = await suite.teams.addMembers(tenantId, team.id, wanted);
    assert.deepEqual(
      added.map(({ roles }) => roles),
      [['owner'], []],
    );
    assert.equal((await suite.teams.listMembers(tenantId, team.id)).length, 2);
  });

  it('requires an owner unless the suite supports ownerless teams', async () => {
    const creating = createTeam(world(), { members: [] });
    if (world().capabilities.ownerlessTeams) assert.ok((await creating).team.id);
    else await rejects(creating, 'InvalidRequest', /owner/);
  });

  it('creates a General channel as the primary one', async () => {
    const { suite, tenantId } = world();
    const { team } = await createTeam(world());
    const channels = await suite.channels.list(tenantId, team.id);
    assert.deepEqual(
      channels.map(({ displayName, membershipType }) => [displayName, membershipType]),
      [['General', 'standard']],
    );
    assert.deepEqual(await suite.channels.primary(tenantId, team.id), channels[0]);
  });

  it('returns undefined for a missing team', async () => {
    const { suite, tenantId, people } = world();
    assert.equal(await suite.teams.find(tenantId, NOWHERE), undefined);
    assert.equal(await suite.teams.findByMarker(tenantId, randomUUID()), undefined);
    assert.equal(await suite.teams.access(tenantId, NOWHERE, people.ada), undefined);
  });

  it('returns the team of a known marker unchanged', async () => {
    const { suite, tenantId } = world();
    const wanted = aTeam(world());
    const made = await suite.teams.create(tenantId, wanted);
    const changed = await suite.teams.update(tenantId, made.team.id, { displayName: 'Renamed' });
    assert.deepEqual(await suite.teams.create(tenantId, wanted), changed);
    assert.deepEqual(await suite.teams.findByMarker(tenantId, wanted.marker), changed);
    assert.equal((await suite.channels.list(tenantId, made.team.id)).length, 1);
  });

  it('creates one team for concurrent callers with one marker', async () => {
    const { suite, tenantId } = world();
    const wanted = aTeam(world());
    const made = await atOnce(8, () => suite.teams.create(tenantId, wanted));
    assert.equal(new Set(made.map(({ team }) => team.id)).size, 1);
    assert.equal((await suite.channels.list(tenantId, made[0]!.team.id)).length, 1);
  });

  it('finds a taken name regardless of case and Unicode form', async () => {
    const { suite, tenantId } = world();
    const { isDisplayNameTaken } = suite.teams;
    const unique = randomUUID();
    const wanted = aTeam(world(), { displayName: `Crème Brûlée ${unique}` });
    const { team } = await suite.teams.create(tenantId, wanted);
    const decomposed = `  CRÈME  brûlée ${unique}`.normalize('NFD');
    assert.equal(await isDisplayNameTaken(tenantId, decomposed), true);
    assert.equal(await isDisplayNameTaken(tenantId, decomposed, { teamId: team.id }), false);
    assert.equal(await isDisplayNameTaken(tenantId, decomposed, { marker: wanted.marker }), false);
    assert.equal(await isDisplayNameTaken(tenantId, decomposed, { marker: randomUUID() }), true);
    assert.equal(await isDisplayNameTaken(tenantId, `Creme Brulee ${unique}`), false);
    await suite.teams.update(tenantId, team.id, { description: 'Dessert' });
    assert.equal(await isDisplayNameTaken(tenantId, decomposed), true);
    await suite.teams.update(tenantId, team.id, { displayName: `Tarte ${unique}` });
    assert.equal(await isDisplayNameTaken(tenantId, decomposed), false);
    assert.equal(await isDisplayNameTaken(tenantId, `TARTE ${unique}`), true);
  });

  it('rejects a mail alias that another team has, regardless of case', async () => {
    const { suite, tenantId } = world();
    const wanted = aTeam(world(), { mailNickname: `Mixed-${randomUUID()}` });
    await suite.teams.create(tenantId, wanted);
    const upper = wanted.mailNickname.toUpperCase();
    await rejects(createTeam(world(), { mailNickname: upper }), 'NameAlreadyExists', /alias/);
    assert.equal(await suite.teams.isMailNicknameTaken(tenantId, upper), true);
    assert.equal(await suite.teams.isMailNicknameTaken(tenantId, upper, wanted.marker), false);
    assert.equal(await suite.teams.isMailNicknameTaken(tenantId, upper, randomUUID()), true);
    assert.equal(await suite.teams.isMailNicknameTaken(tenantId, randomUUID()), false);
  });

  it('creates one team when concurrent callers request the same mail alias', async () => {
    const mailNickname = `raced-${randomUUID()}`;
    const made = await outcomes(Array.from({ length: 6 }, () => createTeam(world(), { mailNickname })));
    assert.equal(made.filter((outcome) => typeof outcome === 'object').length, 1);
    assert.equal(made.filter((outcome) => outcome === 'NameAlreadyExists').length, 5);
  });

  it('rejects a team without a name, and an invalid mail alias', async () => {
    await rejects(createTeam(world(), { displayName: ' ' }), 'InvalidRequest');
    for (const mailNickname of ['', 'two words', 'a@b', 'ümlaut', 'x'.repeat(65), 'semi;colon']) {
      await rejects(createTeam(world(), { mailNickname }), 'InvalidRequest');
    }
  });
}

function updateCases(world: WorldOf): void {
  it('merges an update group by group and keeps the rest', async () => {
    const { suite, tenantId } = world();
    const { team, version } = await createTeam(world());
    const updated = await suite.teams.update(tenantId, team.id, {
      displayName: 'New name',
      description: null,
      classification: 'internal',
      ...(world().capabilities.membershipLimits && { isMembershipLimitedToOwners: true }),
      funSettings: { allowGiphy: false },
      memberSettings: { allowDeleteChannels: false },
    });
    assert.deepEqual(updated.team, {
      ...team,
      displayName: 'New name',
      description: null,
      classification: 'internal',
      isMembershipLimitedToOwners: world().capabilities.membershipLimits,
      funSettings: { ...team.funSettings, allowGiphy: false },
      memberSettings: { ...team.memberSettings, allowDeleteChannels: false },
    });
    assert.notEqual(updated.version, version);
    assert.deepEqual(await suite.teams.find(tenantId, team.id), updated);
  });

  it('rejects an update that needs a missing capability', async () => {
    const { suite, tenantId } = world();
    const { capabilities } = world();
    const { team } = await createTeam(world());
    const change = (patch: TeamPatch) => suite.teams.update(tenantId, team.id, patch);
    const hidden = { discoverySettings: { showInTeamsSearchAndSuggestions: false } };
    if (!capabilities.discoverySettings) await rejects(change(hidden), 'InvalidRequest');
    const limited = { isMembershipLimitedToOwners: true };
    if (!capabilities.membershipLimits) await rejects(change(limited), 'InvalidRequest');
    const shown = { discoverySettings: { showInTeamsSearchAndSuggestions: true } };
    assert.deepEqual((await change({ ...shown, isMembershipLimitedToOwners: false })).team, team);
  });

  it('applies all concurrent updates', async () => {
    const { suite, tenantId } = world();
    const { team } = await createTeam(world());
    await Promise.all([
      suite.teams.update(tenantId, team.id, { funSettings: { allowGiphy: false } }),
      suite.teams.update(tenantId, team.id, { funSettings: { allowCustomMemes: false } }),
      suite.teams.update(tenantId, team.id, { guestSettings: { allowDeleteChannels: true } }),
    ]);
    const found = await suite.teams.find(tenantId, team.id);
    assert.equal(found?.team.funSettings.allowGiphy, false);
    assert.equal(found?.team.funSettings.allowCustomMemes, false);
    assert.equal(found?.team.guestSettings.allowDeleteChannels, true);
  });

  it('updates a team only at the requested version', async () => {
    const { suite, tenantId } = world();
    const { team, version } = await createTeam(world());
    const update = (displayName: string) => suite.teams.update(tenantId, team.id, { displayName }, version);
    const made = await outcomes([update('One'), update('Two'), update('Three')]);
    const won = made.find((outcome) => typeof outcome === 'object');
    assert.deepEqual(
      made.filter((outcome) => typeof outcome === 'string'),
      ['PreconditionFailed', 'PreconditionFailed'],
    );
    assert.deepEqual(await suite.teams.find(tenantId, team.id), won);
    await rejects(update('Late'), 'PreconditionFailed');
    await rejects(suite.teams.update(tenantId, team.id, {}, 'no version'), 'PreconditionFailed');
  });

  it('allows hiddenMembership at creation only', async () => {
    const { suite, tenantId } = world();
    const open = await createTeam(world(), { visibility: 'public' });
    const hidden = await createTeam(world(), { visibility: 'hiddenMembership' });
    assert.equal(hidden.team.visibility, 'hiddenMembership');
    const to = (teamId: string, visibility: 'private' | 'public' | 'hiddenMembership') =>
      suite.teams.update(tenantId, teamId, { visibility });
    await rejects(to(open.team.id, 'hiddenMembership'), 'InvalidRequest', /hiddenMembership/);
    await rejects(to(hidden.team.id, 'public'), 'InvalidRequest', /hiddenMembership/);
    assert.equal((await to(open.team.id, 'private')).team.visibility, 'private');
    assert.equal((await to(hidden.team.id, 'hiddenMembership')).team.visibility, 'hiddenMembership');
  });
}

function propertyCases(world: WorldOf): void {
  it('sets active sensitivity labels only', async () => {
    const { suite, tenantId, labels } = world();
    const { team } = await createTeam(world());
    const setting = suite.teams.setSensitivityLabel(tenantId, team.id, labels.Secret);
    if (!world().capabilities.sensitivityLabels) return void (await rejects(setting, 'InvalidRequest'));
    await setting;
    assert.equal((await suite.teams.find(tenantId, team.id))?.sensitivityLabelId, labels.Secret);
    await rejects(suite.teams.setSensitivityLabel(tenantId, team.id, labels.Retired), 'InvalidRequest');
    await rejects(suite.teams.setSensitivityLabel(tenantId, team.id, NOWHERE), 'InvalidRequest');
    assert.equal((await suite.teams.find(tenantId, team.id))?.sensitivityLabelId, labels.Secret);
  });

  it('accepts PNG and JPEG pictures only', async () => {
    const { suite, tenantId, pictureOf } = world();
    const { team } = await createTeam(world());
    const set = (contentType: string, bytes: Uint8Array) =>
      suite.teams.setPicture(tenantId, team.id, { contentType, bytes });
    await set('image/png', PNG);
    await set('image/jpeg', JPEG);
    await rejects(set('image/gif', PNG), 'InvalidRequest');
    await rejects(set('image/png', new TextEncoder().encode('<svg/>')), 'InvalidRequest');
    const tooLarge = new Uint8Array(4 * 1024 * 1024 + 1);
    tooLarge.set(PNG);
    await rejects(set('image/png', tooLarge), 'InvalidRequest');
    assert.deepEqual(Uint8Array.from((await pictureOf(team.id)) ?? []), JPEG);
  });

  it('installs each app once', async () => {
    const { suite, tenantId, apps } = world();
    const { team } = await createTeam(world());
    const before = await suite.teams.listInstalledApps(tenantId, team.id);
    await suite.teams.installApps(tenantId, team.id, [apps.own, apps.own]);
    await suite.teams.installApps(tenantId, team.id, [apps.own, apps.store]);
    const installed = await suite.teams.listInstalledApps(tenantId, team.id);
    assert.deepEqual(installed.toSorted(), [...new Set([...before, apps.own, apps.store])].sort());
    for (const unknown of ['not an app', 'com.example.nowhere']) {
      await rejects(suite.teams.installApps(tenantId, team.id, [unknown]), 'InvalidRequest', /app/);
    }
    assert.deepEqual(await suite.teams.listInstalledApps(tenantId, team.id), installed);
    const asked = [apps.own, 'com.example.nowhere', apps.store, 'com.microsoft.teamspace.tab.web'];
    assert.deepEqual(await suite.teams.unknownApps(tenantId, asked), ['com.example.nowhere']);
    await rejects(suite.teams.listInstalledApps(tenantId, NOWHERE), 'NotFound');
  });
}

function endCases(world: WorldOf): void {
  it('archives and unarchives a team, and changes nothing when a call is repeated', async () => {
    const { suite, tenantId } = world();
    const { team, version } = await createTeam(world());
    const state = async () => {
      const found = await suite.teams.find(tenantId, team.id);
      return [found?.team.isArchived, found?.version];
    };
    await suite.teams.archive(tenantId, team.id, { siteReadOnly: false });
    const archived = await state();
    assert.equal(archived[0], true);
    assert.notEqual(archived[1], version);
    await suite.teams.archive(tenantId, team.id, { siteReadOnly: false });
    assert.deepEqual(await state(), archived);
    await suite.teams.unarchive(tenantId, team.id);
    const [isArchived] = await state();
    assert.equal(isArchived, false);
    await suite.teams.unarchive(tenantId, team.id);
    await suite.teams.update(tenantId, team.id, { displayName: 'Writable again' });
  });

  it('deletes a team with its content, and accepts a repeated deletion', async () => {
    const { suite, tenantId, people } = world();
    const wanted = aTeam(world());
    const { team } = await suite.teams.create(tenantId, wanted);
    await suite.teams.addMembers(tenantId, team.id, [owner(people.ada)]);
    const { id: channelId } = await suite.channels.primary(tenantId, team.id);
    await suite.teams.archive(tenantId, team.id, { siteReadOnly: false });
    await suite.teams.delete(tenantId, team.id);
    await suite.teams.delete(tenantId, team.id);
    assert.equal(await suite.teams.find(tenantId, team.id), undefined);
    assert.equal(await suite.teams.findByMarker(tenantId, wanted.marker), undefined);
    assert.equal(await suite.channels.access(tenantId, team.id, channelId, people.ada), undefined);
    assert.equal(await suite.teams.isMailNicknameTaken(tenantId, wanted.mailNickname), false);
    await rejects(suite.channels.list(tenantId, team.id), 'NotFound');
    await rejects(suite.channels.listTabs(tenantId, team.id, channelId), 'NotFound');
    await rejects(suite.teams.listMembers(tenantId, team.id), 'NotFound');
  });

  it('throws NotFound for a missing team', async () => {
    const { suite, tenantId, people, labels, apps } = world();
    const { teams, channels } = suite;
    await rejects(teams.update(tenantId, NOWHERE, { displayName: 'X' }), 'NotFound', /team/);
    await rejects(teams.setSensitivityLabel(tenantId, NOWHERE, labels.Public), 'NotFound', /team/);
    await rejects(
      teams.setPicture(tenantId, NOWHERE, { contentType: 'image/png', bytes: PNG }),
      'NotFound',
      /team/,
    );
    await rejects(teams.installApps(tenantId, NOWHERE, [apps.own]), 'NotFound', /team/);
    await rejects(teams.archive(tenantId, NOWHERE, { siteReadOnly: false }), 'NotFound', /team/);
    await rejects(teams.unarchive(tenantId, NOWHERE), 'NotFound', /team/);
    await rejects(teams.addMembers(tenantId, NOWHERE, [owner(people.ada)]), 'NotFound', /team/);
    await rejects(teams.addMembers(tenantId, NOWHERE, []), 'NotFound', /team/);
    await rejects(channels.primary(tenantId, NOWHERE), 'NotFound', /team/);
    await rejects(channels.listVisibleTo(tenantId, NOWHERE, people.ada), 'NotFound', /team/);
    await rejects(channels.create(tenantId, NOWHERE, []), 'NotFound', /team/);
  });
}
