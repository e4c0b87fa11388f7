/** Checks authentication, rate limit and roles before every operation. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SuiteUsers } from '../domain/directory/suite.ts';
import type { Tier } from '../engine/limits/ports.ts';
import { hasAnyRole, type Principal } from '../engine/principal.ts';
import { CharterError, forbidden, invalidField } from '../kernel/errors.ts';
import { isUuid } from '../kernel/ids.ts';
import { say } from '../kernel/messages.ts';
import { networkOf } from './connections.ts';
import { type Callers, OPERATIONS, type Operation, type OperationId } from './operations.ts';

export interface Authenticator {
  /**
   * @param network returns the network address of the caller
   * @throws Unauthenticated; Forbidden for a person who may not enter; ServiceUnavailable when the check is impossible
   * now, for example because the issuer's keys can't be loaded
   */
  authenticate(authorization: string | undefined, network: () => string): Promise<Principal> | Principal;
}

export type RateLimitGate = (principal: Principal, tier: Tier, reply: FastifyReply) => Promise<void>;

/** Echoes the caller's `client-request-id`, which must be a UUID (docs/specification.md, section 6). */
export function readClientRequestId(request: FastifyRequest, reply: FastifyReply): void {
  const id = request.headers['client-request-id'];
  if (id === undefined) return;
  if (typeof id !== 'string' || !isUuid(id)) {
    throw invalidField(
      'client-request-id',
      say('http.clientRequestId', 'The client-request-id must be a UUID.'),
    );
  }
  request.clientRequestId = id;
  reply.header('client-request-id', id);
}

/** Rejects callers that do not accept the media type of the response (RFC 9110, 12.5.1). */
function assertAccepts(accept: string | undefined, mediaType: string): void {
  if (accept === undefined || accept === mediaType || accept === '*/*') return;
  const accepted = accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const rejected = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return !rejected && [mediaType, mediaType.replace(/[^/]+$/, '*'), '*/*'].includes(type);
  });
  if (!accepted)
    throw new CharterError(
      'NotAcceptable',
      say('http.notAcceptable', 'Answers are {type}. Accept it.', { type: mediaType }),
    );
}

const isKindOf = (principal: Principal, { usersOnly }: Callers): boolean =>
  !usersOnly || principal.kind === 'user';

/** Whether the principal's scopes allow the operation. Scopes limit roles and never grant one. */
const isInScope = ({ scopes }: Principal, needed: Operation['scopes']): boolean =>
  scopes === undefined || (needed?.every((scope) => scopes.has(scope)) ?? false);

/** Whether the principal's kind, roles and scopes allow the operation. */
const mayCall = (principal: Principal, { callers, scopes }: Operation): boolean =>
  isKindOf(principal, callers) && hasAnyRole(principal, callers.roles) && isInScope(principal, scopes);

const IDS = (Object.keys(OPERATIONS) as OperationId[]).sort();

/** Returns the ids of the operations that the principal may call. Rules for single objects apply in addition. */
export const permittedOperations = (principal: Principal): OperationId[] =>
  IDS.filter((id) => mayCall(principal, OPERATIONS[id]));

/** @throws Forbidden */
function assertMayCall(principal: Principal, operation: Operation): void {
  if (mayCall(principal, operation)) return;
  const { callers, scopes } = operation;
  if (!isKindOf(principal, callers)) {
    throw forbidden(
      say('http.usersOnly', 'This operation answers about the calling user. Use a user token, not an app’s.'),
    );
  }
  if (isInScope(principal, scopes)) {
    throw forbidden(
      say('http.rolesNeeded', 'This operation needs one of the roles {roles}.', {
        roles: callers.roles.join(', '),
      }),
    );
  }
  throw forbidden(
    scopes === null
      ? say(
          'http.noScope',
          'No scope allows this operation, because it decides who may do what. Call it as a person or with an app without scopes.',
        )
      : say(
          'http.scopesNeeded',
          'This operation needs the scopes {scopes}. Add them to the app, and name them when you ask for a token with fewer scopes.',
          { scopes: scopes.join(', ') },
        ),
  );
}

const authenticateRequest = (authenticator: Authenticator, request: FastifyRequest) =>
  authenticator.authenticate(request.headers.authorization, () => networkOf(request.clientAddress));

/**
 * Repeats the authentication and the role check of a request in progress.
 * @throws Unauthenticated, Forbidden, or ServiceUnavailable when an issuer's keys can't be loaded
 */
export async function reauthenticate(
  authenticator: Authenticator,
  request: FastifyRequest,
  operation: Operation,
): Promise<Principal> {
  const principal = await authenticateRequest(authenticator, request);
  assertMayCall(principal, operation);
  return principal;
}

/** Rate-limit tier of dry runs. They only read, and forms call them while a person types. */
const DRY_RUN_TIER = 3;

const isDryRun = ({ query }: FastifyRequest, { route }: Operation): boolean =>
  route.schema.querystring?.properties.dryRun !== undefined &&
  (query as { dryRun?: unknown }).dryRun === 'true';

/** Returns whether the directory still has a person, and whether the account is open. */
export type PresenceLookup = SuiteUsers['presence'];

/** Rejects a change by a person whose account is closed or deleted. Reads may be allowed for a minute longer. */
async function assertStillThere(
  { kind, tenantId, id }: Principal,
  method: string,
  presence: PresenceLookup,
): Promise<void> {
  if (kind !== 'user' || method === 'GET') return;
  if (!['closed', 'deleted'].includes(await presence(tenantId, id))) return;
  throw forbidden(
    say(
      'identity.accountClosed',
      'Your account is closed, or no longer in the directory of your organisation. Ask an administrator.',
    ),
  );
}

/** Returns the onRequest hook. It applies the rate limit before the role check, so that rejected calls count too. */
export function gate(
  authenticator: Authenticator,
  limit: RateLimitGate,
  operation: Operation,
  presence: PresenceLookup,
) {
  const { events, sendsBytes } = operation.route.schema;
  const mediaType = events ? 'text/event-stream' : 'application/json';
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!sendsBytes) assertAccepts(request.headers.accept, mediaType);
    const principal = await authenticateRequest(authenticator, request);
    request.principal = principal;
    await limit(principal, isDryRun(request, operation) ? DRY_RUN_TIER : operation.tier, reply);
    assertMayCall(principal, operation);
    await assertStillThere(principal, operation.method, presence);
  };
}
