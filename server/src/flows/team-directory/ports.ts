/** The stores of the directory of teams, bound to one tenant. */
import type { AnswerSelection } from '../../domain/teams/metadata.ts';
import type {
  ListedTeam,
  TeamPage,
  TeamQuery,
  TeamSelection,
  TeamVisibility,
} from '../../domain/teams/model.ts';
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
  /** Only requests to join teams that this person owns. */
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
  countPending(personId: string): Promise<number>;
  /** Lists at most `top` + 1 requests, newest first. */
  list(query: JoinRequestQuery): Promise<JoinRequest[]>;
  /**
   * Records who is accepting a pending request, so that nobody declines it meanwhile. Returns false when it is not
   * pending any more.
   */
  claim(requestId: string, decider: Actor, at: Date): Promise<boolean>;
  /** Releases the claim that was made at that time. */
  release(requestId: string, claimedAt: Date): Promise<void>;
  /**
   * Ends a pending request. Returns false when it is not pending any more.
   * @param unclaimedSince when given, a request that was claimed later is not ended
   */
  resolve(requestId: string, resolution: Resolution, unclaimedSince?: Date): Promise<boolean>;
  /** Returns false when the owners were reminded before, or the request is not pending any more. */
  markReminded(requestId: string, at: Date): Promise<boolean>;
  /** Returns pending requests whose reminder or end is due, and those with an obstacle; at most `limit`. */
  listDue(at: Date, limit: number): Promise<JoinRequest[]>;
  /** Deletes requests that ended before the time. */
  removeResolved(before: Date): Promise<number>;
}

/** A rule that decides which of the teams it covers appear in the team directory (listing.ts). */
export interface ListingRule {
  /**
   * The teams that the rule covers: those that a policy is attached to, or those with the answers and from the
   * templates. Default: all teams.
   */
  covers?: { attachedTo: string } | { answers?: AnswerSelection; templateIds?: readonly string[] };
  visibilities: readonly TeamVisibility[];
  /** Labels whose teams are not listed. */
  exceptLabelIds: readonly string[];
}

export interface Listing {
  /** The first rule that covers a team decides. The last one covers all teams. */
  rules: readonly ListingRule[];
  /** Adds the teams in which this person is owner, member or guest. */
  alsoOf?: string | undefined;
}

/** A search word. Matches words of names that begin with the text, or with `isWhole` only the word itself. */
export interface SoughtWord {
  text: string;
  isWhole: boolean;
}

/** A public answer that the stored answers of teams from these templates are compared with. */
export interface SoughtAnswer {
  answerId: string;
  value: string;
  templateIds: readonly string[];
}

export interface SimilarTeamsQuery {
  listing: Listing;
  /** The requested name. */
  name: string;
  words: readonly SoughtWord[];
  /** Minimum number of the words that a similar name contains. */
  leastCommon: number;
  /** Maximum number of returned teams with a similar name. The same limit applies to those with the same name. */
  mostNamed: number;
  answers: readonly SoughtAnswer[];
  /** Maximum number of teams of the listing with the same answer. An answer that more teams have is ignored. */
  mostWithAnswer: number;
}

/** A team with a similar or the same name, or with some of the same answers. */
export interface SimilarCandidate
  extends Pick<ListedTeam, 'id' | 'displayName' | 'description' | 'visibility'> {
  /** Positions of the same answers in the query. */
  sameAnswers: readonly number[];
}

export interface TeamDirectoryStore {
  /** Lists a page of the teams of the listing, none of which is archived. */
  list(listing: Listing, query: TeamQuery): Promise<TeamPage>;
  /** Counts the teams of all pages. */
  count(listing: Listing, selection: TeamSelection): Promise<number>;
  /**
   * Returns the teams of the listing that have the requested name, those whose names have most of the words, relative
   * to their length, and those with one of the answers. Returns each team once, in any order. Teams outside the listing
   * do not affect the result.
   */
  findSimilar(query: SimilarTeamsQuery): Promise<SimilarCandidate[]>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    teamDirectory: TeamDirectoryStore;
    joinRequests: JoinRequestStore;
  }
}
