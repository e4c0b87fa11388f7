/** The Graph suite against the stand-in, with the people of the conformance suite. */

import { after, afterEach, before } from 'node:test';
import type { Lane } from '../../src/engine/suite.ts';
import type { TenantDatabases } from '../../src/kernel/tenant-databases.ts';
import { suiteDeps } from '../../src/persistence/directory/index.ts';
import { createSecretBox } from '../../src/persistence/secret-box.ts';
import type { CharterTables } from '../../src/persistence/tables.ts';
import type { Tenancy } from '../../src/persistence/tenancy.ts';
import type { OpenAccount } from '../../src/suites/graph/accounts/account.ts';
import { permissionsFor } from '../../src/suites/graph/accounts/permissions.ts';
import { createGraphSuite, type GraphSuite } from '../../src/suites/graph/suite.ts';
import { TestClock } from '../clock.ts';
import {
  CONFORMANCE_GROUPS,
  CONFORMANCE_LABELS,
  CONFORMANCE_PEOPLE,
  type ConformancePerson,
  type ConformanceWorld,
  OTHER_PEOPLE,
} from '../conformance/conformance.ts';
import { createMigratedDatabase, type TestDatabase } from '../database.ts';
import { retryingSuite } from '../retrying-suite.ts';
import { FAULTLESS } from './behaviour.ts';
import { ACCOUNT_SCOPES, accountsOf, connectAccount } from './connect-account.ts';
import { type GraphStandIn, startGraphStandIn } from './stand-in.ts';
import type { Tenant } from './tenant.ts';

const DOMAIN = 'conformance.example';

export interface GraphWorld extends ConformanceWorld {
  /** The suite. When it asks for a retry with a delay, calls wait on the clock and retry (retrying-suite.ts). */
  suite: GraphSuite;
  /** The same suite without these retries. */
  bare: GraphSuite;
  standIn: GraphStandIn;
  clock: TestClock;
  /** Connected accounts, by tenant. */
  accounts: Map<string, OpenAccount>;
  database: TestDatabase;
  /** The suite of another node on the same database. */
  anotherNode(lane?: Lane, databases?: TenantDatabases): GraphSuite;
}

function addPeople<Name extends string>(
  tenant: Tenant,
  people: Record<Name, ConformancePerson>,
  at: Date,
): Record<Name, string> {
  const entries = Object.entries<ConformancePerson>(people);
  const ids = Object.fromEntries(
    entries.map(([name, { groups: _, manager: _manager, extensions, ...user }]) => [
      name,
      tenant.addUser(user, at, extensions).id,
    ]),
  ) as Record<Name, string>;
  for (const [name, { manager }] of entries) {
    const stored = tenant.users.get(ids[name as Name]);
    if (stored && manager !== null) stored.managerId = ids[manager as Name];
  }
  return ids;
}

function addLabels(tenant: Tenant, groups: Record<string, string>): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const [name, { sensitivity, isActive, parent, publishedTo }] of Object.entries(CONFORMANCE_LABELS)) {
    const label = {
      name,
      description: `About ${name}`,
      color: '#0078D4',
      priority: sensitivity,
      toolTip: '',
      isEnabled: isActive,
      applicableTo: 'email,site,unifiedGroup,file',
    };
    ids[name] = tenant.addLabel(label, {
      ...(parent !== null && { parentId: ids[parent] as string }),
      ...(publishedTo !== null && { publishedTo: publishedTo.map((group) => groups[group] as string) }),
    });
  }
  return ids;
}

const register = (standIn: GraphStandIn) =>
  standIn.tenants.map((tenant) => {
    const registration = {
      clientId: 'charter',
      tenantId: tenant.id,
      roles: permissionsFor([]).map(({ name }) => name),
      secret: 'a secret',
    };
    standIn.registrations.push(registration);
    return { tenant: tenant.id, clientId: 'charter', clientSecret: 'a secret' };
  });

