/** The directory: resolving, profiles, listing, searching, filtering, counting. */
import assert from 'node:assert/strict';
import { it } from 'node:test';

import {
  USER_FIELDS,
  type User,
  type UserFilterClause,
  type UserQuery,
} from '../../src/domain/directory/model.ts';

import { CONFORMANCE_GROUPS, CONFORMANCE_PEOPLE, type PersonName, rejects, type WorldOf } from './world.ts';

const EVERYBODY = Object.keys(CONFORMANCE_PEOPLE) as PersonName[];

const eq = (field: UserFilterClause['field'], value: UserFilterClause['value']): UserFilterClause => ({
  field,
  operator: 'eq',
  value,
});
const startsWith = (field: UserFilterClause['field'], value: string): UserFilterClause => ({
  field,
  operator: 'startswith',
  value,
});

export function userCases(world: WorldOf): void {
  /** Reads all users page by page, and checks that every page but the last is full. */
  const readAll = async (query: Omit<UserQuery, 'after'>): Promise<User[]> => {
    const { suite, tenantId } = world();
    const users: User[] = [];
    let page = await suite.users.list(tenantId, query);
    for (;;) {
      users.push(...page.users);
      if (page.next === undefined) return users;
      assert.equal(page.users.length, query.top);
      page = await suite.users.list(tenantId, { ...query, after: page.next });
      assert.ok(page.users.length > 0, 'a next page has somebody on it');
    }
  };
  /** Finds users in one page and in pages of one, and compares both with the count. */
  const find = async (query: Pick<UserQuery, 'search' | 'filter'>): Promise<PersonName[]> => {
    const { suite, tenantId, people } = world();
    const inOne = await suite.users.list(tenantId, { ...query, top: 999 });
    assert.equal(inOne.next, undefined);
    assert.deepEqual(await readAll({ ...query, top: 1 }), inOne.users);
    assert.equal(await suite.users.count(tenantId, query), inOne.users.length);
    const names = new Map(EVERYBODY.map((name) => [people[name], name]));
    return inOne.users.map(({ id }) => names.get(id)!).toSorted();
  };

  resolutionCases(world);
  listingCases(world, readAll);
  searchCases(find);
  filterCases(world, find);
}

type ReadAll = (query: Omit<UserQuery, 'after'>) => Promise<User[]>;
type Find = (query: Pick<UserQuery, 'search' | 'filter'>) => Promise<PersonName[]>;

