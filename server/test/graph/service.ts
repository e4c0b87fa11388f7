/** A whole node with CHARTER_SUITE=graph, on a stand-in for Microsoft Graph and its own OpenID issuer. */
import { setTimeout as delay } from 'node:timers/promises';
import { installationOf } from '../../src/composition/installation.ts';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { type RunningService, serve } from '../../src/main.ts';
import { permissionsFor } from '../../src/suites/graph/accounts/permissions.ts';
import type { GraphInstallation } from '../../src/suites/graph/commands/tenants.ts';
import type { GraphConfig } from '../../src/suites/graph/settings.ts';
import { type BearerResponse, bearerCall } from '../bearer-call.ts';
import { createMigratedDatabase, type TestDatabase } from '../database.ts';
import { TokenIssuer } from '../token-issuer.ts';
import type { Registration } from './route.ts';
import { type GraphStandIn, startGraphStandIn } from './stand-in.ts';
import type { Tenant } from './tenant.ts';

/** The application permissions that Charter needs for all features. */
export const ALL_PERMISSIONS = permissionsFor().map(({ name }) => name);

/** Returns the installation with these settings, for the operator's commands. */
export const graphInstallation = (settings: Record<string, string>): GraphInstallation =>
  installationOf<GraphConfig>('graph', settings);

/** A template that needs only the required permissions. */
export const PLAIN_TEMPLATE = {
  manifestVersion: '1.0',
  publisher: { name: 'Contoso' },
  templateConfiguration: { id: 'project', name: 'Project', version: '1.0', language: 'en', enabled: true },
  newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
};

/** Pause between two readings of a job, which would otherwise take the processor from the job. */
const POLL_MILLISECONDS = 20;

/** An organisation with one administrator, Ada. */
export interface GraphOrganisation {
  tenant: Tenant;
  ada: string;
}

export interface GraphService {
  database: TestDatabase;
  issuer: TokenIssuer;
  standIn: GraphStandIn;
  service: RunningService;
  settings: Record<string, string>;
  /** Returns the machine's time, plus the skipped time. */
  clock: { now(): Date };
  skip(seconds: number): void;
  /** The tenant of the settings, with its registration. */
  contoso: GraphOrganisation;
  ofContoso: Registration;
  fabrikam: GraphOrganisation;
  call(caller: Caller, method: string, path: string, body?: unknown): Promise<BearerResponse>;
  /** Starts another node with these additional settings. The caller stops it. */
  anotherNode(more?: Record<string, string>): Promise<RunningService>;
  /** Requests a team from the template `project`, and returns the job. */
  request(caller: Caller, name: string): Promise<BearerResponse['body']>;
  /** Polls the job until it has one of these statuses. */
  settle(caller: Caller, jobId: string, ...statuses: string[]): Promise<BearerResponse['body']>;
  close(): Promise<void>;
}

/** Signs tokens as an issuer. */
export interface TokenSigner {
  issuer: string;
  sign: TokenIssuer['sign'];
}

/**
 * A person of an organisation (default: Ada), the address of the node that they call (default: the first one), and the
 * signer of their token (default: the issuer of that node).
 */
export type Caller = GraphOrganisation & { person?: string; url?: string | undefined; signer?: TokenSigner };

const NO_LIMITS = Object.fromEntries(
  ['TIER_1', 'TIER_2', 'TIER_3', 'TIER_3_PEOPLE', 'ALL'].map((name) => [
    `CHARTER_RATE_LIMIT_${name}`,
    '1000000',
  ]),
);

/** Starts the node. Fabrikam has no registration, and Ada of Contoso is the first administrator. */
export async function startGraphService(more: Record<string, string> = {}): Promise<GraphService> {
  let skipped = 0;
  const clock = { now: () => new Date(systemClock.now().getTime() + skipped * 1000) };
  const database = await createMigratedDatabase();
  const issuer = await TokenIssuer.start('/entra');
  const standIn = await startGraphStandIn({
    clock,
    // Other tests cover Graph's limits, with a clock of their own.
    enforcesBudgets: false,
    isPlain: true,
    tenants: [
      { displayName: 'Contoso', defaultDomain: 'contoso.example' },
      { displayName: 'Fabrikam', defaultDomain: 'fabrikam.example' },
    ],
  });
  const [contoso, fabrikam] = standIn.tenants.map((tenant): GraphOrganisation => {
    const address = `ada@${tenant.defaultDomain}`;
    const user = { displayName: 'Ada Lovelace', userPrincipalName: address, mail: address };
    return { tenant, ada: tenant.addUser(user, clock.now()).id };
  }) as [GraphOrganisation, GraphOrganisation];
  const ofContoso: Registration = {
    clientId: 'shared',
    tenantId: contoso.tenant.id,
    roles: [...ALL_PERMISSIONS],
    secret: 'secret',
  };
  standIn.registrations.push(ofContoso);
  const settings = {
    DATABASE_URL: database.ownerUrl,
    PORT: '0',
    CHARTER_LOG_LEVEL: 'silent',
    ...NO_LIMITS,
    CHARTER_OIDC_ISSUER: issuer.issuer,
    CHARTER_OIDC_AUDIENCE: 'charter',
    CHARTER_FIRST_ADMINISTRATOR: `${contoso.tenant.id}/${contoso.ada}`,
    CHARTER_SUITE: 'graph',
    CHARTER_GRAPH_TENANT: contoso.tenant.id,
    CHARTER_GRAPH_CLIENT_ID: 'shared',
    CHARTER_GRAPH_CLIENT_SECRET: 'secret',
    CHARTER_GRAPH_URL: standIn.url,
    CHARTER_GRAPH_AUTHORITY: standIn.authorityUrl,
    ...more,
  };
  const service = await serve(readConfig(settings), { clock });

  async function call(
    { tenant, ada, person = ada, url = service.url, signer }: Caller,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<BearerResponse> {
    const exp = Math.floor(clock.now().getTime() / 1000) + 300;
    const { issuer: iss } = signer ?? issuer;
    const claims = { iss, aud: 'charter', exp, sub: person, tid: tenant.id, scp: 'all' };
    const token = await (signer ?? issuer).sign(claims);
    return bearerCall(token, method, `${url}/v1.0${path}`, body);
  }

  return {
    database,
    issuer,
    standIn,
    service,
    settings,
    clock,
    skip(seconds) {
      skipped += seconds;
    },
    contoso,
    ofContoso,
    fabrikam,
    call,
    anotherNode: (others = {}) => serve(readConfig({ ...settings, ...others }), { clock }),
    async request(caller, name) {
      const answer = await call(caller, 'POST', '/teams/provisioning', {
        template: { id: 'project' },
        team: { name },
      });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },
    async settle(caller, jobId, ...statuses) {
      for (;;) {
        const { body } = await call(caller, 'GET', `/jobs/${jobId}`);
        if (statuses.includes(body.status)) return body;
        await delay(POLL_MILLISECONDS);
      }
    },
    async close() {
      await service.stop();
      await standIn.stop();
      await issuer.stop();
      await database.drop();
    },
  };
}
