/** The port for requests to join teams, bound to one tenant. */
import type { Actor } from '../../engine/principal.ts';
import type { PageQuery } from '../../kernel/page.ts';
import type { JoinRequest, JoinRequestStatus, Resolution } from './model.ts';

export type NewJoinRequest = Pick<
  JoinRequest,
  'id' | 'teamId' | 'teamName' | 'personId' | 'message' | 'createdAt' | 'expiresAt'
> & { remindsAt: Date };

export interface JoinRequestQuery extends PageQuery {
  /** Only requests of this person. */
  personId?: string | undefined;
  /** Only requests to teams that this person owns. */
  ownerId?: string | undefined;
  teamId?: string | undefined;
  status?: JoinRequestStatus | undefined;
}

export interface JoinRequestStore {
  /** Adds a pending request. Returns false when the person has a pending one for the team. */
  add(request: NewJoinRequest): Promise<boolean>;
  find(requestId: string): Promise<JoinRequest | undefined>;
  /** Returns the person's latest request to the team. */
  latest(personId: string, teamId: string): Promise<JoinRequest | undefined>;
  /** Returns the pending requests of the person to these teams. */
  pendingOf(
    personId: string,
    teamIds: readonly string[],
  ): Promise<Pick<JoinRequest, 'id' | 'teamId' | 'expiresAt'>[]>;
  /** Lists at most `top` + 1 requests, newest first. */
  list(query: JoinRequestQuery): Promise<JoinRequest[]>;
  /**
   * Records who is accepting a pending request, so that nobody declines it meanwhile. Returns false when it is not
   * pending any more.
   */
  claim(requestId: string, decider: Actor, at: Date): Promise<boolean>;
  /** Takes back the claim of that time. */
  release(requestId: string, claimedAt: Date): Promise<void>;
  /**
   * Ends a pending request. Returns false when it is not pending any more.
   * @param unclaimedSince when given, a request that was claimed later is not ended
   */
  resolve(requestId: string, resolution: Resolution, unclaimedSince?: Date): Promise<boolean>;
  /** Returns false when the owners were reminded before, or the request is not pending any more. */
  markReminded(requestId: string, at: Date): Promise<boolean>;
  /** Returns pending requests whose reminder or end is due, and those with an obstacle; at most `most`. */
  listDue(at: Date, most: number): Promise<JoinRequest[]>;
  /** Deletes requests that ended before the time. */
  removeResolved(before: Date): Promise<number>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    joinRequests: JoinRequestStore;
  }
}