function resolutionCases(world: WorldOf): void {
  it('resolves ids, and user principal names and mail addresses regardless of case', async () => {
    const { suite, tenantId, people } = world();
    const references = [
      people.bob,
      'nobody@conformance.example',
      'ADA@conformance.EXAMPLE',
      'ada.lovelace@conformance.example',
      'greta@partner.example',
      'Greta_partner.example#EXT#@conformance.example',
      "'; drop table users; --",
      '',
      people.bob,
    ];
    const resolved = await suite.users.resolve(tenantId, references);
    assert.deepEqual(
      resolved.map((user) => user?.id),
      [
        people.bob,
        undefined,
        people.ada,
        people.ada,
        people.greta,
        people.greta,
        undefined,
        undefined,
        people.bob,
      ],
    );
    const { groups, manager, onPremisesExtensionAttributes, extensions, ...ada } = CONFORMANCE_PEOPLE.ada;
    assert.deepEqual(resolved[2], { id: people.ada, ...ada });
    assert.deepEqual(await suite.users.resolve(tenantId, []), []);
  });

  it('resolves 300 references in one call', async () => {
    const { suite, tenantId, people } = world();
    const references = Array.from({ length: 300 }, (_, index) =>
      index % 3 ? people.ada : `nobody-${index}`,
    );
    const resolved = await suite.users.resolve(tenantId, references);
    assert.deepEqual(
      resolved.map((user) => user?.id),
      references.map((reference) => (reference === people.ada ? people.ada : undefined)),
    );
  });

  it('looks up people by id, principal name, mail and name, and returns all people with the same name', async () => {
    const { suite, tenantId, otherTenantId, people } = world();
    const lookup = async (tenant: string, limit: number, ...references: string[]) => {
      const matches = await suite.users.lookup(tenant, references, limit);
      return matches.map((users) => users.map(({ id }) => EVERYBODY.find((name) => people[name] === id)));
    };
    const sams = ['sam1', 'sam2', 'sam3', 'sam4', 'sam5'];
    const [bob, ada, mail, name, nobody, same] = await lookup(
      tenantId,
      10,
      people.bob,
      'ADA@conformance.example',
      'greta@PARTNER.example',
      'dora VAN der berg',
      "'; drop table users; --",
      'SAM SAME',
    );
    assert.deepEqual([bob, ada, mail, name, nobody], [['bob'], ['ada'], ['greta'], ['dora'], []]);
    assert.deepEqual(same?.toSorted(), sams);
    assert.equal((await lookup(tenantId, 2, 'sam same'))[0]?.length, 2);
    assert.deepEqual(await lookup(otherTenantId, 10, people.bob, 'Sam Same'), [[], []]);
    assert.deepEqual(await suite.users.lookup(tenantId, [], 10), []);
  });

  it("lists a limited number of a group's members by name, and none of a missing group", async () => {
    const { suite, tenantId, otherTenantId, groups } = world();
    for (const [group, groupId] of Object.entries(groups)) {
      const expected = EVERYBODY.filter((name) => CONFORMANCE_PEOPLE[name].groups.includes(group)).map(
        (name) => CONFORMANCE_PEOPLE[name].displayName,
      );
      const members = await suite.users.groupMembers(tenantId, groupId, 100);
      const names = members.map(({ displayName }) => displayName);
      assert.deepEqual(
        names,
        expected.toSorted((one, other) => one.localeCompare(other, 'en')),
      );
      const first = await suite.users.groupMembers(tenantId, groupId, 1);
      assert.deepEqual(first, members.slice(0, 1));
      const others = await suite.users.groupMembers(tenantId, groupId, 100, first[0]);
      assert.deepEqual(others, members.slice(1));
      assert.deepEqual(await suite.users.groupMembers(otherTenantId, groupId, 100), []);
    }
    assert.deepEqual(await suite.users.groupMembers(tenantId, 'nothing', 100), []);
  });

  it('lists groups by name, finds them by words and by id, and only in their organisation', async () => {
    const { suite, tenantId, otherTenantId, groups } = world();
    const listed = CONFORMANCE_GROUPS.map((name) => ({ id: groups[name]!, displayName: name }));
    assert.deepEqual(await suite.groups.list(tenantId, { top: 10 }), { groups: listed });
    const first = await suite.groups.list(tenantId, { top: 1 });
    assert.deepEqual(first.groups, listed.slice(0, 1));
    assert.deepEqual(await suite.groups.list(tenantId, { top: 1, after: first.next! }), {
      groups: listed.slice(1),
    });
    const search = async (words: string): Promise<string[]> =>
      (await suite.groups.list(tenantId, { top: 10, search: words })).groups.map(
        ({ displayName }) => displayName,
      );
    assert.deepEqual(await search('e'), CONFORMANCE_GROUPS);
    assert.deepEqual(await search('ENGIN'), ['Engineers']);
    assert.deepEqual(await search('eng every'), []);
    assert.deepEqual(await search("%' or true --"), []);
    assert.deepEqual(await suite.groups.list(otherTenantId, { top: 10 }), { groups: [] });
    const [engineers] = listed;
    assert.deepEqual(await suite.groups.find(tenantId, ['nothing', engineers!.id]), [undefined, engineers]);
    assert.deepEqual(await suite.groups.find(otherTenantId, [engineers!.id]), [undefined]);
  });

  it("lists a person's managers once each, the nearest first", async () => {
    const { suite, tenantId, otherTenantId, people, mallory } = world();
    const above = async (name: PersonName, limit = 10): Promise<(PersonName | undefined)[]> => {
      const managers = await suite.users.managers(tenantId, people[name], limit);
      return managers.map(({ id }) => EVERYBODY.find((one) => people[one] === id));
    };
    assert.deepEqual(await above('bob'), ['zoe', 'ada']);
    assert.deepEqual(await above('bob', 1), ['zoe']);
    assert.deepEqual(await above('ada'), []);
    assert.deepEqual(await above('sam1'), ['sam2', 'sam3']);
    assert.deepEqual(await above('sam4'), ['sam1', 'sam2', 'sam3']);
    const [closed] = await suite.users.managers(tenantId, people.bob, 1);
    const { groups, manager, onPremisesExtensionAttributes, extensions, ...zoe } = CONFORMANCE_PEOPLE.zoe;
    assert.deepEqual(closed, { id: people.zoe, ...zoe });
    for (const [tenant, user] of [
      [tenantId, 'nobody'],
      [tenantId, mallory],
      [otherTenantId, people.bob],
    ] as const) {
      assert.deepEqual(await suite.users.managers(tenant, user, 10), []);
    }
  });

  it('returns the profile that rules use', async () => {
    const { suite, tenantId, people, groups } = world();
    const profile = await suite.users.profile(tenantId, people.ada);
    const { groups: names, manager, ...ada } = CONFORMANCE_PEOPLE.ada;
    const { directGroups, groupsUnknown, ...rest } = profile!;
    assert.equal(groupsUnknown, false);
    assert.deepEqual(rest, { id: people.ada, ...ada });
    assert.deepEqual(directGroups.toSorted(), names.flatMap((name) => [name, groups[name]!]).toSorted());
    assert.deepEqual((await suite.users.profile(tenantId, people.zoe))?.directGroups, []);
    assert.equal(await suite.users.profile(tenantId, 'nobody'), undefined);
  });

  it('returns many profiles in order, with undefined for unknown users', async () => {
    const { suite, tenantId, otherTenantId, people } = world();
    const ids = [people.zoe, 'nobody', people.ada, people.zoe];
    const each = await Promise.all(ids.map((id) => suite.users.profile(tenantId, id)));
    assert.deepEqual(await suite.users.profiles(tenantId, ids), each);
    assert.deepEqual(await suite.users.profiles(tenantId, []), []);
    assert.deepEqual(await suite.users.profiles(otherTenantId, [people.ada]), [undefined]);
  });
}

