/** Searches for owners of teams (docs/owners.md). */
import type { CandidateSource, OwnerRules } from '../../domain/policies/kinds/owners.ts';

/**
 * `searching`: people are asked or being appointed. `exhausted`: nobody is left to ask or appoint. `reported`: a policy
 * in the mode `report` asks nobody. `exceeded`: the team has more owners than its policy allows.
 */
export const SEARCH_STATES = ['searching', 'exhausted', 'reported', 'exceeded'] as const;
export type SearchState = (typeof SEARCH_STATES)[number];

/** How the search found the person. The fallback group's members are appointed without being asked. */
export const REQUEST_SOURCES = [
  'requester',
  'formerOwnersManager',
  'mostActiveMembers',
  'fallbackGroup',
] as const satisfies readonly (CandidateSource | 'fallbackGroup')[];
export type RequestSource = (typeof REQUEST_SOURCES)[number];

/**
 * `pending`: asked. `accepted`: to be appointed, because the person accepted or is in the fallback group. `appointed`:
 * is an owner. `withdrawn`: the person was no longer needed, or can no longer own teams. `failed`: the suite rejected
 * the appointment for good.
 */
export const REQUEST_STATUSES = [
  'pending',
  'accepted',
  'appointed',
  'declined',
  'expired',
  'withdrawn',
  'failed',
] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export interface OwnerRequest {
  /** UUIDv7. */
  id: string;
  teamId: string;
  searchId: string;
  personId: string;
  source: RequestSource;
  status: RequestStatus;
  createdAt: Date;
  /** End of the time to answer. */
  expiresAt: Date;
  remindedAt: Date | null;
  /** When the request left the status `pending`; null before. */
  resolvedAt: Date | null;
}

export interface OwnerSearch {
  teamId: string;
  /** UUIDv7. */
  id: string;
  policyId: string;
  state: SearchState;
  /** Number of owners who could act when the search began. */
  ownerCount: number;
  /** The policy's limit that the number of owners violates. */
  limit: number;
  startedAt: Date;
  /** Time of the next step, if nobody does anything; null in the states without steps. */
  dueAt: Date | null;
  /** Incremented by each write, for optimistic locking. */
  revision: number;
}

/** Why a search ended. */
export const END_REASONS = ['resolved', 'archived', 'switchedOff'] as const;
export type EndReason = (typeof END_REASONS)[number];

export interface Candidate {
  id: string;
  displayName: string;
  source: RequestSource;
}

export type { OwnerRules };
