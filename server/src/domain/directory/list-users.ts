import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import type { UserPage, UserQuery } from './model.ts';

export interface ListUsersInput extends UserQuery {
  /** Whether to count the matches of all pages. */
  countAll: boolean;
}

export interface ListUsersResult extends UserPage {
  /** Number of users on all pages when requested, else on this page. */
  count: number;
}

/** Returns a page of the directory, in the order of UserQuery. Everyone in the tenant may read it. */
export async function listUsers(
  deps: { suite: Suite },
  principal: Principal,
  { countAll, ...query }: ListUsersInput,
): Promise<ListUsersResult> {
  const { users } = deps.suite;
  const [page, total] = await Promise.all([
    users.list(principal.tenantId, query),
    countAll ? users.count(principal.tenantId, query) : undefined,
  ]);
  return { ...page, count: total ?? page.users.length };
}
