import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { TestClock } from '../../../test/clock.ts';
import { createMigratedDatabase, type TestDatabase } from '../../../test/database.ts';
import { testSecrets } from '../../../test/secrets.ts';
import { findApprovers } from '../../flows/approvals/find-approvers.ts';
import { newId } from '../../kernel/ids.ts';
import { suiteDeps } from '../../persistence/directory/index.ts';
import { createStore } from '../../persistence/unit-of-work.ts';
import { ruleScope } from '../catalog/scope.ts';
import type { AdmitDeps, PersonProfile } from './admit-person.ts';
import { signInPerson } from './sign-in-person.ts';

const TENANT = 'contoso';
const GRACE: PersonProfile = {
  displayName: 'Grace Hopper',
  fallbackName: 'grace',
  givenName: 'Grace',
  surname: 'Hopper',
  mail: 'grace@contoso.example',
  userName: 'grace',
  userType: undefined,
  groups: { names: [], isComplete: true },
};

let database: TestDatabase;
let deps: AdmitDeps;
let directory: NonNullable<ReturnType<typeof suiteDeps>['directory']>;
before(async () => {
  database = await createMigratedDatabase();
  const clock = new TestClock(new Date('2026-03-01T12:00:00Z'));
  directory = suiteDeps(database.tenancy, clock).directory;
  const store = createStore({ databases: database.tenancy, boss: {} as never, secrets: testSecrets() });
  deps = { users: directory.users, directory, store, clock };
});
after(() => database.drop());

async function signIn(id: string, change: Partial<PersonProfile> = {}) {
  const [known] = await directory.users.resolve(TENANT, [id]);
  const profile = { ...GRACE, userName: id, mail: `${id}@contoso.example`, ...change };
  return signInPerson(deps, TENANT, id, profile, known?.id === id ? known : undefined);
}

/** Types and fields of the audit records and events of a person, oldest first. */
async function recordsOf(id: string) {
  const { rows } = await sql<{ type: string; isEvent: boolean }>`
    select r.type, exists (
             select from charter.domain_events e
              where e.tenant_id = r.tenant_id and e.event_id::text = r.record_id::text) as "isEvent"
      from charter.audit_records r
     where r.tenant_id = ${TENANT} and r.target_id = ${id}
     order by r.record_id`.execute(database.tenancy.for(TENANT));
  return rows.map(({ type, isEvent }) => (isEvent ? `${type} with event` : type));
}

const group = (names: string[], isComplete = true): Pick<PersonProfile, 'groups'> => ({
  groups: { names, isComplete },
});

describe('a sign-in', () => {
  it('applies changed claims once, with an event and an audit record, and ignores unchanged ones', async () => {
    const id = newId();
    await signIn(id);
    await signIn(id);
    const change = { displayName: 'Grace Murray', surname: 'Murray', mail: 'murray@contoso.example' };
    await signIn(id, change);
    await signIn(id, change);
    const user = (await directory.users.profile(TENANT, id))!;
    assert.deepEqual(
      [user.displayName, user.givenName, user.surname, user.mail],
      ['Grace Murray', 'Grace', 'Murray', 'murray@contoso.example'],
    );
    assert.deepEqual(await recordsOf(id), ['user_added', 'user_updated with event']);
  });

  it('changes nothing when the event cannot be written', async () => {
    const id = newId();
    await signIn(id);
    const store: AdmitDeps['store'] = {
      in: (tenantId) => deps.store.in(tenantId),
      transaction: (tenantId, work) =>
        deps.store.transaction(tenantId, (unit) =>
          work({ ...unit, events: { append: () => Promise.reject(new Error('no event')) } }),
        ),
    };
    const [known] = await directory.users.resolve(TENANT, [id]);
    const renamed = { ...GRACE, displayName: 'Another' };
    await assert.rejects(signInPerson({ ...deps, store }, TENANT, id, renamed, known), /no event/);
    assert.equal((await directory.users.profile(TENANT, id))?.displayName, 'Grace Hopper');
  });

  it('ignores a mail address or user name that another person has, and missing claims', async () => {
    const [one, two] = [newId(), newId()];
    await signIn(one);
    await signIn(two);
    await signIn(two, {
      mail: `${one}@contoso.example`,
      userName: one.toUpperCase(),
      displayName: undefined,
    });
    const user = (await directory.users.profile(TENANT, two))!;
    assert.deepEqual(
      [user.mail, user.userPrincipalName, user.displayName],
      [`${two}@contoso.example`, two, 'Grace Hopper'],
    );
  });

  it('makes a person a guest, and a member again only when the provider says so', async () => {
    const id = newId();
    const typeOf = async () => (await directory.users.profile(TENANT, id))?.userType;
    await signIn(id, { userType: 'Guest' });
    assert.equal(await typeOf(), 'Guest');
    await signIn(id);
    assert.equal(await typeOf(), 'Guest');
    await signIn(id, { userType: 'Member' });
    assert.equal(await typeOf(), 'Member');
  });

  it('adds the groups at the provider to those of the directory for rules and approvals', async () => {
    const id = newId();
    await signIn(id, group(['/leads', 'Board']));
    await directory.saveGroups(TENANT, [{ id: 'b-1', displayName: 'Board', memberIds: [] }]);
    await directory.setGroups(TENANT, [{ userId: id, groups: ['Own'] }]);
    const scope = async () => {
      const requester = await directory.users.profile(TENANT, id);
      const principal = { tenantId: TENANT, kind: 'user', id, displayName: '', roles: new Set() } as const;
      return ruleScope({ requester, principal } as never).user.groups;
    };
    const names = (await scope())?.direct ?? [];
    assert.ok(
      ['Own', '/leads', 'Board'].every((name) => names.includes(name)),
      String(names),
    );
    const approversOf = async (reference: string) => {
      const stages = [{ manager: false, require: 'any', approvers: [{ id: reference, name: reference }] }];
      const requester = { tenantId: TENANT, kind: 'user', id: 'somebody' } as const;
      const approval = { approval: { required: true, stages } } as never;
      const deps = { suite: { users: directory.users } } as never;
      const required = await findApprovers(deps, requester, approval, () =>
        assert.fail('no stage has a rule'),
      );
      return required.stages[0]?.approvers.map((person) => person.id);
    };
    for (const reference of ['/leads', 'b-1', 'Board']) assert.deepEqual(await approversOf(reference), [id]);
    await signIn(id, group(['Board']));
    assert.deepEqual(await approversOf('/leads'), []);
    assert.deepEqual(await recordsOf(id), ['user_added', 'user_groups_changed', 'user_groups_changed']);
  });

  it('keeps stored groups when the provider sends an incomplete list, and hides them from rules', async () => {
    const id = newId();
    const groups = async () => {
      const requester = (await directory.users.profile(TENANT, id))!;
      const principal = { tenantId: TENANT, kind: 'user', id, displayName: '', roles: new Set() } as const;
      return [requester.directGroups, ruleScope({ requester, principal } as never).user.groups];
    };
    await signIn(id, group(['Staff']));
    await signIn(id, group([], false));
    assert.deepEqual(await groups(), [['Staff'], null]);
    await signIn(id, group(['Another']));
    assert.deepEqual(await groups(), [['Another'], { direct: ['Another'] }]);
  });

  it('stores each group once when sign-ins are concurrent', async () => {
    const id = newId();
    await signIn(id);
    await Promise.all(Array.from({ length: 6 }, () => signIn(id, group(['One', 'Two']))));
    assert.deepEqual((await directory.users.profile(TENANT, id))?.directGroups, ['One', 'Two']);
  });
});
