/** The store of an organisation's reports, bound to one tenant. Each method is one statement. */
import type { JobCondition } from '../../engine/jobs/ports.ts';
import type { RequestOutcome } from '../overview/ports.ts';

/** The owners of a team by name, and the number of its guests. */
export interface TeamPeople {
  teamId: string;
  owners: readonly { id: string; displayName: string }[];
  guestCount: number;
}

/** The guests of the directory from one mail domain. */
export interface GuestDomain {
  /** In lower case; null for guests whose domain is unknown. */
  domain: string | null;
  guestCount: number;
  /** Number of teams with such a guest. */
  teamCount: number;
}

/** The requests with one answer to a question, by their outcome. */
export interface AnswerCount extends Record<RequestOutcome, number> {
  /** At most 200 characters of the answer; null for requests without one. */
  answer: string | null;
  /** The name of the person or group that the answer identifies; null for other answers. */
  displayName: string | null;
  requestCount: number;
}

/** Keyset position in a report: the largest number comes first, equal ones by text. */
export type ReportPosition = readonly [count: number, text: string];

export interface ReportQuery {
  /** Page size, 1 to 999. */
  top: number;
  after: ReportPosition | undefined;
}

export interface ReportStore {
  peopleOf(teamIds: readonly string[]): Promise<TeamPeople[]>;
  /** Returns up to `top` + 1 domains. @param search part of the domain, in lower case */
  guestDomains(query: ReportQuery & { search: string | undefined }): Promise<GuestDomain[]>;
  /** Returns up to `top` + 1 answers to the question. A request counts once for each of several answers. */
  answersTo(
    questionId: string,
    query: ReportQuery & { conditions: readonly JobCondition[] },
  ): Promise<AnswerCount[]>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    reports: ReportStore;
  }
}
