/**
 * The API of a node with a Graph stand-in and a movable clock, and an administrator who changes teams directly in
 * Microsoft 365. Tests start background work explicitly.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { pino } from 'pino';
import { type Config, readConfig } from '../../src/config.ts';
import { recoverIntents } from '../../src/engine/intents/recover.ts';
import { SUITE_OPERATIONS } from '../../src/flows/recovery/suite-operations.ts';
import { restoreDueTeams } from '../../src/flows/restoration/restore-teams.ts';
import { serve } from '../../src/main.ts';
import { createSecretBox } from '../../src/persistence/secret-box.ts';
import { createTenantStore } from '../../src/persistence/tenants.ts';
import { createGraphNode } from '../../src/suites/graph/node.ts';
import type { GraphSuite } from '../../src/suites/graph/suite.ts';
import { type BearerResponse, bearerCall } from '../bearer-call.ts';
import { waitAndRetry } from '../retrying-suite.ts';
import { connectQueue, connectStore } from '../store.ts';
import { TokenIssuer } from '../token-issuer.ts';
import { createClient, type Response } from './client.ts';
import type { Tenant } from './tenant.ts';
import { createGraphWorld } from './world.ts';

/** Name of the actor in audit records of external changes. */
export const SUITE = 'Microsoft 365';

export const PUBLIC_URL = 'https://charter.example';
/** Another public URL of the same service. */
export const MOVED_URL = 'https://moved.example';
const SECRET_KEY = 'a key of the tests of thirty-two characters or more';
const ROLES = [
  'Group.ReadWrite.All',
  'User.Read.All',
  'TeamSettings.ReadWrite.All',
  'TeamMember.ReadWrite.All',
  'Channel.Create',
  'ChannelSettings.ReadWrite.All',
  'Channel.Delete.All',
];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Settings of a node that a test changes. */
interface NodeSettings {
  isNotified?: boolean;
  publicUrl?: string;
}

export type ExternalWorld = Awaited<ReturnType<typeof openExternalWorld>>;

