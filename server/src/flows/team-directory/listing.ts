/**
 * Decides which teams the directory lists for a caller (docs/team-directory.md). Denies by default: without a policy,
 * public teams are listed, and guests find none.
 */
import { findById } from '../../domain/directory/find-people.ts';
import { LISTED_VISIBILITIES } from '../../domain/policies/kinds/directory.ts';
import type { Policy } from '../../domain/policies/model.ts';
import { userIdOf } from '../../domain/teams/access.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Listing, ListingRule } from './ports.ts';

export type DirectoryDeps = Pick<Deps, 'store' | 'suite'>;

type DirectoryPolicy = Policy<'directory'>;

const NOTHING: ListingRule = { visibilities: [], exceptLabelIds: [] };
const PUBLIC: ListingRule = { visibilities: LISTED_VISIBILITIES.public, exceptLabelIds: [] };

function ruleOf({ settings }: DirectoryPolicy, isGuest: boolean): ListingRule {
  const { listed, exceptLabelIds = [], guests = 'forbidden' } = settings;
  return isGuest && guests === 'forbidden'
    ? NOTHING
    : { visibilities: LISTED_VISIBILITIES[listed], exceptLabelIds };
}

async function isGuest({ suite }: DirectoryDeps, principal: Principal): Promise<boolean> {
  const userId = userIdOf(principal);
  if (userId === undefined) return false;
  const [user] = await findById(suite.users, principal.tenantId, [userId]);
  return user?.userType !== 'Member';
}

/**
 * Returns the rules for the caller, the narrowest policy first, then the oldest: attached to a team, for teams with
 * some answers, for teams of a template, for all teams. Lists, counts, searches, the search for similar teams and
 * requests to join all select teams by these rules (persistence/directory/listing.ts).
 */
export async function listingFor(deps: DirectoryDeps, principal: Principal): Promise<Listing> {
  const [enabled, guest] = await Promise.all([
    deps.store.in(principal.tenantId).policies.listEnabled(),
    isGuest(deps, principal),
  ]);
  const inForce = enabled.filter(
    (policy): policy is DirectoryPolicy => policy.kind === 'directory' && policy.mode === 'enforce',
  );
  const rules = inForce.map((policy) => ({ policy, rule: ruleOf(policy, guest) }));
  const attached = rules.map(({ policy, rule }) => ({ ...rule, covers: { attachedTo: policy.id } }));
  const scoped = rules.flatMap(({ policy: { scope }, rule }) =>
    scope.type === 'teams' ? [] : [{ scope, rule }],
  );
  const covering = (isAnswered: boolean) =>
    scoped.flatMap(({ scope: { type, ...covers }, rule }) => {
      const isNarrow = type === 'templates' || covers.answers !== undefined;
      return isNarrow && (covers.answers !== undefined) === isAnswered ? [{ ...rule, covers }] : [];
    });
  const tenantWide = scoped.find(({ scope }) => scope.type === 'tenant' && scope.answers === undefined)?.rule;
  return {
    rules: [...attached, ...covering(true), ...covering(false), tenantWide ?? (guest ? NOTHING : PUBLIC)],
  };
}
