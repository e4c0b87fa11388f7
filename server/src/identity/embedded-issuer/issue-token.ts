/** Issues access tokens for the command line and for scripts, without a sign-in. */
import { importJWK, SignJWT } from 'jose';
import type { AppStore, RoleAssignmentStore } from '../../domain/identity/ports.ts';
import type { Scope } from '../../engine/principal.ts';
import type { Clock } from '../../kernel/clock.ts';
import { CharterError, invalidRequest } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { isGrantableRole } from '../token-roles.ts';
import { CLI_CLIENT_ID } from './clients.ts';
import { type People, subjectOfPerson } from './people.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts';
import { appClaims, personClaims } from './token-claims.ts';

export const DEFAULT_LIFETIME_SECONDS = 3600;
const MAX_LIFETIME_SECONDS = 24 * 3600;

export type TokenRequest =
  /**
   * `user` is an id, a user principal name or a mail address. `tenantId` is needed when several tenants have that
   * person.
   */
  { kind: 'user'; user: string; tenantId?: string } | AppTokenRequest;

interface AppTokenRequest {
  kind: 'app';
  appId: string;
  /** Scopes that the token is limited to; absent for a token with all that the app has. */
  scopes?: readonly Scope[] | undefined;
}

export interface IssuedToken {
  accessToken: string;
  expiresAt: Date;
}

export interface TokenIssuerDeps {
  /** Returns the issuer identifier. It is a function, because the port may be known only after the start. */
  issuer: () => string;
  audience: string;
  keys: SigningKeys;
  people: People;
  apps: AppStore;
  roleAssignments: RoleAssignmentStore;
  clock: Clock;
}

/**
 * Issues a token. The lifetime is 1 to 86,400 whole seconds (default 3,600).
 * @throws NotFound for an unknown or disabled person or app; InvalidRequest
 */
export type IssueToken = (request: TokenRequest, lifetimeSeconds?: number) => Promise<IssuedToken>;

interface Subject {
  sub: string;
  client_id: string;
  claims: Record<string, unknown>;
}

const unknown = (what: string): CharterError =>
  new CharterError('NotFound', `${what} is unknown or switched off, so no token can be issued.`);

async function personSubject(people: People, reference: string, tenantId?: string): Promise<Subject> {
  const [person, ...others] = await people.findByReference(reference, tenantId);
  if (person === undefined) throw unknown(`The person '${reference}'`);
  if (others.length > 0) {
    const tenants = [person, ...others].map((found) => found.tenantId).join(', ');
    throw invalidRequest(`Several tenants know '${reference}' (${tenants}). Say which one is meant.`);
  }
  return {
    sub: subjectOfPerson(person.tenantId, person.user.id),
    client_id: CLI_CLIENT_ID,
    claims: { azp: CLI_CLIENT_ID, ...personClaims(person) },
  };
}

async function appSubject(deps: TokenIssuerDeps, { appId, scopes }: AppTokenRequest): Promise<Subject> {
  const app = await deps.apps.find(appId);
  if (!app?.enabled) throw unknown(`The app '${appId}'`);
  const assigned = await deps.roleAssignments.rolesOf(app.tenantId, app.appId);
  const roles = [...new Set([...app.roles, ...assigned].filter(isGrantableRole))];
  return { sub: app.appId, client_id: app.appId, claims: appClaims(app, roles, scopes) };
}

export function createTokenIssuer(deps: TokenIssuerDeps): IssueToken {
  return async (request, lifetimeSeconds = DEFAULT_LIFETIME_SECONDS) => {
    if (!Number.isInteger(lifetimeSeconds) || lifetimeSeconds < 1 || lifetimeSeconds > MAX_LIFETIME_SECONDS) {
      throw invalidRequest(`A token lives 1 to ${MAX_LIFETIME_SECONDS} seconds.`);
    }
    const { sub, client_id, claims } =
      request.kind === 'user'
        ? await personSubject(deps.people, request.user, request.tenantId)
        : await appSubject(deps, request);
    const [key] = await deps.keys.all();
    if (key === undefined) throw new Error('There is no signing key');
    const issuedAt = Math.floor(deps.clock.now().getTime() / 1000);
    const accessToken = await new SignJWT({ ...claims, client_id })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid: key.kid })
      .setIssuer(deps.issuer())
      .setAudience(deps.audience)
      .setSubject(sub)
      .setJti(newId())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .sign(await importJWK(key, SIGNING_ALGORITHM));
    return { accessToken, expiresAt: new Date((issuedAt + lifetimeSeconds) * 1000) };
  };
}
