/** The port for searches for owners, bound to one tenant. */
import type { PageQuery } from '../../kernel/page.ts';
import type { OwnerRequest, OwnerSearch, RequestStatus, SearchState } from './model.ts';

/** The owners of a team as the directory stores them, with the search for further owners. */
export interface OwnerSituation {
  /** Ids of the owners who can act: they are in the directory, have an open account and are not guests. */
  ableIds: string[];
  /** Number of all owners. */
  ownerCount: number;
  search: OwnerSearch | undefined;
  /** Requests of the search, oldest first. */
  requests: OwnerRequest[];
}

/** People whom a search may ask, each list in the order in which it asks them. Some may be gone. */
export interface PeopleOfTeam {
  /** Null for a team that Charter did not create, and for one that an app requested. */
  requesterId: string | null;
  /**
   * Owners whose account is closed or who are not in the directory, then the owners who most recently left or were
   * demoted.
   */
  formerOwnerIds: string[];
  /**
   * Members who have an open account and are not guests, by the number of their recorded changes to the team, then by
   * the time since when they are members.
   */
  memberIds: string[];
}

/** A request with the name of its team. */
export interface OwnerRequestOfTeam extends OwnerRequest {
  teamName: string;
  policyId: string | null;
}

export interface OwnerRequestQuery extends PageQuery {
  personId: string;
  status: RequestStatus | undefined;
}

export interface OwnerSearchQuery extends PageQuery {
  state: SearchState | undefined;
}

export interface OwnerSearchStore {
  /** Returns those of the teams that have a search, in any state. */
  findSearched(teamIds: readonly string[]): Promise<string[]>;
  situationOf(teamId: string): Promise<OwnerSituation>;
  /** @param mostFormer and @param mostMembers limit the lists */
  peopleOf(teamId: string, mostFormer: number, mostMembers: number): Promise<PeopleOfTeam>;

  /**
   * Starts a search, and deletes the requests of the team's earlier one. Returns false when the team has a search, or
   * is not governed any more.
   */
  start(search: OwnerSearch): Promise<boolean>;
  /** Writes state and time of the next step. Returns false when the search has changed since it was read. */
  change(
    search: Pick<OwnerSearch, 'teamId' | 'id' | 'revision'>,
    change: Pick<OwnerSearch, 'state' | 'dueAt'>,
  ): Promise<boolean>;
  /** Ends the search. Its requests stay. Returns false when the search has changed since it was read. */
  end(search: Pick<OwnerSearch, 'teamId' | 'id' | 'revision'>): Promise<boolean>;

  addRequests(requests: readonly OwnerRequest[]): Promise<void>;
  /** Changes the status. Returns the ids of the requests that still had the status `from`. */
  resolve(ids: readonly string[], from: RequestStatus, to: RequestStatus, at: Date): Promise<string[]>;
  markReminded(ids: readonly string[], at: Date): Promise<void>;

  findRequest(requestId: string): Promise<OwnerRequestOfTeam | undefined>;
  /** Lists at most `top` + 1 requests of a person, newest first. */
  listRequests(query: OwnerRequestQuery): Promise<OwnerRequestOfTeam[]>;
  /** Lists at most `top` + 1 searches with the names of their teams, by team id. */
  list(query: OwnerSearchQuery): Promise<(OwnerSearch & { teamName: string; requests: OwnerRequest[] })[]>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    ownerSearches: OwnerSearchStore;
  }
}
