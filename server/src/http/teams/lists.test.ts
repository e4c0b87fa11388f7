import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CAUSE } from '../../../test/cause.ts';
import { assertRejected } from '../../../test/team-rejections.ts';
import {
  type Caller,
  type JsonResponse,
  startTeamService,
  type TeamService,
} from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';

let service: TeamService;
before(async () => {
  service = await startTeamService();
});
after(() => service.close());

const get = (path: string, as: Caller = 'ivan') => service.call(as, 'GET', path);
const namesIn = ({ status, body }: JsonResponse): string[] => {
  assert.equal(status, 200, JSON.stringify(body));
  return body.value.map(({ displayName }: { displayName: string }) => displayName);
};
const filtered = (text: string, more = '') => get(`/teams?$filter=${encodeURIComponent(text)}${more}`);

const newTeam = async (displayName: string): Promise<string> =>
  (await service.world.newTeam({ displayName })).team.id;

/** Attaches a policy, so that the team is governed. */
async function govern(teamId: string): Promise<void> {
  const policy = await service.call('ada', 'POST', '/policies', {
    name: 'Words',
    kind: 'naming',
    scope: { type: 'teams' },
    settings: { blockedWords: ['secret'] },
  });
  const attached = await service.call('ada', 'PUT', `/policies/${policy.body.id}/teams/${teamId}`);
  assert.equal(attached.status, 204);
}