function listingCases(world: WorldOf, readAll: ReadAll): void {
  it('lists everybody once by name, whatever the size of a page', async () => {
    const { suite, tenantId, people } = world();
    const all = await readAll({ top: 999 });
    assert.deepEqual(all.map(({ id }) => id).toSorted(), EVERYBODY.map((name) => people[name]).toSorted());
    const names = all.map(({ displayName }) => displayName.toLowerCase());
    assert.deepEqual(names.slice(0, 2), ['ada lovelace', "bob o'brien"]);
    assert.ok(names.indexOf('dora van der berg') < names.indexOf('greta guest'), 'case does not matter');
    for (const top of [1, 2, 3, 4, 5, EVERYBODY.length]) assert.deepEqual(await readAll({ top }), all);
    assert.equal(await suite.users.count(tenantId, {}), EVERYBODY.length);
  });
}

function searchCases(find: Find): void {
  const sams: PersonName[] = ['sam1', 'sam2', 'sam3', 'sam4', 'sam5'];

  it('finds people by the beginnings of their words', async () => {
    assert.deepEqual(await find({ search: 'ada' }), ['ada']);
    assert.deepEqual(await find({ search: 'LOVE' }), ['ada']);
    assert.deepEqual(await find({ search: 'ovelace' }), []);
    assert.deepEqual(await find({ search: 'sam' }), sams);
    assert.deepEqual(await find({ search: 'ber' }), ['dora']);
    assert.deepEqual(await find({ search: 'mart' }), ['chloe']);
    assert.deepEqual(await find({ search: 'dupont-m' }), ['chloe']);
    assert.deepEqual(await find({ search: "o'br" }), ['bob']);
    assert.deepEqual(await find({ search: 'brien' }), ['bob']);
  });

  it('finds people by mail and user principal name', async () => {
    assert.deepEqual(await find({ search: 'ada.love' }), ['ada']);
    assert.deepEqual(await find({ search: 'greta@partner.example' }), ['greta']);
    assert.deepEqual(await find({ search: 'greta_partner' }), ['greta']);
    assert.deepEqual(await find({ search: 'dvdb@' }), ['dora']);
    assert.deepEqual(await find({ search: 'conformance.example' }), []);
  });

  it('requires every word of a search', async () => {
    assert.deepEqual(await find({ search: 'lovelace ada' }), ['ada']);
    assert.deepEqual(await find({ search: '  van   der do ' }), ['dora']);
    assert.deepEqual(await find({ search: 'ada brien' }), []);
    assert.deepEqual(await find({ search: 'sam same' }), sams);
    assert.deepEqual(await find({ search: ' ' }), EVERYBODY.toSorted());
    assert.deepEqual(await find({ search: 's' }), sams);
  });

  it('treats every character of a search literally', async () => {
    for (const search of [
      '%',
      '_',
      'a%',
      'ad_',
      '\\',
      "'",
      "';--",
      '*',
      'ada:*',
      '&',
      '\u{10FFFF}',
      'x'.repeat(5000),
    ]) {
      assert.deepEqual(await find({ search }), [], search.slice(0, 20));
    }
  });
}

