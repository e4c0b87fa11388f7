/** A service with SCIM tokens of two tenants. */
import { createScimToken } from '../src/domain/scim/tokens.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { createScimTokenStore } from '../src/persistence/scim-tokens.ts';
import { CAUSE } from './cause.ts';
import { type JsonResponse, startTeamService, type TeamService } from './team-service.ts';
import { OTHER_TENANT, TENANT } from './team-world.ts';

export interface ScimService extends TeamService {
  /** Address of the service without a base path. */
  root: string;
  token: string;
  tokenId: string;
  /** A token of the other tenant. */
  foreignToken: string;
  /** Calls /scim/v2. Sends `body` as JSON, or a string unchanged. `token` replaces that of the first tenant. */
  scim(
    method: string,
    path: string,
    body?: unknown,
    options?: { token?: string; headers?: Record<string, string> },
  ): Promise<JsonResponse>;
  createToken(tenantId: string, expiresAt?: Date | null): Promise<{ token: string; tokenId: string }>;
}

export async function startScimService(
  settings: Parameters<typeof startTeamService>[0] = {},
): Promise<ScimService> {
  const service = await startTeamService({ rateLimitScim: 1_000_000, ...settings });
  const tokens = createScimTokenStore(service.world.database.tenancy);
  const createToken = (tenantId: string, expiresAt: Date | null = null) =>
    createScimToken({ tokens, clock: systemClock }, { tenantId, displayName: 'Entra', expiresAt }, CAUSE);
  const { token, tokenId } = await createToken(TENANT);
  const { token: foreignToken } = await createToken(OTHER_TENANT);
  const root = service.url.replace('/v1.0', '');
  return {
    ...service,
    ...{ root, token, tokenId, foreignToken, createToken },
    async scim(method, path, body, { token: own = token, headers = {} } = {}) {
      const response = await fetch(`${root}/scim/v2${path}`, {
        method,
        headers: {
          authorization: `Bearer ${own}`,
          ...(body !== undefined && { 'content-type': 'application/scim+json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
    },
  };
}
