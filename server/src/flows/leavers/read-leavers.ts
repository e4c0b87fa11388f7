/** Reads the holdings of a person, and lists people who have left and still have some. */
import type { SuiteUsers } from '../../domain/directory/suite.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import { assertCanSeeHoldings } from './access.ts';
import type { Holding, HoldingCounts, Leaver, LeaverPosition, LeaverState } from './ports.ts';

/** Maximum number of listed objects of one kind. The counts include the others. */
export const MAX_LISTED = 100;

interface ImpactDeps extends Pick<Deps, 'store'> {
  suite: { users: Pick<SuiteUsers, 'resolve'> };
}

interface Impact {
  id: string;
  displayName: string | undefined;
  state: 'present' | LeaverState;
  counts: HoldingCounts;
  holdings: Holding[];
}

/**
 * Returns the holdings of a person, for a decision before their account is closed.
 * @param reference id, user principal name or mail address; also the id of a person who is gone
 * @throws Forbidden; NotFound for somebody who is not in the directory and has no holdings
 */
export async function getImpact(
  { store, suite }: ImpactDeps,
  principal: Principal,
  { reference }: { reference: string },
): Promise<Impact> {
  assertCanSeeHoldings(principal);
  const { tenantId } = principal;
  const [user] = await suite.users.resolve(tenantId, [reference]);
  const id = user?.id ?? reference;
  const { leavers } = store.in(tenantId);
  const [counts, holdings] = await Promise.all([leavers.count(id), leavers.holdings(id, MAX_LISTED)]);
  if (user === undefined && holdings.length === 0) throw notFound('person', reference);
  const state = user === undefined ? 'gone' : user.accountEnabled ? 'present' : 'closed';
  return { id, displayName: user?.displayName, state, counts, holdings };
}

/**
 * Lists people with holdings whose account is closed or who are not in the directory, by name.
 * @throws Forbidden
 */
export async function listLeavers(
  { store }: Pick<Deps, 'store'>,
  principal: Principal,
  query: { top: number; after: LeaverPosition | undefined },
): Promise<Page<Leaver, LeaverPosition>> {
  assertCanSeeHoldings(principal);
  const found = await store.in(principal.tenantId).leavers.list(query);
  const { items, next } = toPage(found, query.top, ({ key, id }) => [key, id] as const);
  return { items: items.map(({ key: _, ...leaver }) => leaver), next };
}