function filterCases(world: WorldOf, find: Find): void {
  it('ignores case when it compares fields other than ids', async () => {
    const { people } = world();
    assert.deepEqual(await find({ filter: [eq('department', 'ENGINEERING')] }), ['ada', 'bob', 'greta']);
    assert.deepEqual(await find({ filter: [eq('department', 'Engineerin')] }), []);
    assert.deepEqual(await find({ filter: [startsWith('department', 'engin')] }), ['ada', 'bob', 'greta']);
    assert.deepEqual(await find({ filter: [startsWith('department', 'gineering')] }), []);
    assert.deepEqual(await find({ filter: [eq('id', people.chloe)] }), ['chloe']);
    assert.deepEqual(await find({ filter: [startsWith('id', people.chloe)] }), ['chloe']);
    assert.deepEqual(await find({ filter: [eq('mail', 'ada.LOVELACE@conformance.example')] }), ['ada']);
    assert.deepEqual(await find({ filter: [startsWith('userPrincipalName', 'SAM')] }), EVERYBODY.slice(-5));
    assert.deepEqual(await find({ filter: [eq('displayName', 'SAM same')] }), EVERYBODY.slice(-5));
    assert.deepEqual(await find({ filter: [startsWith('displayName', 'DORA van')] }), ['dora']);
    assert.deepEqual(await find({ filter: [eq('givenName', 'ada')] }), ['ada']);
    assert.deepEqual(await find({ filter: [startsWith('surname', 'van d')] }), ['dora']);
    assert.deepEqual(await find({ filter: [eq('surname', 'van')] }), []);
  });

  it('compares every supported field', async () => {
    const ada = { id: world().people.ada, ...CONFORMANCE_PEOPLE.ada };
    for (const field of USER_FIELDS) {
      const value = ada[field];
      const filter = [eq(field, value), eq('displayName', 'Ada Lovelace')];
      assert.deepEqual(await find({ filter }), ['ada'], field);
      if (typeof value === 'boolean') continue;
      const beginning = [startsWith(field, String(value).slice(0, 2)), eq('displayName', 'Ada Lovelace')];
      assert.deepEqual(await find({ filter: beginning }), ['ada'], field);
    }
  });

  it('finds guests, disabled accounts and missing values', async () => {
    assert.deepEqual(await find({ filter: [eq('userType', 'guest')] }), ['greta']);
    assert.deepEqual(await find({ filter: [eq('accountEnabled', false)] }), ['zoe']);
    assert.equal((await find({ filter: [eq('accountEnabled', true)] })).length, EVERYBODY.length - 1);
    assert.deepEqual(await find({ filter: [eq('mail', null)] }), ['dora']);
    assert.deepEqual(await find({ filter: [eq('mail', null), eq('department', null)] }), []);
  });

  it('compares every character of a filter value literally', async () => {
    assert.deepEqual(await find({ filter: [eq('surname', "O'Brien")] }), ['bob']);
    assert.deepEqual(await find({ filter: [startsWith('surname', "o'")] }), ['bob']);
    assert.deepEqual(await find({ filter: [eq('jobTitle', '100% sure_thing \\ tester')] }), ['chloe']);
    assert.deepEqual(await find({ filter: [startsWith('jobTitle', '100% sure_')] }), ['chloe']);
    for (const value of [
      '%',
      '_',
      "' or true --",
      '100%%',
      '100_',
      '\\',
      'Chief\u{10FFFF}',
      'x'.repeat(5000),
    ]) {
      assert.deepEqual(await find({ filter: [eq('jobTitle', value)] }), [], value.slice(0, 20));
      assert.deepEqual(await find({ filter: [startsWith('jobTitle', value)] }), [], value.slice(0, 20));
      const chloe = eq('id', world().people.chloe);
      const filter = [chloe, startsWith('jobTitle', value)];
      assert.deepEqual(await find({ filter }), [], value.slice(0, 20));
      assert.deepEqual(await find({ filter: [startsWith('city', value)] }), [], value.slice(0, 20));
    }
  });

  it('combines comparisons with a search', async () => {
    const london = eq('city', 'london');
    assert.deepEqual(await find({ filter: [london, eq('department', 'engineering')] }), ['ada', 'bob']);
    assert.deepEqual(await find({ filter: [london], search: 'ada' }), ['ada']);
    assert.deepEqual(await find({ filter: [london], search: 'greta' }), []);
    assert.deepEqual(
      await find({ filter: [startsWith('city', 'lo'), startsWith('city', 'LOND')], search: 'b' }),
      ['bob'],
    );
    assert.deepEqual(await find({ filter: [eq('city', 'London'), eq('city', 'Paris')] }), []);
    assert.deepEqual(await find({ filter: [eq('city', 'London'), startsWith('city', 'pa')] }), []);
    assert.deepEqual(await find({ filter: [eq('id', world().people.ada)], search: 'love' }), ['ada']);
    assert.deepEqual(await find({ filter: [startsWith('displayName', 'sam')], search: 'same sam1@' }), [
      'sam1',
    ]);
  });

  it('rejects an unsupported comparison of a field', async () => {
    const { suite, tenantId } = world();
    const list = (clause: UserFilterClause) => suite.users.list(tenantId, { top: 1, filter: [clause] });
    await rejects(list(startsWith('accountEnabled', 't')), 'InvalidRequest');
    await rejects(list(eq('accountEnabled', 'maybe')), 'InvalidRequest');
    await rejects(list(eq('department', true)), 'InvalidRequest');
    await rejects(list({ field: 'mail', operator: 'startswith', value: null }), 'InvalidRequest');
  });
}
