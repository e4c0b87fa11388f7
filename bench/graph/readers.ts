/**
 * Measures how fast many people open one team of Microsoft 365 at once, against a stand-in for Microsoft Graph that
 * enforces Microsoft's limits and responds after 0.2 seconds. A person's page makes the calls of the portal: the
 * permissions, the members, the channels, the primary channel and the tabs of each channel.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../server/src/kernel/clock.ts';
import { permissionsFor } from '../../server/src/suites/graph/accounts/permissions.ts';
import { createClient } from '../../server/test/graph/client.ts';
import { type GraphStandIn, startGraphStandIn } from '../../server/test/graph/stand-in.ts';
import type { Tenant } from '../../server/test/graph/tenant.ts';
import { type Measurement, percentile } from '../measurement.ts';
import { AUDIENCE, type BenchIssuer, startIssuer, startNode, startService } from '../service.ts';

const LATENCY_MILLISECONDS = 200;
const CHANNELS = ['Plans', 'Reports', 'Risks'];

/** Each group of people opens its own team, so that no response is cached from the previous group. */
const GROUPS = [
  { people: 15, nodes: 1, limit: 2_000 },
  { people: 50, nodes: 1, limit: 3_000 },
  { people: 15, nodes: 2, limit: 2_000 },
  { people: 50, nodes: 2, limit: 3_000 },
];
type Group = (typeof GROUPS)[number];
const MAX_PEOPLE = Math.max(...GROUPS.map(({ people }) => people));

const TEAM_APPEARS_WITHIN = 60_000;

/** One call of a page. */
interface Sample {
  status: number;
  milliseconds: number;
}

type Get = <Body>(path: string) => Promise<Body | undefined>;

/** Adds MAX_PEOPLE people to the stand-in's first tenant. Returns their ids. */
function addPeople({ tenants }: GraphStandIn): string[] {
  const tenant = tenants[0] as Tenant;
  return Array.from({ length: MAX_PEOPLE }, (_, index) => {
    const address = `person-${index}@contoso.example`;
    const user = { displayName: `Person ${index}`, userPrincipalName: address, mail: address };
    return tenant.addUser(user, systemClock.now()).id;
  });
}

/** Creates a team with these people in Microsoft 365 itself. Returns its id. */
async function createTeam(standIn: GraphStandIn, name: string, people: readonly string[]): Promise<string> {
  const tenant = standIn.tenants[0] as Tenant;
  const administrator = {
    clientId: name,
    tenantId: tenant.id,
    roles: permissionsFor().map((permission) => permission.name),
    secret: 'a secret',
  };
  standIn.registrations.push(administrator);
  const graph = await createClient(standIn, administrator);
  const make = async (method: string, path: string, body: object, headers = {}): Promise<string> => {
    const { status, body: made } = await graph.call(method, path, body, headers);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}.`);
    return made.id;
  };
  const group = {
    displayName: name,
    mailNickname: name,
    groupTypes: ['Unified'],
    mailEnabled: true,
    securityEnabled: false,
    visibility: 'Private',
    'owners@odata.bind': [`${standIn.url}/users/${people[0]}`],
  };
  const id = await make('PATCH', `/groups(uniqueName='${name}')`, group, { prefer: 'create-if-missing' });
  await make('PUT', `/groups/${id}/team`, {});
  for (const userId of people) tenant.groups.get(id)?.members.add(userId);
  await delay(1_100);
  for (const displayName of CHANNELS) await make('POST', `/teams/${id}/channels`, { displayName });
  return id;
}

class Readers {
  readonly #nodes: readonly string[];
  readonly #issuer: BenchIssuer;
  readonly #tenantId: string;

  constructor(nodes: readonly string[], issuer: BenchIssuer, tenantId: string) {
    this.#nodes = nodes;
    this.#issuer = issuer;
    this.#tenantId = tenantId;
  }

  /** Returns a function that calls the node as the person, and adds a sample for each call. */
  async getterFor(oid: string, node: number, samples: Sample[]): Promise<Get> {
    const claims = { tid: this.#tenantId, oid, sub: oid, scp: 'all' };
    const headers = { authorization: `Bearer ${await this.#issuer.tokenFor(claims)}` };
    return async <Body>(path: string) => {
      const begun = performance.now();
      const response = await fetch(`${this.#nodes[node]}/v1.0${path}`, { headers });
      const text = await response.text();
      samples.push({ status: response.status, milliseconds: performance.now() - begun });
      return response.ok ? (JSON.parse(text) as Body) : undefined;
    };
  }

  /** Waits until Charter's copy of the directory has the team. */
  async awaitTeam(teamId: string, personId: string): Promise<void> {
    const get = await this.getterFor(personId, 0, []);
    const end = performance.now() + TEAM_APPEARS_WITHIN;
    while (performance.now() < end) {
      const mine = await get<{ value: { id: string }[] }>('/me/teams');
      if (mine?.value.some(({ id }) => id === teamId)) return;
      await delay(500);
    }
    throw new Error("Charter's copy of the directory does not have the team.");
  }

  /** Opens the page of the team. Returns the milliseconds until it is complete. */
  async open(teamId: string, get: Get): Promise<number> {
    const begun = performance.now();
    const team = `/teams/${teamId}`;
    const [channels] = await Promise.all([
      get<{ id: string }[]>(`${team}/channels`),
      get(`${team}/channels/primary`),
      get(`${team}/permissions`),
      get(`${team}/members`),
    ]);
    await Promise.all(
      (channels ?? []).map(({ id }) => get(`${team}/channels/${encodeURIComponent(id)}/tabs`)),
    );
    return performance.now() - begun;
  }

  /** Measures the people who open the team, divided among the nodes. */
  async measure(teamId: string, people: readonly string[], { nodes, limit }: Group): Promise<Measurement> {
    const samples: Sample[] = [];
    const getters = await Promise.all(
      people.map((person, index) => this.getterFor(person, index % nodes, samples)),
    );
    const pages = await Promise.all(getters.map((get) => this.open(teamId, get)));
    const latencies = samples.map(({ milliseconds }) => milliseconds);
    const failed = samples.filter(({ status }) => status !== 200).length;
    return {
      name: `a call of ${people.length} people who open one team at once${nodes > 1 ? ` on ${nodes} nodes` : ''}, p95`,
      // A failed call invalidates the result.
      value: failed === 0 ? percentile(latencies, 95) : Number.POSITIVE_INFINITY,
      limit,
      comparison: 'atMost',
      unit: 'ms',
      detail: {
        p50: percentile(latencies, 50),
        'page p50': percentile(pages, 50),
        'page p95': percentile(pages, 95),
        calls: samples.length,
        failed,
      },
    };
  }
}

