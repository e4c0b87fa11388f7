/** Reads requests to join teams. */
import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import { deciderOf } from './access.ts';
import type { JoinRequest } from './model.ts';
import type { JoinRequestQuery } from './ports.ts';

/** Describes a request for the API. Times are RFC 3339 UTC. */
export const describeRequest = (request: JoinRequest) => {
  const { id, status, reason, message, answer, createdAt, expiresAt, resolvedAt, decider } = request;
  return {
    id,
    team: { id: request.teamId, displayName: request.teamName },
    person: {
      id: request.personId,
      displayName: request.personName,
      mail: request.mail,
      userType: request.userType,
    },
    ...{ status, reason, message, answer },
    decidedBy:
      decider === null || status === 'pending' ? null : { id: decider.id, displayName: decider.displayName },
    createdDateTime: createdAt.toISOString(),
    expiresDateTime: expiresAt.toISOString(),
    resolvedDateTime: resolvedAt?.toISOString() ?? null,
  };
};

export type ShownJoinRequest = ReturnType<typeof describeRequest>;

const pageOf = (found: readonly JoinRequest[], top: number): Page<ShownJoinRequest> =>
  toPage(found.map(describeRequest), top, ({ id }) => id);

type Query = Omit<JoinRequestQuery, 'personId' | 'ownerId'>;

/**
 * Returns a page of the requests that the caller may decide, newest first: those to join teams that the caller owns, or
 * for administrators all, unless `isOwned`.
 */
export async function listJoinRequests(
  { store }: Pick<Deps, 'store'>,
  principal: Principal,
  { isOwned = false, ...query }: Query & { isOwned?: boolean },
): Promise<Page<ShownJoinRequest>> {
  const { joinRequests } = store.in(principal.tenantId);
  const ownerId = isOwned ? principal.id : deciderOf(principal);
  return pageOf(await joinRequests.list({ ...query, ownerId }), query.top);
}

/** Returns a page of the caller's own requests, newest first. */
export async function listMyJoinRequests(
  { store }: Pick<Deps, 'store'>,
  { tenantId, id: personId }: Principal,
  query: Query,
): Promise<Page<ShownJoinRequest>> {
  return pageOf(await store.in(tenantId).joinRequests.list({ ...query, personId }), query.top);
}
