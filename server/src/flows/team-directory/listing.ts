/**
 * Decides which teams the directory lists for a caller (docs/team-directory.md). Denies by default: without a policy,
 * public teams are listed, and guests find none.
 */
import { findById } from '../../domain/directory/find-people.ts';
import { LISTED_VISIBILITIES } from '../../domain/policies/kinds/directory.ts';
import { type Policy, policiesFor, policiesOfKind } from '../../domain/policies/model.ts';
import { userIdOf } from '../../domain/teams/access.ts';
import type { Listing, ListingRule } from '../../domain/teams/model.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';

export type DirectoryDeps = Pick<Deps, 'store' | 'suite'>;

type DirectoryPolicy = Policy<'directory'>;

/** Teams of a policy that are read at a time. */
const PAGE = 999;

const NOTHING: ListingRule = { visibilities: [], exceptLabelIds: [] };

function ruleOf({ settings }: DirectoryPolicy, isGuest: boolean): ListingRule {
  const { listed, exceptLabelIds = [], guests = 'forbidden' } = settings;
  return isGuest && guests === 'forbidden'
    ? NOTHING
    : { visibilities: LISTED_VISIBILITIES[listed], exceptLabelIds };
}

async function attachedTo({ store }: DirectoryDeps, tenantId: string, policyId: string): Promise<string[]> {
  const { policies } = store.in(tenantId);
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const found = await policies.listTeams(policyId, { top: PAGE, after });
    ids.push(...found.slice(0, PAGE).map(({ teamId }) => teamId));
    after = found.length > PAGE ? ids.at(-1) : undefined;
  } while (after !== undefined);
  return ids;
}

async function isGuest({ suite }: DirectoryDeps, principal: Principal): Promise<boolean> {
  const userId = userIdOf(principal);
  if (userId === undefined) return false;
  const [user] = await findById(suite.users, principal.tenantId, [userId]);
  return user?.userType !== 'Member';
}

/**
 * Returns the rules for the caller, the narrowest policy first, then the oldest: attached to a team, for teams of a
 * template, for all teams.
 */
export async function listingFor(deps: DirectoryDeps, principal: Principal): Promise<Listing> {
  const { tenantId } = principal;
  const { policies, teamFacts } = deps.store.in(tenantId);
  const [enabled, guest] = await Promise.all([policies.listEnabled(), isGuest(deps, principal)]);
  const inForce = enabled.filter(
    (policy): policy is DirectoryPolicy => policy.kind === 'directory' && policy.mode === 'enforce',
  );
  const [tenantWide] = policiesOfKind(policiesFor(inForce), 'directory');
  const attached = inForce.map(async (policy) => ({
    ...ruleOf(policy, guest),
    teamIds: await attachedTo(deps, tenantId, policy.id),
  }));
  const ofTemplates = inForce.flatMap((policy) =>
    policy.scope.type === 'templates'
      ? policy.scope.templateIds.map(async (templateId) => ({
          ...ruleOf(policy, guest),
          teamIds: await teamFacts.governedIds(templateId),
        }))
      : [],
  );
  const narrow = await Promise.all([...attached, ...ofTemplates]);
  const rest =
    tenantWide === undefined
      ? guest
        ? NOTHING
        : { visibilities: LISTED_VISIBILITIES.public, exceptLabelIds: [] }
      : ruleOf(tenantWide, guest);
  return { rules: [...narrow.filter(({ teamIds }) => teamIds.length > 0), rest] };
}
