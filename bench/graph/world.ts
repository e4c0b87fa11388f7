/** A service with the suite for Microsoft Graph, and its stand-in, for benchmarks of jobs. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../server/src/kernel/clock.ts';
import { permissionsFor } from '../../server/src/suites/graph/accounts/permissions.ts';
import { makeDataDirectory } from '../../server/test/data-directory.ts';
import type { Registration } from '../../server/test/graph/route.ts';
import { type GraphStandIn, startGraphStandIn } from '../../server/test/graph/stand-in.ts';
import type { Tenant } from '../../server/test/graph/tenant.ts';
import { charter } from '../../server/test/run-charter.ts';
import { AUDIENCE, type BenchIssuer, type BenchService, startIssuer, startService } from '../service.ts';

const SECRET = 'a secret';
const TEMPLATE = {
  manifestVersion: '1.0',
  publisher: { name: 'Contoso' },
  templateConfiguration: { id: 'small', name: 'Small', version: '1.0', language: 'en', enabled: true },
  newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
  initialization: { structure: { channels: [{ displayName: 'Plans' }] } },
};

const POLL_MILLISECONDS = 100;
/** Time within which the service finds a new registration in the database. */
const REGISTRATION_MILLISECONDS = 31_000;

export interface JobResponse {
  id: string;
  status: string;
  log: string[];
  createdDateTime: string;
  lastActionDateTime: string;
}

/** A tenant of the service, and people of its directory. The first one is an administrator. */
export class Organisation {
  readonly tenant: Tenant;
  readonly registration: Registration;
  readonly people: readonly string[];
  readonly #world: GraphWorld;

  constructor(world: GraphWorld, tenant: Tenant, people: readonly string[], registration: Registration) {
    this.#world = world;
    this.tenant = tenant;
    this.people = people;
    this.registration = registration;
  }

  async call<Body>(person: number, method: string, path: string, body?: object): Promise<Body> {
    const { service, issuer } = this.#world;
    const oid = this.people[person];
    const token = await issuer.tokenFor({ tid: this.tenant.id, oid, sub: oid, scp: 'all' });
    const response = await fetch(`${service.url}/v1.0${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as Body;
  }

  async applyTemplate(): Promise<void> {
    await this.call(0, 'POST', '/catalog/templates', { manifest: TEMPLATE });
  }

  /** Requests a team, by default a small one. Returns the id of its job. */
  async request(person: number, name: string, template = 'small'): Promise<string> {
    const body = { template: { id: template }, team: { name } };
    return (await this.call<JobResponse>(person, 'POST', '/teams/provisioning', body)).id;
  }

  /** Requests a small team, and waits until it is complete. Returns the seconds. */
  async build(person: number, name: string): Promise<number> {
    const begun = performance.now();
    const id = await this.request(person, name);
    for (;;) {
      const job = await this.call<JobResponse>(person, 'GET', `/jobs/${id}`);
      if (job.status === 'completed') return (performance.now() - begun) / 1000;
      if (job.status === 'failed') throw new Error(`A job failed: ${job.log.join('\n')}`);
      await delay(POLL_MILLISECONDS);
    }
  }
}

export interface GraphWorld {
  service: BenchService;
  issuer: BenchIssuer;
  standIn: GraphStandIn;
  organisations: Organisation[];
  stop(): Promise<void>;
}

/** Registers the tenant in the database, and waits until the service uses the registration. */
async function register({ service, standIn }: GraphWorld, { tenant, people, registration }: Organisation) {
  const folder = await makeDataDirectory('charter-bench-');
  const file = join(folder, 'secret');
  await writeFile(file, SECRET);
  const options = ['--client-id', registration.clientId, '--secret-file', file];
  const { code, stderr } = await charter(
    ['graph-tenant', 'set', tenant.id, ...options, '--administrator', people[0] as string],
    {
      DATABASE_URL: service.ownerUrl,
      CHARTER_SUITE: 'graph',
      CHARTER_GRAPH_URL: standIn.url,
      CHARTER_GRAPH_AUTHORITY: standIn.authorityUrl,
    },
  );
  await rm(folder, { recursive: true, force: true });
  if (code !== 0) throw new Error(`The tenant was not registered: ${stderr}`);
  await delay(REGISTRATION_MILLISECONDS);
}

/**
 * Starts the stand-in with these tenants, and the service with default limits of jobs and calls to Graph.
 * @param latency milliseconds between a call to Graph and its response
 */
export async function startGraphWorld(
  names: readonly string[],
  peopleEach: number,
  latency: number | ((tenantId: string | undefined) => number),
): Promise<GraphWorld> {
  const issuer = await startIssuer();
  const standIn = await startGraphStandIn({
    clock: systemClock,
    tenants: names.map((name) => ({ displayName: name, defaultDomain: `${name}.example` })),
    isPlain: true,
    latencyMilliseconds: latency,
  });
  const roles = permissionsFor().map(({ name }) => name);
  const prepared = standIn.tenants.map((tenant, index) => {
    const people = Array.from({ length: peopleEach }, (_, number) => {
      const address = `person-${number}@${tenant.defaultDomain}`;
      const user = { displayName: `Person ${number}`, userPrincipalName: address, mail: address };
      return tenant.addUser(user, systemClock.now()).id;
    });
    const registration: Registration = {
      clientId: `app-${index}`,
      tenantId: tenant.id,
      roles,
      secret: SECRET,
    };
    standIn.registrations.push(registration);
    return { tenant, people, registration };
  });
  const [first] = prepared;
  if (first === undefined) throw new Error('A world needs a tenant.');
  const service = await startService({
    CHARTER_OIDC_ISSUER: issuer.issuer,
    CHARTER_OIDC_AUDIENCE: AUDIENCE,
    CHARTER_LOG_LEVEL: 'silent',
    CHARTER_FIRST_ADMINISTRATOR: `${first.tenant.id}/${first.people[0]}`,
    CHARTER_SUITE: 'graph',
    CHARTER_GRAPH_TENANT: first.tenant.id,
    CHARTER_GRAPH_CLIENT_ID: first.registration.clientId,
    CHARTER_GRAPH_CLIENT_SECRET: SECRET,
    CHARTER_GRAPH_URL: standIn.url,
    CHARTER_GRAPH_AUTHORITY: standIn.authorityUrl,
  });
  const world: GraphWorld = {
    service,
    issuer,
    standIn,
    organisations: [],
    async stop() {
      await service.stop();
      await standIn.stop();
      await issuer.close();
    },
  };
  try {
    for (const { tenant, people, registration } of prepared) {
      const organisation = new Organisation(world, tenant, people, registration);
      if (world.organisations.length > 0) await register(world, organisation);
      world.organisations.push(organisation);
      await organisation.applyTemplate();
    }
    return world;
  } catch (error) {
    await world.stop();
    throw error;
  }
}