/** @param tenantId fixes all ids of Graph, on which seeded faults depend; random by default */
export async function createGraphWorld({
  tenantId,
  ...options
}: Pick<Parameters<typeof startGraphStandIn>[0], 'behaviour' | 'reach'> & {
  tenantId?: string;
} = {}): Promise<GraphWorld> {
  const clock = new TestClock(new Date());
  const database = await createMigratedDatabase();
  const standIn = await startGraphStandIn({
    clock,
    tenants: [
      { displayName: 'Conformance', defaultDomain: DOMAIN, ...(tenantId !== undefined && { id: tenantId }) },
      { displayName: 'Others', defaultDomain: 'other.example' },
    ],
    isPlain: true,
    ...options,
  });
  const [tenant, other] = standIn.tenants as [Tenant, Tenant];
  const people = addPeople(tenant, CONFORMANCE_PEOPLE, clock.now());
  const { mallory } = addPeople(other, OTHER_PEOPLE, clock.now());
  const membersOf = (group: string): string[] =>
    Object.entries<ConformancePerson>(CONFORMANCE_PEOPLE)
      .filter(([, { groups }]) => groups.includes(group))
      .map(([name]) => people[name as keyof typeof people]);
  const groups = Object.fromEntries(
    CONFORMANCE_GROUPS.map((group) => [group, tenant.addGroup(group, membersOf(group), clock.now()).id]),
  );
  const labels = addLabels(tenant, groups) as ConformanceWorld['labels'];
  const own = 'b1c5353a-7aca-41b3-830f-27d5218fe0e5';
  tenant.catalog.set(own, { id: own, displayName: 'Ours', distributionMethod: 'organization' });
  const registrations = register(standIn);
  const persons = { [tenant.id]: people.dora, [other.id]: mallory };
  const accounts = new Map<string, OpenAccount>();
  const secrets = createSecretBox(['the key of the conformance tests, long enough']);
  for (const registration of standIn.registrations) {
    const { tenantId } = registration;
    const userName = `service@${tenantId}`;
    registration.person = { id: persons[tenantId] as string, userName, scopes: ACCOUNT_SCOPES };
    accounts.set(tenantId, await connectAccount(standIn, registration, clock.now()));
  }
  const open = (
    tenancy: Tenancy<CharterTables>,
    lane: Lane = 'background',
    databases?: TenantDatabases,
  ): GraphSuite =>
    createGraphSuite(
      { ...suiteDeps(tenancy, clock), ...(databases && { databases }) },
      {
        cloud: { url: standIn.url, authority: standIn.authorityUrl },
        registrations,
        accounts: accountsOf(accounts),
        secrets,
        userExtensions: ['extension_badge'],
        isFeedOn: true,
        lane,
        sleep: async (milliseconds) => clock.advance(milliseconds / 1000),
      },
    );
  const bare = open(database.tenancy);
  const suite = retryingSuite(bare, clock);
  for (const { id } of standIn.tenants) await suite.refreshDirectory(id);
  return {
    suite,
    capabilities: await suite.capabilities(tenant.id),
    bare,
    standIn,
    clock,
    database,
    anotherNode: (lane, databases) => open(database.anotherTenancy(), lane, databases),
    tenantId: tenant.id,
    otherTenantId: other.id,
    people,
    mallory,
    labels,
    groups,
    domain: DOMAIN,
    webDomain: 'teams.microsoft.com',
    apps: { own, store: '0d820ecd-def2-4297-adad-78056cde7c78' },
    accounts,
    messagesIn: async (teamId, channelId) =>
      (tenant.groups.get(teamId)?.team?.channels.get(channelId)?.messages ?? []).map(
        ({ body }) => body?.content ?? '',
      ),
    pictureOf: async (teamId) => tenant.groups.get(teamId)?.photo?.bytes,
    async release() {
      await standIn.stop();
      await database.drop();
    },
  };
}

/**
 * Opens a world for the tests of a `describe`, and restores faultless behaviour after each test. Its members exist once
 * the hooks have run.
 */
export function useGraphWorld(): GraphWorld & { tenant: Tenant } {
  const world = {} as GraphWorld & { tenant: Tenant };
  before(async () => {
    const opened = await createGraphWorld();
    Object.assign(world, opened, { tenant: opened.standIn.tenants[0] });
  });
  after(() => world.release());
  afterEach(() => world.standIn.behave(FAULTLESS));
  return world;
}
