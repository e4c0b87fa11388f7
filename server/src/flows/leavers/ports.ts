/** The port for holdings of people and for teams that have lost their owners, bound to one tenant. */
import type { PageQuery } from '../../kernel/page.ts';

export const HOLDING_KINDS = [
  'team',
  'approval',
  'template',
  'policy',
  'webhook',
  'app',
  'renewal',
  'answer',
  'sponsorship',
  'ownerRequest',
  'joinRequest',
  'review',
  'role',
] as const;
export type HoldingKind = (typeof HOLDING_KINDS)[number];

/**
 * Relations of a person to an object. `onlyOwner`: no other owner can act. For a template or a policy, `owner` and
 * `member` mean a permanent owner and a permanent member. `onlyGroupMember`: the template or policy names a group in
 * which nobody else can act. `named`: the person is named in an answer of a team, in an answer of a policy's scope, or
 * in the default of a question. `requester`: an approval waits for the person's answer to a question. `candidate`: the
 * person is asked to become an owner.
 */
export const RELATIONS = [
  'owner',
  'onlyOwner',
  'member',
  'onlyGroupMember',
  'named',
  'approver',
  'requester',
  'creator',
  'sponsor',
  'candidate',
  'assignee',
] as const;
export type Relation = (typeof RELATIONS)[number];

/** An object that depends on a person. */
export interface Holding {
  kind: HoldingKind;
  /**
   * Id of the object. For a `renewal`, an `answer`, a `sponsorship`, an `ownerRequest` or a `joinRequest`, the id of
   * the team; for a `role`, its name.
   */
  id: string;
  displayName: string;
  relations: Relation[];
}

/** Numbers of objects by kind, and the number of teams without another owner who can act. */
export type HoldingCounts = Record<HoldingKind | 'onlyOwner', number>;

/** `closed`: the account is disabled. `gone`: the directory does not have the person. */
export const LEAVER_STATES = ['closed', 'gone'] as const;
export type LeaverState = (typeof LEAVER_STATES)[number];

export interface Leaver {
  /** Id of the person. If the directory never had them: the reference by which a template or policy names them. */
  id: string;
  /** Undefined when neither the directory nor a template has a name. */
  displayName: string | undefined;
  state: LeaverState;
  counts: HoldingCounts;
}

/** End of a page: the sort key and the id of its last person. */
export type LeaverPosition = readonly [key: string, id: string];

export interface LeaverStore {
  /**
   * Lists at most `top` + 1 people with holdings whose account is closed or who are not in the directory, by name, then
   * by id, each with the key of the position.
   */
  list(
    query: Pick<PageQuery, 'top'> & { after: LeaverPosition | undefined },
  ): Promise<(Leaver & { key: string })[]>;
  /** Counts the holdings of the person. */
  count(personId: string): Promise<HoldingCounts>;
  /** Lists the holdings of the person, by kind, then by name, at most `limit` of each kind. */
  holdings(personId: string, limit: number): Promise<Holding[]>;
  /**
   * Returns at most `limit` teams that have lost their last owner who can act, and marks them as announced. Marks a
   * team again only after it had an owner in between.
   */
  takeOwnerless(limit: number): Promise<{ id: string; displayName: string }[]>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    leavers: LeaverStore;
  }
}
