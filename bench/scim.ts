/**
 * Measures an initial synchronisation by SCIM: 10,000 people, and 500 groups of 1,000. One connector writes the first
 * half of the groups. Two connectors write the others at once: they add different people to the same groups.
 */
import pg from 'pg';
import { createScimToken } from '../server/src/domain/scim/tokens.ts';
import { OPERATOR } from '../server/src/engine/principal.ts';
import { systemClock } from '../server/src/kernel/clock.ts';
import { newId } from '../server/src/kernel/ids.ts';
import { createScimTokenStore } from '../server/src/persistence/scim-tokens.ts';
import { serviceUrl } from '../server/src/persistence/service-role.ts';
import { createPool, Tenancy } from '../server/src/persistence/tenancy.ts';
import { type Measurement, percentile } from './measurement.ts';
import { type BenchService, startIssuer, startService } from './service.ts';

const TENANT = 'bench';
const PEOPLE = 10_000;
const GROUPS = 500;
const MEMBERS = 1_000;
/** Concurrent requests of a connector, like those of Microsoft Entra and Okta. */
const LANES = 8;
/** Members in one request. */
const PAGE = 500;

type Send = (method: string, path: string, body: unknown) => Promise<{ id: string }>;

/** Returns a connector with a token of its own. It throws at the first unsuccessful response. */
async function createConnector(service: BenchService, name: string): Promise<Send> {
  const pool = createPool(await serviceUrl(service.ownerUrl), 1, () => undefined);
  const deps = { tokens: createScimTokenStore(new Tenancy<object>(pool)), clock: systemClock };
  const cause = { actor: OPERATOR, requestId: newId() };
  const { token } = await createScimToken(
    deps,
    { tenantId: TENANT, displayName: name, expiresAt: null },
    cause,
  );
  await pool.end();
  return async (method, path, body) => {
    const response = await fetch(`${service.url}/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return text === '' ? { id: '' } : (JSON.parse(text) as { id: string });
  };
}

/** Runs the tasks, at most `lanes` at a time. Returns the elapsed seconds. */
async function onLanes(tasks: readonly (() => Promise<unknown>)[], lanes: number): Promise<number> {
  const began = performance.now();
  const waiting = tasks.values();
  const work = async () => {
    for (const task of waiting) await task();
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return (performance.now() - began) / 1000;
}

/** Adds the people. Returns the elapsed seconds, and the milliseconds of each request. */
async function addPeople(send: Send): Promise<{ seconds: number; times: number[] }> {
  const times = new Array<number>(PEOPLE);
  const tasks = Array.from(times, (_, place) => async () => {
    const began = performance.now();
    await send('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      externalId: `person-${place}`,
      userName: `person${place}@bench.example`,
      displayName: `Given${place % 50} Surname${place % 2000}`,
      name: { givenName: `Given${place % 50}`, familyName: `Surname${place % 2000}` },
      emails: [{ value: `person${place}@bench.example`, type: 'work', primary: true }],
      title: `Title ${place % 20}`,
      active: true,
    });
    times[place] = performance.now() - began;
  });
  const seconds = await onLanes(tasks, LANES);
  return { seconds, times };
}

/** Returns the ids of the members of a group, which differ from group to group. */
const membersOf = (group: number): string[] =>
  Array.from({ length: MEMBERS }, (_, place) => `person-${(group * 37 + place * 7) % PEOPLE}`);

const adding = (ids: readonly string[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'Add', path: 'members', value: ids.map((value) => ({ value })) }],
});

/** Writes a group: one connector sends page after page, or several send their own pages concurrently. */
async function writeGroup(connectors: readonly Send[], group: number): Promise<void> {
  const [first] = connectors as readonly [Send];
  const { id } = await first('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: `Group ${group}`,
  });
  const members = membersOf(group);
  const pages = Array.from({ length: MEMBERS / PAGE }, (_, place) =>
    members.slice(place * PAGE, (place + 1) * PAGE),
  );
  const writePages = async (send: Send, own: readonly string[][]) => {
    for (const page of own) await send('PATCH', `/Groups/${id}`, adding(page));
  };
  await Promise.all(
    connectors.map((send, place) =>
      writePages(
        send,
        pages.filter((_, index) => index % connectors.length === place),
      ),
    ),
  );
}

async function countMembers(ownerUrl: string): Promise<number> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  const { rows } = await client.query(
    'select count(*)::int as count from directory.group_members where tenant_id = $1',
    [TENANT],
  );
  await client.end();
  return rows[0].count;
}

export async function measureScim(): Promise<Measurement[]> {
  const issuer = await startIssuer();
  const service = await startService({ CHARTER_OIDC_ISSUER: issuer.issuer, CHARTER_OIDC_AUDIENCE: 'bench' });
  try {
    const [one, other] = await Promise.all(['One', 'Other'].map((name) => createConnector(service, name)));
    const people = await addPeople(one as Send);
    const half = GROUPS / 2;
    const tasksFrom = (start: number, connectors: readonly Send[]) =>
      Array.from({ length: half }, (_, place) => () => writeGroup(connectors, start + place));
    const alone = await onLanes(tasksFrom(0, [one as Send]), LANES);
    const together = await onLanes(tasksFrom(half, [one as Send, other as Send]), LANES / 2);
    const lost = GROUPS * MEMBERS - (await countMembers(service.ownerUrl));
    const tenth = PEOPLE / 10;
    const early = percentile(people.times.slice(0, tenth), 50);
    const late = percentile(people.times.slice(-tenth), 50);
    return [
      {
        name: 'scim, initial synchronisation: the last 1,000 people against the first',
        value: late / early,
        limit: 1.5,
        comparison: 'atMost',
        unit: 'times',
        detail: { 'first ms': early, 'last ms': late, 'people/s': PEOPLE / people.seconds },
      },
      {
        name: 'scim, 250 groups of 1,000: two connectors at once against one',
        value: together / alone,
        // Requests for one group wait for each other.
        limit: 2,
        comparison: 'atMost',
        unit: 'times',
        detail: {
          'one s': alone,
          'two s': together,
          'members/s': (GROUPS * MEMBERS) / (alone + together),
          'all s': people.seconds + alone + together,
        },
      },
      {
        name: 'scim, members lost by two connectors at once',
        value: lost,
        limit: 0,
        comparison: 'atMost',
        unit: 'members',
        detail: { written: GROUPS * MEMBERS },
      },
    ];
  } finally {
    await service.stop();
    await issuer.close();
  }
}
