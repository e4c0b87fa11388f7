/** Access rules for requests to join teams (docs/specification.md, section 4). */
import { assertAllowed, judgeTeamAction, OWNERS_AND_ADMINS, userIdOf } from '../../domain/teams/access.ts';
import type { TeamAccess } from '../../domain/teams/suite.ts';
import type { Deps } from '../../engine/deps.ts';
import { isAdmin, type Principal } from '../../engine/principal.ts';
import { hidden } from '../../kernel/errors.ts';
import type { JoinRequest } from './model.ts';

/** Returns the person whose teams limit the list of requests; undefined for administrators, who see all. */
export const deciderOf = (principal: Principal): string | undefined =>
  isAdmin(principal) ? undefined : principal.id;

/**
 * Returns a request that the caller may decide, by the rule for adding members to the team. Of the callers who may not
 * decide, only the person who asked gets Forbidden. Others get NotFound.
 * @throws NotFound, Forbidden, TeamArchived
 */
export async function findRequestToDecide(
  { store, suite }: Pick<Deps, 'store' | 'suite'>,
  principal: Principal,
  requestId: string,
): Promise<JoinRequest> {
  const { tenantId } = principal;
  const request = await store.in(tenantId).joinRequests.find(requestId);
  if (request === undefined) throw hidden('join request', requestId);
  const access: TeamAccess | undefined = await suite.teams.access(
    tenantId,
    request.teamId,
    userIdOf(principal),
  );
  const isOwn = request.personId === principal.id;
  const judged = access === undefined ? 'hidden' : judgeTeamAction('addMember', principal, access);
  // People who can see the team, but can't decide, must not learn who asked to join it.
  const verdict = judged === 'denied' && !isOwn ? 'hidden' : judged === 'hidden' && isOwn ? 'denied' : judged;
  assertAllowed(verdict, { kind: 'join request', id: requestId }, OWNERS_AND_ADMINS);
  return request;
}

/** Returns a request of the caller. @throws NotFound */
export async function findOwnRequest(
  { store }: Pick<Deps, 'store'>,
  { tenantId, id }: Principal,
  requestId: string,
): Promise<JoinRequest> {
  const request = await store.in(tenantId).joinRequests.find(requestId);
  if (request?.personId === id) return request;
  throw hidden('join request', requestId);
}
