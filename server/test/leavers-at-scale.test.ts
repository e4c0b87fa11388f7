/**
 * Closes 200 of 20,000 accounts at once over HTTP, and checks the teams without an owner, their announcement, the list
 * of leavers and the impact of one.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { announceOwnerlessTeams } from '../src/flows/leavers/announce-ownerless-teams.ts';
import { createRoleAssignmentStore } from '../src/persistence/role-assignments.ts';
import { CAUSE } from './cause.ts';
import { startTeamService, type TeamService } from './team-service.ts';
import { TENANT } from './team-world.ts';

const PEOPLE = 20_000;
const TEAMS = 4_000;
const LEAVERS = 200;
/** Number of teams of each leaver without another owner, and with one. */
const ALONE = 2;
const SHARED = 1;
/** Number of closed accounts without teams, which no list may show. */
const CLOSED_BEFORE = 500;

/** Inserts people, and teams with owners and members, with few statements. */
const FILL = `
  insert into directory.users
    (tenant_id, user_id, display_name, user_principal_name, mail, user_type, account_enabled)
  select '${TENANT}', 'p' || i, 'Person ' || i, 'p' || i || '@scale.example', 'p' || i || '@scale.example', 'Member',
         i <= ${PEOPLE - CLOSED_BEFORE}
    from generate_series(1, ${PEOPLE}) i;
  insert into directory.teams
    (tenant_id, team_id, display_name, internal_id, web_url, visibility, mail_nickname, settings, created_at)
  select '${TENANT}', 't' || i, 'Team ' || i, 'i' || i, 'https://teams.example/' || i, 'private', 'scale' || i, '{}',
         '2026-01-05T08:00:00Z'
    from generate_series(1, ${TEAMS}) i;
  -- The first teams belong to the leavers alone, the next to a leaver and to somebody else, the others to two people.
  insert into directory.team_members (tenant_id, team_id, user_id, role)
  select '${TENANT}', 't' || i, 'p' || (1 + (i - 1) % ${LEAVERS}), 'owner'
    from generate_series(1, ${LEAVERS * (ALONE + SHARED)}) i;
  insert into directory.team_members (tenant_id, team_id, user_id, role)
  select '${TENANT}', 't' || i, 'p' || (${LEAVERS} + i), 'owner'
    from generate_series(${LEAVERS * ALONE + 1}, ${TEAMS}) i;
  insert into directory.team_members (tenant_id, team_id, user_id, role)
  select '${TENANT}', 't' || i, 'p' || (5000 + (i * 7 + k * 1000) % 10000), 'member'
    from generate_series(1, ${TEAMS}) i, generate_series(0, 7) k;
  analyze`;

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
  const roles = createRoleAssignmentStore(service.world.database.tenancy);
  await roles.assign(TENANT, 'ida-id', 'GLOBAL_ADMIN', CAUSE);
  const owner = new pg.Client(service.world.database.ownerUrl);
  await owner.connect();
  await owner.query(FILL);
  await owner.end();
});
after(() => service.close());

const announce = () => announceOwnerlessTeams(service.world.deps, TENANT);

/** Prints how long the work takes. */
async function timed<Result>(
  context: TestContext,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  const result = await work();
  context.diagnostic(`${what}: ${Math.round(performance.now() - began)} ms`);
  return result;
}

async function get(path: string) {
  const { status, body } = await call('ida', 'GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Reads all pages of a list. */
async function readAll<Item>(path: string): Promise<{ items: Item[]; pages: number }> {
  const items: Item[] = [];
  for (let [next, pages] = [path, 1]; ; pages += 1) {
    const body = await get(next);
    items.push(...body.value);
    if (body['@odata.nextLink'] === undefined) return { items, pages };
    next = body['@odata.nextLink'].slice(service.url.length);
  }
}

const recorded = () =>
  readAll<{ target: { id: string } }>(
    `/audittrails/teams/records?$top=100&$filter=${encodeURIComponent("type eq 'team_ownerless'")}`,
  );

describe('200 leavers in a directory of 20,000 people', () => {
  it('are imported in one call that updates the number of owners of every team', async (context) => {
    assert.equal((await readAll('/leavers?$top=100')).items.length, 0);
    const users = Array.from({ length: LEAVERS }, (_, index) => ({
      id: `p${index + 1}`,
      displayName: `Person ${index + 1}`,
      userPrincipalName: `p${index + 1}@scale.example`,
      accountEnabled: false,
    }));
    const { status, body } = await timed(context, 'import of the leavers', () =>
      call('ida', 'POST', '/users/import', { users }),
    );
    assert.equal(status, 200, JSON.stringify(body));
    const ownerless = await readAll<{ id: string }>(
      `/teams?$top=100&$filter=${encodeURIComponent('ownerCount eq 0')}`,
    );
    const alone = Array.from({ length: LEAVERS * ALONE }, (_, index) => `t${index + 1}`);
    assert.deepEqual(ownerless.items.map(({ id }) => id).sort(), alone.sort());
  });

  it('make Charter announce each team without an owner once, in notifications of at most 100 teams', async (context) => {
    await timed(context, 'announcement, two nodes at once', () => Promise.all([announce(), announce()]));
    await announce();
    const { items } = await recorded();
    assert.equal(items.length, LEAVERS * ALONE);
    assert.equal(new Set(items.map(({ target }) => target.id)).size, LEAVERS * ALONE);
    const notifications = await readAll<{ kind: string }>('/notifications?$top=100');
    const announced = notifications.items.filter(({ kind }) => kind === 'team_ownerless');
    assert.ok(announced.length >= (LEAVERS * ALONE) / 100 && announced.length <= 6, `${announced.length}`);
  });

  it('are listed page by page, each with the number of their teams', async (context) => {
    const { items, pages } = await timed(context, 'list of the leavers', () =>
      readAll<{ id: string; state: string; counts: { team: number; onlyOwner: number } }>('/leavers?$top=50'),
    );
    assert.deepEqual([items.length, pages], [LEAVERS, LEAVERS / 50]);
    for (const { state, counts } of items) {
      assert.deepEqual([state, counts.team, counts.onlyOwner], ['closed', ALONE + SHARED, ALONE]);
    }
    const { counts, holdings } = await timed(context, 'impact of one', () => get('/users/p7/impact'));
    assert.deepEqual(
      [counts.team, counts.onlyOwner, holdings.length],
      [ALONE + SHARED, ALONE, ALONE + SHARED],
    );
  });
});