/** @param options tenantId: as for `createGraphWorld` */
export async function openExternalWorld(options: { tenantId?: string } = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const graph = await createGraphWorld({
    ...options,
    reach: (address) => address.replace(PUBLIC_URL, url).replace(MOVED_URL, url),
  });
  const { clock, database, standIn, tenantId, people } = graph;
  const tenant = standIn.tenants[0] as Tenant;
  const issuer = await TokenIssuer.start('/entra');
  const config: Config = readConfig({
    DATABASE_URL: database.ownerUrl,
    HOST: '127.0.0.1',
    PORT: String(port),
    CHARTER_PUBLIC_URL: PUBLIC_URL,
    CHARTER_SERVICES: 'api',
    CHARTER_SECRET_KEY: SECRET_KEY,
    CHARTER_LOG_LEVEL: 'silent',
    CHARTER_RATE_LIMIT_TIER_2: '1000000',
    CHARTER_RATE_LIMIT_TIER_3_PEOPLE: '1000000',
    CHARTER_RATE_LIMIT_ALL: '1000000',
    CHARTER_OIDC_ISSUER: issuer.issuer,
    CHARTER_OIDC_AUDIENCE: 'charter',
    CHARTER_OIDC_TENANT: tenantId,
    CHARTER_FIRST_ADMINISTRATOR: people.ada,
    CHARTER_SUITE: 'graph',
    CHARTER_GRAPH_TENANT: tenantId,
    CHARTER_GRAPH_CLIENT_ID: 'charter',
    CHARTER_GRAPH_CLIENT_SECRET: 'a secret',
    CHARTER_GRAPH_URL: standIn.url,
    CHARTER_GRAPH_AUTHORITY: standIn.authorityUrl,
  });
  const service = await serve(config, { clock });
  const queue = await connectQueue(database.serviceUrl);
  const connected = connectStore(database.serviceUrl, queue.boss);
  const { store } = connected;
  const suite: GraphSuite = {
    ...graph.suite,
    externalChanges: {
      ...graph.bare.externalChanges,
      take: (id) => waitAndRetry(clock, () => graph.bare.externalChanges.take(id)),
    },
    subscriptions: (box) => {
      const bare = graph.bare.subscriptions(box);
      return { ...bare, maintain: (id, address) => waitAndRetry(clock, () => bare.maintain(id, address)) };
    },
    refreshTeams: (id) => waitAndRetry(clock, () => graph.bare.refreshTeams(id)),
    refreshDirectory: (id, age) => waitAndRetry(clock, () => graph.bare.refreshDirectory(id, age)),
  };
  const logged: object[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const secrets = createSecretBox([SECRET_KEY]);
  /** Creates the suite of a node with these settings. */
  const onNode = ({ isNotified = true, publicUrl = PUBLIC_URL }: NodeSettings = {}) =>
    createGraphNode({ directoryMinutes: 5, isNotified }, suite, async () => 0, {
      ...{ store, secrets, clock, log, publicUrl },
      tenants: createTenantStore(connected.tenancy),
      queueObservation: async () => assert.fail('the page of this node is not used'),
    });
  const node = onNode();
  const registration = { clientId: 'portal', tenantId, roles: ROLES, secret: 'another secret' };
  standIn.registrations.push(registration);

  /** Calls Graph as an administrator, outside Charter. */
  async function externally(method: string, path: string, body?: unknown, headers = {}): Promise<Response> {
    const client = await createClient(standIn, registration);
    // The clock advances, so that no two calls have the same time.
    clock.advance(2);
    const response = await client.call(method, path, body, headers);
    if (response.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
    return response;
  }

  async function callAs(
    personId: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<BearerResponse> {
    const token = await issuer.sign({
      iss: issuer.issuer,
      aud: 'charter',
      exp: clock.seconds() + 300,
      sub: personId,
      scp: 'all',
    });
    // Advances the clock by hand: the node waits for Graph's budgets in real time, which does not move this clock.
    clock.advance(3);
    return bearerCall(token, method, `${url}/v1.0${path}`, body);
  }

  return {
    ...graph,
    suite,
    tenant,
    store,
    config,
    boss: queue.boss,
    logged,
    url,
    externally,

    /** Creates a team of Ada's directly in Microsoft 365, and returns its id. */
    async newTeam(name: string, visibility = 'Public'): Promise<string> {
      const { body } = await externally(
        'PATCH',
        `/groups(uniqueName='${name}')`,
        {
          displayName: name,
          groupTypes: ['Unified'],
          mailEnabled: true,
          mailNickname: name,
          securityEnabled: false,
          visibility,
          'owners@odata.bind': [`${standIn.url}/users/${people.ada}`],
          'members@odata.bind': [`${standIn.url}/users/${people.ada}`],
        },
        { prefer: 'create-if-missing' },
      );
      await externally('PUT', `/groups/${body.id}/team`, {});
      return body.id;
    },

    /** Calls Charter as Ada. */
    call: (method: string, path: string, body?: unknown): Promise<BearerResponse> =>
      callAs(people.ada, method, path, body),

    callAs,

    /** Advances the clock, reads the delta queries, and records the changes. */
    async refresh(seconds = 300): Promise<void> {
      clock.advance(seconds);
      await suite.refreshDirectory(tenantId, 60_000);
      await node.recordNoticed(tenantId);
    },

    record: () => node.recordNoticed(tenantId),
    maintain: (settings?: NodeSettings) => onNode(settings).maintainSubscriptions(tenantId),

    /** Runs the queued jobs for notifications, and returns their number. */
    async observe(): Promise<number> {
      const jobs = await queue.boss.fetch<{ tenantId: string }>('observe-teams', { batchSize: 10 });
      for (const { id, data } of jobs) {
        await node.observe(data.tenantId);
        await queue.boss.complete('observe-teams', id);
      }
      return jobs.length;
    },

    /** Completes operations of Charter whose outcome is unknown. */
    recover: () =>
      recoverIntents({ store, suite, clock, report: () => undefined }, SUITE_OPERATIONS, tenantId),

    /** Restores the due teams to the state that their policies require. */
    restore: (report: (error: unknown) => void) => restoreDueTeams({ store, suite, clock, report }, tenantId),

    /** Returns the audit records about the team, oldest first. */
    async records(teamId: string): Promise<{ type: string; actor: string; [field: string]: unknown }[]> {
      const { body } = await this.call('GET', `/teams/${teamId}/history`);
      return body.value
        .map(({ actor, ...record }: { actor: { displayName: string } }) => ({
          ...record,
          actor: actor.displayName,
        }))
        .toReversed();
    },

    /** Returns the types of the audit records about external changes to the team, oldest first. */
    async byOthers(teamId: string): Promise<string[]> {
      return (await this.records(teamId)).filter(({ actor }) => actor === SUITE).map(({ type }) => type);
    },

    /** Returns the trail of teams, oldest first. It includes deleted teams, whose history can't be read. */
    // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
    async trail(): Promise<any[]> {
      const { body } = await this.call('GET', '/audittrails/teams/records?$top=999');
      return body.value.toReversed();
    },

    async lastRecord(teamId: string): Promise<{ type: string } | undefined> {
      return (await this.trail()).findLast(({ target }) => target.id === teamId);
    },

    async holdsText(text: string): Promise<boolean> {
      const { rows } = await sql<{ found: boolean }>`
        select client_state like ${`%${text}%`} as found from graph_suite.subscriptions
         where tenant_id = ${tenantId}`.execute(database.tenancy.for(tenantId));
      return rows.some(({ found }) => found);
    },

    /** Returns the types of the events about a team, channel or person that wait for their fan-out, oldest first. */
    async notifiedTo(id: string): Promise<string[]> {
      const { rows } = await sql<{ type: string }>`
        select event.type from charter.hook_fan_outs waiting
          join charter.domain_events event using (tenant_id, event_id)
         where tenant_id = ${tenantId} and target ->> 'id' = ${id}
         order by occurred_at, type`.execute(database.tenancy.for(tenantId));
      return rows.map(({ type }) => type);
    },

    async close(): Promise<void> {
      await service.stop();
      await queue.stop();
      await connected.close();
      await issuer.stop();
      await graph.release();
    },
  };
}
