/** Conformance tests of lists of teams. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import type { TeamFilterClause, TeamQuery, TeamSelection } from '../../src/domain/teams/model.ts';
import type { NewTeam } from '../../src/domain/teams/suite.ts';
import { aChannel, createTeam, member, owner, rejects, type WorldOf } from './world.ts';

export function listCases(world: WorldOf): void {
  /** Returns a new word, so that only the teams of one case have it in their names. */
  const newWord = (): string => `w${randomUUID().replaceAll('-', '')}`;

  const named = async (word: string, ...names: string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const name of names)
      ids.push((await createTeam(world(), { displayName: `${name} ${word}` })).team.id);
    return ids;
  };

  const page = (query: Partial<TeamQuery>) => {
    const { suite, tenantId } = world();
    return suite.teams.list(tenantId, { order: 'displayName asc', top: 50, ...query });
  };

  const namesOf = async (word: string, query: Partial<TeamQuery> = {}): Promise<string[]> =>
    (await page({ search: word, ...query })).teams.map(({ displayName }) => displayName.split(' ')[0] ?? '');

  const count = (selection: TeamSelection) => world().suite.teams.count(world().tenantId, selection);

  it('describes a team with its counts, its activity and the role of a person', async () => {
    const { suite, tenantId, people, labels } = world();
    const word = newWord();
    const { team } = await createTeam(world(), { displayName: `Harbour ${word}`, visibility: 'public' });
    await suite.teams.addMembers(tenantId, team.id, [
      owner(people.ada),
      member(people.bob),
      member(people.greta),
    ]);
    const sensitivityLabelId = world().capabilities.sensitivityLabels ? labels.Public : null;
    if (sensitivityLabelId !== null) {
      await suite.teams.setSensitivityLabel(tenantId, team.id, sensitivityLabelId);
    }
    const [activity] = await suite.activity.of(tenantId, [team.id]);
    const { createdDateTime, displayName, description, webUrl } = team;
    const listed = {
      ...{ id: team.id, createdDateTime, displayName, description, webUrl, visibility: 'public' },
      ...{ isArchived: false, sensitivityLabelId, ownerCount: 1, memberCount: 3 },
      lastActivityDateTime: activity?.lastActivityDateTime,
    };
    assert.deepEqual((await page({ search: word })).teams, [{ ...listed, role: null }]);
    for (const [memberId, role] of [
      [people.ada, 'owner'],
      [people.bob, 'member'],
      [people.greta, 'guest'],
    ] as const) {
      assert.deepEqual((await page({ search: word, memberId })).teams, [{ ...listed, role }]);
    }
    assert.deepEqual((await page({ search: word, memberId: people.chloe })).teams, []);
  });

  it('orders by name and by activity, in both directions, in pages', async () => {
    const { suite, tenantId } = world();
    const word = newWord();
    const ids = await named(word, 'charlie', 'Alpha', 'bravo', 'alpha', 'Delta');
    assert.deepEqual(
      (await namesOf(word)).map((name) => name.toLowerCase()),
      [...['alpha', 'alpha', 'bravo', 'charlie', 'delta']],
    );
    await suite.channels.create(tenantId, ids[2] ?? '', [aChannel('Late')]);
    for (const order of ['displayName', 'lastActivityDateTime'] as const) {
      const all = (await page({ search: word, order: `${order} asc` })).teams.map(({ id }) => id);
      const reverse = (await page({ search: word, order: `${order} desc` })).teams.map(({ id }) => id);
      assert.deepEqual(reverse, all.toReversed());
      const walked: string[] = [];
      let after: TeamQuery['after'];
      do {
        const { teams, next } = await page({
          search: word,
          order: `${order} desc`,
          top: 2,
          ...(after && { after }),
        });
        walked.push(...teams.map(({ id }) => id));
        after = next;
      } while (after !== undefined);
      assert.deepEqual(walked, reverse, order);
    }
    const [latest] = (await page({ search: word, order: 'lastActivityDateTime desc' })).teams;
    assert.equal(latest?.id, ids[2]);
  });

  it('finds names by parts of their words, in any order and case', async () => {
    const word = newWord();
    await named(word, 'Tunnel-Works', 'Tower');
    assert.deepEqual(await namesOf(`T ${word.slice(0, 20)}`), ['Tower', 'Tunnel-Works']);
    assert.deepEqual(await namesOf(`${word.toUpperCase()} wor`), ['Tunnel-Works']);
    assert.deepEqual(await namesOf(`${word.slice(1)}`), ['Tower', 'Tunnel-Works']);
    assert.deepEqual(await namesOf(`${word} unnel ORK`), ['Tunnel-Works']);
    assert.deepEqual(await namesOf(`${word} unnel-w`), ['Tunnel-Works']);
    for (const missing of ['bridge', 'tun%', 't_wer', 'works-tunnel'])
      assert.deepEqual(await namesOf(`${word} ${missing}`), [], missing);
  });

  it('shows a rename, an archiving and a deletion', async () => {
    const { suite, tenantId } = world();
    const [old, renamed] = [newWord(), newWord()];
    const [id = ''] = await named(old, 'Harbour');
    await suite.teams.update(tenantId, id, { displayName: `Pier ${renamed}`, visibility: 'public' });
    assert.deepEqual([await namesOf(old), await namesOf(renamed)], [[], ['Pier']]);
    assert.deepEqual([await namesOf(old.slice(2)), await namesOf(renamed.slice(2))], [[], ['Pier']]);
    const isArchived: TeamFilterClause = { field: 'isArchived', operator: 'eq', value: true };
    assert.deepEqual(await namesOf(renamed, { filter: [isArchived] }), []);
    await suite.teams.archive(tenantId, id, { siteReadOnly: false });
    assert.deepEqual(await namesOf(renamed, { filter: [isArchived] }), ['Pier']);
    await suite.teams.delete(tenantId, id);
    assert.deepEqual(await namesOf(renamed), []);
  });

  it('filters and counts teams by each field', async () => {
    const { suite, tenantId, people, labels } = world();
    const word = newWord();
    const make = async (name: string, rest: Partial<NewTeam> = {}): Promise<string> =>
      (await createTeam(world(), { displayName: `${name} ${word}`, ...rest })).team.id;
    const [open, closed, labelled] = [
      await make('Open', { visibility: 'public' }),
      await make('Closed'),
      await make('Labelled'),
    ];
    await suite.teams.addMembers(tenantId, open, [owner(people.ada), owner(people.bob)]);
    await suite.teams.addMembers(tenantId, closed, [owner(people.ada), member(people.bob)]);
    const { sensitivityLabels } = world().capabilities;
    if (sensitivityLabels) await suite.teams.setSensitivityLabel(tenantId, labelled, labels.Public);
    const unlabelled = sensitivityLabels ? ['Closed', 'Open'] : ['Closed', 'Labelled', 'Open'];
    const cases: [TeamFilterClause, string[]][] = [
      [{ field: 'visibility', operator: 'eq', value: 'public' }, ['Open']],
      [
        { field: 'sensitivityLabelId', operator: 'eq', value: labels.Public },
        sensitivityLabels ? ['Labelled'] : [],
      ],
      [{ field: 'sensitivityLabelId', operator: 'eq', value: null }, unlabelled],
      [{ field: 'ownerCount', operator: 'lt', value: 2 }, ['Closed', 'Labelled']],
      [{ field: 'memberCount', operator: 'ge', value: 2 }, ['Closed', 'Open']],
      [{ field: 'isArchived', operator: 'eq', value: false }, ['Closed', 'Labelled', 'Open']],
      [{ field: 'lastActivityDateTime', operator: 'lt', value: new Date(0) }, []],
      [{ field: 'lastActivityDateTime', operator: 'gt', value: new Date(0) }, ['Closed', 'Labelled', 'Open']],
    ];
    for (const [clause, names] of cases) {
      assert.deepEqual(await namesOf(word, { filter: [clause] }), names, JSON.stringify(clause));
      assert.equal(await count({ search: word, filter: [clause] }), names.length);
    }
    assert.deepEqual(await namesOf(word, { only: [open, 'no-such'] }), ['Open']);
    assert.deepEqual(await namesOf(word, { only: [] }), []);
    assert.deepEqual(await namesOf(word, { except: [open, closed] }), ['Labelled']);
    assert.equal(await count({ search: word, memberId: people.bob }), 2);
  });

  it('rejects an operator that a field does not support', async () => {
    const clause = { field: 'visibility', operator: 'lt', value: 'public' } as const;
    await rejects(page({ filter: [clause] }), 'InvalidRequest', /visibility/);
  });

  it('lists no team of another organisation', async () => {
    const { suite, tenantId, otherTenantId } = world();
    const word = newWord();
    await named(word, 'Ours');
    const query = { order: 'displayName asc', top: 50, search: word } as const;
    assert.deepEqual((await suite.teams.list(otherTenantId, query)).teams, []);
    assert.equal(await suite.teams.count(tenantId, { search: word }), 1);
    assert.equal(await suite.teams.count(otherTenantId, { search: word }), 0);
  });
}