export async function measureReaders(): Promise<Measurement[]> {
  const issuer = await startIssuer();
  const standIn = await startGraphStandIn({
    clock: systemClock,
    tenants: [{ displayName: 'Contoso', defaultDomain: 'contoso.example' }],
    isPlain: true,
    latencyMilliseconds: LATENCY_MILLISECONDS,
  });
  const tenantId = (standIn.tenants[0] as Tenant).id;
  const people = addPeople(standIn);
  const roles = permissionsFor().map(({ name }) => name);
  standIn.registrations.push({ clientId: 'charter', tenantId, roles, secret: 'a secret' });
  const teams: string[] = [];
  for (const { people: count, nodes } of GROUPS) {
    teams.push(await createTeam(standIn, `team-of-${count}-on-${nodes}`, people));
  }
  const environment = {
    CHARTER_OIDC_ISSUER: issuer.issuer,
    CHARTER_OIDC_AUDIENCE: AUDIENCE,
    CHARTER_SECRET_KEY: randomBytes(32).toString('base64'),
    CHARTER_SUITE: 'graph',
    CHARTER_GRAPH_TENANT: tenantId,
    CHARTER_GRAPH_CLIENT_ID: 'charter',
    CHARTER_GRAPH_CLIENT_SECRET: 'a secret',
    CHARTER_GRAPH_URL: standIn.url,
    CHARTER_GRAPH_AUTHORITY: standIn.authorityUrl,
  };
  const service = await startService(environment);
  const other = await startNode(service, environment);
  try {
    const readers = new Readers([service.url, other.url], issuer, tenantId);
    const measurements: Measurement[] = [];
    for (const [index, group] of GROUPS.entries()) {
      const teamId = teams[index] as string;
      await readers.awaitTeam(teamId, people[0] as string);
      measurements.push(await readers.measure(teamId, people.slice(0, group.people), group));
    }
    const exceeded = standIn.calls.all.filter((call) => call.exceeded.length > 0).length;
    return measurements.map((one) => ({ ...one, detail: { ...one.detail, 'calls over a limit': exceeded } }));
  } finally {
    await other.stop();
    await service.stop();
    await standIn.stop();
    await issuer.close();
  }
}
