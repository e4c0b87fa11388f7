/** The whole service on the database of a TeamWorld, called over HTTP by its people and apps. */
import { issueAccessToken } from '../src/composition/issuer.ts';
import { type Config, readConfig } from '../src/config.ts';
import type { Role } from '../src/engine/principal.ts';
import { registerApp } from '../src/identity/register-app.ts';
import { serve } from '../src/main.ts';
import { createAppStore } from '../src/persistence/apps.ts';
import { createRoleAssignmentStore } from '../src/persistence/role-assignments.ts';
import { createTenantStore } from '../src/persistence/tenants.ts';
import { CAUSE } from './cause.ts';
import {
  createTeamWorld,
  OTHER_TENANT,
  PEOPLE,
  type PersonName,
  TENANT,
  type TeamWorld,
} from './team-world.ts';

/** `foreigner` is an administrator of the other tenant, `nobody` sends no credentials. */
export type Caller = PersonName | 'app' | 'foreigner' | 'foreign app' | 'nobody';

const SECRET = 'a secret of the tests, long enough';
/** Takes a thousandth of the time of the default. secret-hash.test.ts tests the hashes. */
const SCRYPT = { ln: 4, r: 8, p: 1 };

/** Limits above the number of calls in a test. */
const LIMITS = Object.fromEntries(
  ['TIER_1', 'TIER_2', 'TIER_3', 'TIER_3_PEOPLE', 'ALL'].map((name) => [
    `CHARTER_RATE_LIMIT_${name}`,
    '100000',
  ]),
);

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Json = any;

export interface JsonResponse {
  status: number;
  headers: Headers;
  body: Json;
}

export interface TeamService {
  world: TeamWorld;
  url: string;
  /** Sends `body` as JSON, or a string unchanged. */
  call(
    as: Caller,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<JsonResponse>;
  /** Returns the header of a caller's credentials. */
  authorization(as: Exclude<Caller, 'nobody'>): Promise<string>;
  /** Stops the service; its database stays. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

async function letIn({ database }: TeamWorld): Promise<void> {
  const apps = createAppStore(database.tenancy);
  const tenants = createTenantStore(database.tenancy);
  const roles = createRoleAssignmentStore(database.tenancy);
  for (const id of [TENANT, OTHER_TENANT]) {
    await tenants.save({ id, displayName: id });
    const app = { tenantId: id, appId: `${id}-app`, displayName: 'Automation', roles: [], secret: SECRET };
    await registerApp({ apps, scrypt: SCRYPT }, app, CAUSE);
    for (const [name, given] of Object.entries(PEOPLE) as [PersonName, readonly Role[]][]) {
      for (const role of given) await roles.assign(id, `${name}-id`, role, CAUSE);
    }
  }
}

/** Returns a UPN for a token, or the app for Basic credentials. */
function identityOf(caller: Exclude<Caller, 'nobody'>): { user: string } | { app: string } {
  if (caller === 'app') return { app: `${TENANT}-app` };
  if (caller === 'foreign app') return { app: `${OTHER_TENANT}-app` };
  if (caller === 'foreigner') return { user: `ada@${OTHER_TENANT}.example` };
  return { user: `${caller}@${TENANT}.example` };
}

/** @param settings settings of the service that override those for tests */
export async function startTeamService(settings: Partial<Config> = {}): Promise<TeamService> {
  const world = await createTeamWorld();
  await letIn(world);
  const defaults = readConfig({
    DATABASE_URL: world.database.ownerUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    CHARTER_SERVICES: 'api',
    CHARTER_SAMPLE_DATA: 'off',
    CHARTER_LOG_LEVEL: 'silent',
    ...LIMITS,
  });
  const config = { ...defaults, ...settings };
  const service = await serve(config, { scrypt: SCRYPT });
  const url = `${service.url}/v1.0`;
  const credentials = new Map<Caller, Promise<string>>();

  const authorise = async (caller: Exclude<Caller, 'nobody'>): Promise<string> => {
    const identity = identityOf(caller);
    return 'app' in identity
      ? `Basic ${Buffer.from(`${identity.app}:${SECRET}`).toString('base64')}`
      : `Bearer ${await issueAccessToken(identity, { ...config, publicUrl: service.url })}`;
  };

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= service.stop();
    return stopped;
  };

  return {
    world,
    url,
    async call(as, method, path, body, headers = {}) {
      if (as !== 'nobody' && !credentials.has(as)) credentials.set(as, authorise(as));
      const authorization = await credentials.get(as);
      const response = await fetch(url + path, {
        method,
        headers: {
          accept: 'application/json',
          ...(authorization === undefined ? {} : { authorization }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
    },
    authorization: authorise,
    stop,
    async close() {
      await stop();
      await world.close();
    },
  };
}