describe('GET /teams', () => {
  it('requires credentials and one of the roles of getTeam', async () => {
    assertRejected(await get('/teams', 'nobody'), 401, 'Unauthenticated');
    for (const caller of ['olga', 'mia', 'gus', 'sam'] as const) {
      assertRejected(await get('/teams', caller), 403, 'Forbidden');
    }
    for (const caller of ['ivan', 'ada', 'app'] as const)
      assert.equal((await get('/teams', caller)).status, 200);
  });

  it('returns the fields of each team, and no team of another tenant', async () => {
    const id = await newTeam('Described');
    const answer = await get('/teams?$search=described');
    const { createdDateTime, webUrl, lastActivityDateTime, ...team } = answer.body.value[0];
    assert.ok(createdDateTime && webUrl && lastActivityDateTime);
    assert.deepEqual(team, {
      id,
      displayName: 'Described',
      description: 'Old',
      visibility: 'private',
      isArchived: false,
      ownerCount: 1,
      memberCount: 3,
      isGoverned: false,
    });
    assert.equal(answer.body['@odata.context'], `${service.url}/$metadata#teams`);
    assert.deepEqual(namesIn(await get('/teams', 'foreigner')), []);
  });

  it('links pages in both orders, and preserves all options in the links', async () => {
    for (const name of ['Page C', 'Page A', 'Page B']) await newTeam(name);
    for (const [order, expected] of [
      ['displayName desc', ['Page C', 'Page B', 'Page A']],
      ['lastActivityDateTime asc', undefined],
    ] as const) {
      const seen: string[] = [];
      const query = `?$search=page&$top=2&$count=true&$orderby=${encodeURIComponent(order)}`;
      let next: string | undefined = `${service.url}/teams${query}`;
      while (next !== undefined) {
        const answer: JsonResponse = await get(next.slice(service.url.length));
        assert.equal(answer.body['@odata.count'], 3);
        seen.push(...namesIn(answer));
        next = answer.body['@odata.nextLink'];
      }
      assert.deepEqual(expected ? seen : seen.sort(), expected ?? ['Page A', 'Page B', 'Page C']);
    }
    const { body } = await get('/teams?$search=page&$top=1');
    const token = new URL(body['@odata.nextLink']).searchParams.get('$skiptoken');
    const other = await get(`/teams?$orderby=lastActivityDateTime%20asc&$skiptoken=${token}`);
    assertRejected(other, 400, 'InvalidRequest', ['$skiptoken']);
  });

  it('filters by fields that only Charter stores: isGoverned and template/id', async () => {
    const governed = await newTeam('Known one');
    await newTeam('Known two');
    await govern(governed);
    const known = '&$search=known&$count=true';
    assert.deepEqual(namesIn(await filtered('isGoverned eq true', known)), ['Known one']);
    const others = await filtered('isGoverned eq false', known);
    assert.deepEqual(namesIn(others), ['Known two']);
    assert.equal(others.body['@odata.count'], 1);
    assert.deepEqual(namesIn(await filtered("template/id eq 'none'", known)), []);
    const one = `id eq '${governed}'`;
    assert.deepEqual(namesIn(await filtered(one)), ['Known one']);
    assert.deepEqual(namesIn(await filtered(`${one} and isGoverned eq false`)), []);
    assert.deepEqual(namesIn(await filtered(`${one} and isGoverned eq true`)), ['Known one']);
    assert.deepEqual(namesIn(await filtered('isGoverned eq true and ownerCount lt 1', known)), []);
  });

  it('filters by the state of the lifecycle, and says when a team expires', async () => {
    const unused = await newTeam('Used one');
    const used = await newTeam('Used two');
    for (const id of [unused, used]) await govern(id);
    const { store, clock } = service.world.deps;
    const expiresAt = new Date(clock.now().getTime() + 86_400_000);
    const at = clock.now();
    await store.transaction(TENANT, async (unit) => {
      const asked = {
        state: 'inactive',
        cause: 'inactivity',
        lastActivityAt: at,
        askedAt: at,
        expiresAt,
        action: 'Archive',
      } as const;
      const change = { ...asked, renewedAt: null, expiredAt: null, operationId: null };
      await unit.lifecycles.save([{ teamId: unused, revision: undefined, change }]);
      const target = { type: 'team', id: unused, displayName: 'Used one' };
      await unit.audit.append(
        [{ ...CAUSE, trail: 'teams', type: 'team_lifecycle_renewed', target, fields: {} }],
        at,
      );
    });
    const found = await filtered("lifecycleState eq 'inactive'", '&$count=true');
    assert.deepEqual(namesIn(found), ['Used one']);
    assert.equal(found.body['@odata.count'], 1);
    const [{ lifecycleState, expiresDateTime, expiryAction }] = found.body.value;
    assert.deepEqual(
      [lifecycleState, expiresDateTime, expiryAction],
      ['inactive', expiresAt.toISOString(), 'Archive'],
    );
    const mine = encodeURIComponent("lifecycleState eq 'inactive' and isGoverned eq true");
    assert.deepEqual(namesIn(await get(`/me/teams?$filter=${mine}`, 'olga')), ['Used one']);
    assert.deepEqual(namesIn(await get(`/me/teams?$filter=${mine}`, 'sam')), []);
    assert.deepEqual(namesIn(await filtered(`lifecycleState eq 'inactive' and id eq '${used}'`)), []);
    assert.deepEqual(namesIn(await filtered("lifecycleState eq 'inactive' and isGoverned eq false")), []);
    assert.deepEqual(namesIn(await filtered("lifecycleState eq 'expired'")), []);
  });

  it('filters by the last activity and by the number of owners', async () => {
    await newTeam('Quiet');
    const inactive = await filtered('lastActivityDateTime lt 2026-11-21T07:00:00Z', '&$search=quiet');
    assert.deepEqual(namesIn(inactive), []);
    const few = await filtered('ownerCount lt 2 and isArchived eq false', '&$search=quiet');
    assert.deepEqual(namesIn(few), ['Quiet']);
  });

  it('rejects an invalid query and names the option', async () => {
    for (const text of [
      "visibility startswith 'p'",
      'ownerCount eq null',
      "lifecycleState eq 'asleep'",
      "template/id eq 'a' and template/id eq 'b'",
    ]) {
      assertRejected(await filtered(text), 400, 'InvalidRequest', ['$filter']);
    }
    assertRejected(await get('/teams?$search=name:x'), 400, 'InvalidRequest', ['$search']);
  });
});

describe('GET /me/teams', () => {
  it("lists the caller's teams with the caller's role, and rejects apps", async () => {
    await newTeam('Mine');
    for (const [caller, role] of [
      ['olga', 'owner'],
      ['mia', 'member'],
      ['gus', 'guest'],
    ] as const) {
      const { body } = await get('/me/teams?$search=mine', caller);
      assert.deepEqual(
        body.value.map((team: { displayName: string; role: string }) => [team.displayName, team.role]),
        [['Mine', role]],
      );
    }
    assert.deepEqual(namesIn(await get('/me/teams', 'sam')), []);
    assertRejected(await get('/me/teams', 'app'), 403, 'Forbidden');
    assertRejected(await get('/me/teams', 'nobody'), 401, 'Unauthenticated');
  });
});
