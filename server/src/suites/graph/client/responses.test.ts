/** Tests how the Graph suite handles responses that are lost, late or unusual. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import {
  aChannel,
  aTab,
  aTeam,
  createPeopledTeam,
  createTeam,
  member,
  outcomes,
  owner,
} from '../../../../test/conformance/world.ts';
import { type Behaviour, FAULTLESS, type Fault, withFault } from '../../../../test/graph/behaviour.ts';
import { membershipIdOf } from '../../../../test/graph/members.ts';
import type { Registration } from '../../../../test/graph/route.ts';

import { useGraphWorld } from '../../../../test/graph/world.ts';
import { waitAndRetry } from '../../../../test/retrying-suite.ts';
import type { Suite } from '../../../engine/suite.ts';
import { isCharterError } from '../../../kernel/errors.ts';

describe('the Graph suite', () => {
  const world = useGraphWorld();

  /** Injects the fault into the next call of the route. */
  function once(wanted: string, fault: Fault, behaviour: Partial<Behaviour> = {}): void {
    world.standIn.behave({ ...withFault(fault, wanted), ...behaviour });
  }

  const isUnavailable = (error: unknown): boolean =>
    isCharterError(error) && error.code === 'ServiceUnavailable';

  it('adds all members of a shared channel after the response to its creation was lost', async () => {
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

  it('waits once for a shared channel in a request, and asks for a retry when it takes longer', async () => {
    const { bare, tenantId, people, clock } = world;
    const teamId = await createPeopledTeam(world);
    const requests = world.anotherNode('requests');
    const [partners, vendors, suppliers] = ['Partners', 'Vendors', 'Suppliers'].map((name) =>
      aChannel(name, { membershipType: 'shared', members: [owner(people.ada), member(people.bob)] }),
    );
    const took = async (seconds: number, work: () => Promise<unknown>): Promise<number> => {
      world.standIn.behave({ ...FAULTLESS, operationTakes: () => seconds * 1000 });
      clock.advance(60);
      const began = clock.seconds();
      await work();
      return clock.seconds() - began;
    };
    const waited = await took(20, async () => {
      const [made] = await requests.channels.create(tenantId, teamId, [partners!]);
      assert.deepEqual([made?.displayName, made?.membershipType], ['Partners', 'shared']);
      assert.equal((await requests.channels.listMembers(tenantId, teamId, made!.id)).length, 2);
    });
    assert.ok(waited >= 33 && waited < 45, `${waited} s`);
    const late = await took(90, () =>
      assert.rejects(requests.channels.create(tenantId, teamId, [vendors!]), isUnavailable),
    );
    assert.ok(late < 45, `${late} s`);
    const inJob = await took(20, () =>
      assert.rejects(bare.channels.create(tenantId, teamId, [suppliers!]), isUnavailable),
    );
    assert.ok(inJob < 10, `${inJob} s`);
    clock.advance(120);
    const [adopted] = await requests.channels.create(tenantId, teamId, [vendors!]);
    assert.equal(adopted?.displayName, 'Vendors');
  });

  it('fills in fields that the response to a new channel lacks, with values of the request', async () => {
    const { suite, tenantId, people } = world;
    const teamId = await createPeopledTeam(world);
    const wanted = aChannel('Board', {
      description: 'Quarterly',
      membershipType: 'private',
      members: [owner(people.ada)],
    });
    once('POST /teams/{team}/channels', { kind: 'shortened', properties: ['id'] });
    const [made] = await suite.channels.create(tenantId, teamId, [wanted]);
    const { displayName, description, membershipType } = wanted;
    assert.partialDeepStrictEqual(made, { displayName, description, membershipType });
  });

  it('creates a team with channels and tabs once when two workers run the same job', async () => {
    const { bare, tenantId, people, clock } = world;
    const workers = [bare, world.anotherNode()];
    const team = aTeam(world, { members: [owner(people.ada), member(people.bob)] });
    // The clock stands still while both run. Each worker then retries until it succeeds.
    const byBoth = async <Result>(work: (worker: Suite) => Promise<Result>): Promise<Result[]> => {
      for (const outcome of await outcomes<unknown>(workers.map(work))) {
        if (typeof outcome === 'string') assert.equal(outcome, 'ServiceUnavailable');
      }
      const results: Result[] = [];
      for (const worker of workers) results.push(await waitAndRetry(clock, () => work(worker)));
      return results;
    };
    const [one, other] = await byBoth((worker) => worker.teams.create(tenantId, team));
    assert.equal(one!.team.id, other!.team.id);
    const teamId = one!.team.id;
    const channels = ['Plans', 'Reports', 'Archive'].map((name) => aChannel(name));
    const created = await byBoth((worker) => worker.channels.create(tenantId, teamId, channels));
    assert.deepEqual(created[0], created[1]);
    const places = created[0]!.map(({ id: channelId }) => ({ channelId, tabs: [aTab('One'), aTab('Two')] }));
    await byBoth((worker) => worker.channels.createTabsInChannels(tenantId, teamId, places));
    const stored = [...world.tenant.groups.get(teamId)!.team!.channels.values()];
    assert.deepEqual(stored.map(({ channel }) => channel.displayName).toSorted(), [
      'Archive',
      'General',
      'Plans',
      'Reports',
    ]);
    for (const { channelId } of places) {
      const tabs = [...stored.find(({ id }) => id === channelId)!.tabs.values()];
      assert.deepEqual(tabs.map(({ tab }) => tab.displayName).toSorted(), ['One', 'Two']);
    }
  });

  it('reports dynamic membership when Teams rejects the change with 403 and without a reason', async () => {
    const { bare, tenantId, people, clock } = world;
    const teamId = await createPeopledTeam(world);
    world.tenant.groups.get(teamId)!.group.groupTypes = ['Unified', 'DynamicMembership'];
    const isByRule = (error: unknown): boolean =>
      isCharterError(error) && error.code === 'Conflict' && /dynamic membership/.test(error.message);
    clock.advance(60);
    const members = await bare.teams.listMembers(tenantId, teamId);
    const bob = members.find(({ userId }) => userId === people.bob);
    const changes = [
      () => bare.teams.addMembers(tenantId, teamId, [member(people.chloe)]),
      () => bare.teams.addMembers(tenantId, teamId, [member(people.chloe), member(people.dora)]),
      () => bare.teams.removeMember(tenantId, teamId, bob!.id),
    ];
    for (const change of changes) {
      clock.advance(60);
      await assert.rejects(change(), isByRule);
    }
  });

  it('keeps the alias of a new team when the copied directory already has the group of that team', async () => {
    const { suite, bare, tenantId, people, clock } = world;
    const wanted = aTeam(world, {
      displayName: 'Early',
      mailNickname: 'early',
      members: [owner(people.ada)],
    });
    once('PATCH /groups(uniqueName)/{uniqueName}', { kind: 'lost', hasEffect: true });
    await assert.rejects(bare.teams.create(tenantId, wanted), isUnavailable);
    await suite.refreshDirectory(tenantId);
    const [group] = [...world.tenant.groups.values()].filter((one) =>
      one.uniqueName?.includes(wanted.marker),
    );
    group!.visibleAt = clock.now().getTime() + 60_000;
    await assert.rejects(bare.teams.create(tenantId, wanted), isUnavailable);
    clock.advance(60);
    const { team, mailNickname } = await suite.teams.create(tenantId, wanted);
    assert.deepEqual([team.id, mailNickname], [group!.id, 'early']);
  });

  it('creates each object once when its call takes longer than the timeout', async () => {
    const { suite, tenantId, people, clock } = world;
    const late: Fault = { kind: 'late', seconds: 100 };
    const wanted = aTeam(world, { displayName: 'Late', members: [owner(people.ada)] });
    once('PATCH /groups(uniqueName)/{uniqueName}', late);
    const { team } = await suite.teams.create(tenantId, wanted);
    const { id: teamId } = team;
    const other = aTeam(world, { displayName: 'Later', members: [owner(people.ada)] });
    once('PUT /groups/{group}/team', late);
    await suite.teams.create(tenantId, other);
    const plans = aChannel('Plans');
    once('POST /teams/{team}/channels', late);
    const [channel] = await suite.channels.create(tenantId, teamId, [plans]);
    const site = aTab('Site');
    once('POST /teams/{team}/channels/{channel}/tabs', late, { hiddenFor: () => 60_000 });
    await suite.channels.createTabs(tenantId, teamId, channel!.id, [site]);
    once('POST /teams/{team}/members', late);
    await suite.teams.addMembers(tenantId, teamId, [member(people.bob)]);
    clock.advance(3_600);
    await suite.teams.find(tenantId, teamId);
    const stored = world.tenant.groups.get(teamId)!;
    const channels = [...stored.team!.channels.values()];
    assert.deepEqual(channels.map((one) => one.channel.displayName).toSorted(), ['General', 'Plans']);
    const tabs = channels.flatMap((one) => [...one.tabs.values()].map(({ tab }) => tab.displayName));
    assert.deepEqual(tabs, ['Site']);
    assert.ok(stored.members.has(people.bob));
    const made = world.tenant.teams().filter((one) => /^Later?$/.test(one.group.group.displayName ?? ''));
    assert.equal(made.length, 2);
  });

  it('creates a tab once when its call waits for its budget and then takes longer than the timeout', async () => {
    const { bare, suite, tenantId, clock, database } = world;
    const { team } = await createTeam(world);
    const { id: channelId } = await suite.channels.primary(tenantId, team.id);
    const site = aTab('Site');
    const waits = 12;
    const last = clock.now().getTime() + waits * 1000;
    await sql`
      insert into graph_suite.pacing (tenant_id, budget, times)
      values (${tenantId}, 'writeTeams', array_fill(${last}::float8, array[200]))
      on conflict (tenant_id, budget) do update set times = excluded.times`.execute(
      database.tenancy.for(tenantId),
    );
    once(
      'POST /teams/{team}/channels/{channel}/tabs',
      { kind: 'late', seconds: 100 },
      { hiddenFor: () => 60_000 },
    );
    const began = clock.seconds();
    await assert.rejects(bare.channels.createTabs(tenantId, team.id, channelId, [site]), isUnavailable);
    assert.ok(clock.seconds() - began >= waits, 'the call waited');
    await suite.channels.createTabs(tenantId, team.id, channelId, [site]);
    const channels = [...world.tenant.groups.get(team.id)!.team!.channels.values()];
    assert.equal(channels.flatMap((one) => [...one.tabs.values()]).length, 1);
  });

  it('names the tab that Graph rejects, and creates the other one once', async () => {
    const { bare, suite, tenantId } = world;
    const { team } = await createTeam(world);
    const { id: channelId } = await suite.channels.primary(tenantId, team.id);
    const message = 'App does not support configurable tabs.';
    const rejected: Fault = { kind: 'rejected', status: 400, code: 'BadRequest', message };
    const tabs = [aTab('Fine'), aTab('Static')];
    const faultOf = ({ route, body }: { route: string; body: string }) =>
      route.endsWith('/tabs') && body.includes('Static') ? rejected : undefined;
    world.standIn.behave({ ...FAULTLESS, faultOf });
    const isAboutTab = (error: unknown): boolean =>
      isCharterError(error) &&
      error.code === 'InvalidRequest' &&
      error.message === `Microsoft Graph rejected the tab 'Static': ${message}`;
    for (const _ of [1, 2]) {
      world.clock.advance(60);
      await assert.rejects(bare.channels.createTabs(tenantId, team.id, channelId, tabs), isAboutTab);
    }
    const made = (await suite.channels.listTabs(tenantId, team.id, channelId)).map((one) => one.displayName);
    assert.deepEqual(made, ['Fine']);
  });

  it('delays the job while the directory is over its object quota', async () => {
    const { bare, suite, tenantId, people } = world;
    const wanted = aTeam(world, { members: [owner(people.ada)] });
    const message = 'The directory object quota limit for the Principal has been exceeded.';
    for (const [code, text, seconds] of [
      ['Directory_QuotaExceeded', /create no more objects.*make room.*quota limit/, 300],
      ['Authorization_RequestDenied', /create no more objects.*make room.*quota limit/, 300],
    ] as const) {
      world.clock.advance(60);
      once('PATCH /groups(uniqueName)/{uniqueName}', { kind: 'rejected', status: 403, code, message });
      await assert.rejects(
        bare.teams.create(tenantId, wanted),
        (error) =>
          isUnavailable(error) &&
          text.test((error as Error).message) &&
          (error as { retryAfterSeconds?: number }).retryAfterSeconds === seconds,
      );
    }
    assert.equal((await suite.teams.create(tenantId, wanted)).team.displayName, wanted.displayName);
  });

  it('turns the group into a team at the next attempt after a 409 that created no team', async () => {
    const { bare, suite, tenantId, people, standIn } = world;
    const wanted = aTeam(world, { members: [owner(people.ada)] });
    const route = 'PUT /groups/{group}/team';
    standIn.calls.clear();
    once(route, { kind: 'rejected', status: 409, code: 'Conflict', message: 'The group is busy.' });
    await assert.rejects(bare.teams.create(tenantId, wanted), isUnavailable);
    const { team } = await suite.teams.create(tenantId, wanted);
    assert.ok(world.tenant.groups.get(team.id)?.team);
    assert.equal(standIn.calls.all.filter((call) => call.route === route).length, 2);
  });

  it('rejects a picture of a type that Graph does not accept', async () => {
    const { bare, tenantId } = world;
    const { team } = await createTeam(world);
    const message = 'The type is not supported.';
    once('PUT /teams/{group}/photo/$value', {
      kind: 'rejected',
      status: 415,
      code: 'UnsupportedMediaType',
      message,
    });
    const picture = { contentType: 'image/png', bytes: Uint8Array.from([0x89, 0x50, 0x4e, 0x47]) };
    await assert.rejects(
      bare.teams.setPicture(tenantId, team.id, picture),
      (error) => isCharterError(error) && error.code === 'InvalidRequest' && error.message.includes(message),
    );
  });

  it("accepts Graph's own id of a membership", async () => {
    const { suite, tenantId, people } = world;
    const { team } = await createTeam(world);
    await suite.teams.addMembers(tenantId, team.id, [member(people.bob)]);
    const id = membershipIdOf(world.tenant, team.id, people.bob);
    const found = await suite.teams.findMember(tenantId, team.id, id);
    assert.deepEqual([found?.userId, found?.roles], [people.bob, []]);
    const changed = await suite.teams.setMemberRole(tenantId, team.id, id, 'owner');
    assert.deepEqual([changed.id, changed.roles], [found?.id, ['owner']]);
    await suite.teams.removeMember(tenantId, team.id, id);
    assert.equal(await suite.teams.findMember(tenantId, team.id, id), undefined);
  });

  it('shows no labels when those of the person cannot be read', async () => {
    const { suite, tenantId, people } = world;
    const ofPerson = 'GET /users/{user}/dataSecurityAndGovernance/sensitivityLabels';
    const faults: Fault[] = [
      { kind: 'error', status: 501, hasEffect: false },
      { kind: 'rejected', status: 400, code: 'BadRequest', message: 'Resource not found for the segment.' },
      { kind: 'rejected', status: 403, code: 'Forbidden', message: 'Access denied.' },
      { kind: 'rejected', status: 404, code: 'ResourceNotFound', message: 'Resource not found.' },
    ];
    for (const fault of faults) {
      // A rejected call is retried with a new token.
      world.standIn.behave(withFault(fault, ofPerson, 'status' in fault && fault.status === 403 ? 2 : 1));
      const labels = await world.anotherNode().labels.listFor(tenantId, people.greta);
      assert.deepEqual(labels, [], JSON.stringify(fault));
    }
    assert.deepEqual(await suite.labels.listFor(tenantId, crypto.randomUUID()), []);
  });

  it('shows only the labels of a person, whether or not Graph supports the parameter for the person', async () => {
    const { tenantId, people, labels } = world;
    const shownTo = async (person: string): Promise<string[]> =>
      (await world.anotherNode().labels.listFor(tenantId, person)).map(({ id }) => id);
    for (const hasLabelScope of [true, false]) {
      world.tenant.hasLabelScope = hasLabelScope;
      const shown = await shownTo(people.bob);
      assert.ok(shown.includes(labels.Public), `${hasLabelScope}`);
      assert.ok(!shown.includes(labels.Secret), `${hasLabelScope}`);
    }
    world.tenant.hasLabelScope = true;
    const ofPerson = 'GET /users/{user}/dataSecurityAndGovernance/sensitivityLabels';
    const rejected = {
      kind: 'rejected',
      status: 400,
      code: 'BadRequest',
      message: 'Unknown option.',
    } as const;
    world.standIn.behave(withFault(rejected, ofPerson));
    assert.deepEqual(await shownTo(people.bob), [], 'all labels may be those of others');
  });

  it('shows the labels of a person within a minute after the permission is granted', async () => {
    const { standIn, tenantId, people, labels, clock } = world;
    const [registration] = standIn.registrations as [Registration];
    const granted = registration.roles;
    const node = world.anotherNode();
    Object.assign(registration, {
      roles: granted.map((name) => name.replace('SensitivityLabels.Read.All', 'SensitivityLabel.Read')),
    });
    standIn.authority.revoke();
    assert.deepEqual(await node.labels.listFor(tenantId, people.bob), []);
    Object.assign(registration, { roles: granted });
    standIn.authority.revoke();
    clock.advance(60);
    const shown = (await node.labels.listFor(tenantId, people.bob)).map(({ id }) => id);
    assert.ok(shown.includes(labels.Public));
    assert.ok(!shown.includes(labels.Secret));
  });

  it('ranks labels by sensitivity, and offers only those that can be applied', async () => {
    const { tenantId, people, clock } = world;
    const added = {
      High: world.tenant.addLabel({ name: 'High', sensitivity: 12, priority: 10 }),
      Low: world.tenant.addLabel({ name: 'Low', sensitivity: 11, priority: 20 }),
      Group: world.tenant.addLabel({ name: 'Group', sensitivity: 13, isAppliable: false }),
      Old: world.tenant.addLabel({ name: 'Old', sensitivity: 14, isActive: false }),
      New: world.tenant.addLabel({ name: 'New', sensitivity: 15, isActive: false, isEnabled: true }),
    };
    const below = world.tenant.addLabel({ name: 'Below', sensitivity: 13 }, { parentId: added.Group });
    clock.advance(60);
    const another = world.anotherNode();
    const offered = (await another.labels.listFor(tenantId, people.greta)).filter(
      ({ sensitivity }) => sensitivity > 10,
    );
    assert.deepEqual(
      offered.map(({ name, isActive, parent }) => [name, isActive, parent?.name]),
      [
        ['Low', true, undefined],
        ['High', true, undefined],
        ['Below', true, 'Group'],
        ['Old', false, undefined],
        ['New', true, undefined],
      ],
    );
    assert.equal(await another.labels.find(tenantId, added.Group), undefined);
    for (const id of [below, ...Object.values(added)]) world.tenant.labels.delete(id);
  });

  it('offers and accepts only labels that apply to groups', async () => {
    const { bare, suite, tenantId, people, clock } = world;
    const add = (name: string, applicableTo?: string, options = {}) =>
      world.tenant.addLabel({ name, isEnabled: true, ...(applicableTo && { applicableTo }) }, options);
    const files = add('Files', 'email,teamwork,file');
    const below = add('Files and teams', 'file,site,unifiedGroup', { parentId: files });
    const unsaid = add('Unsaid');
    clock.advance(60);
    const another = world.anotherNode();
    const offered = (await another.labels.listFor(tenantId, people.greta)).map(({ id }) => id);
    assert.deepEqual(
      [files, below, unsaid].map((id) => offered.includes(id)),
      [false, true, true],
    );
    assert.equal(await another.labels.find(tenantId, files), undefined);
    assert.deepEqual((await another.labels.find(tenantId, below))?.parent, { id: files, name: 'Files' });
    const { team } = await createTeam(world);
    await assert.rejects(
      bare.teams.setSensitivityLabel(tenantId, team.id, files),
      (error) => isCharterError(error) && error.code === 'InvalidRequest',
    );
    await suite.teams.setSensitivityLabel(tenantId, team.id, world.labels.Confidential);
    for (const id of [below, unsaid, files]) world.tenant.labels.delete(id);
  });

  it('finds a deleted team again after its restoration, and creates a channel in it', async () => {
    const { bare, tenantId } = world;
    const { team } = await createTeam(world);
    const group = world.tenant.groups.get(team.id)!;
    const find = () => bare.teams.find(tenantId, team.id);
    world.clock.advance(20 * 60);
    group.deletedAt = world.clock.now().getTime();
    assert.equal(await find(), undefined);
    assert.equal(await find(), undefined);
    delete group.deletedAt;
    assert.equal((await find())?.team.id, team.id);
    const [made] = await bare.channels.create(tenantId, team.id, [aChannel('Plans')]);
    assert.equal(made?.displayName, 'Plans');
  });

  it('stores the records of its effects for 90 days', async () => {
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

  it('delays the creation of a private channel while Graph does not show a member in the team', async () => {
    const { suite, bare, tenantId, people } = world;
    const { ada, bob, chloe } = people;
    const members = [owner(ada), member(bob)];
    const { team } = await createTeam(world, { members });
    const stored = world.tenant.groups.get(team.id)!;
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
