/** Lists channels that violate policies, and lets administrators allow them (docs/channels.md). */
import { authoriseTeamAction } from '../../domain/teams/access.ts';
import type { Deps } from '../../engine/deps.ts';
import {
  assertAdmin,
  causeOf,
  isAdmin,
  type Principal,
  type RequestContext,
} from '../../engine/principal.ts';
import { CharterError, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import type { ListedViolation, ViolationQuery } from './ports.ts';
import { endedEvent } from './violations.ts';

/** Describes a violation for the API. Times are RFC 3339 UTC. */
const describe = ({
  id,
  teamId,
  teamName,
  channelId,
  channelName,
  membershipType,
  policyId,
  policyName,
  mode,
  status,
  reason,
  foundAt,
  deleteAt,
}: ListedViolation) => ({
  id,
  team: { id: teamId, displayName: teamName },
  channel: { id: channelId, displayName: channelName, membershipType },
  policy: { id: policyId, name: policyName },
  mode,
  status,
  reason,
  foundDateTime: foundAt.toISOString(),
  deleteDateTime: deleteAt?.toISOString() ?? null,
});

export type DescribedViolation = ReturnType<typeof describe>;

/**
 * Returns a page of the channels that violate a policy, newest first: in all teams for administrators, and in the
 * caller's own teams for others.
 * @throws Forbidden, NotFound for a team that the caller doesn't own or can't see
 */
export async function listChannelViolations(
  deps: Pick<Deps, 'store' | 'suite'>,
  principal: Principal,
  query: Omit<ViolationQuery, 'ownerId'>,
): Promise<Page<DescribedViolation>> {
  const { teamId } = query;
  if (teamId !== undefined) await authoriseTeamAction(deps, principal, teamId, 'readLifecycle');
  const ownerId = isAdmin(principal) ? undefined : principal.id;
  const found = await deps.store.in(principal.tenantId).channelViolations.list({ ...query, ownerId });
  return toPage(found.map(describe), query.top, ({ id }) => id);
}

/**
 * Allows a channel that violates a policy: it is not deleted, and no check finds it again. Changes nothing when the
 * channel is already allowed.
 * @throws Forbidden, NotFound; Conflict when the deletion has begun, or the violation has changed meanwhile
 */
export async function allowChannel(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  principal: Principal,
  context: RequestContext,
  { violationId }: { violationId: string },
): Promise<DescribedViolation> {
  assertAdmin(principal, (facts) =>
    say('channels.allowAdminsOnly', 'Allowing a channel needs one of the roles {roles}.', facts),
  );
  const { tenantId } = principal;
  const violation = await store.in(tenantId).channelViolations.find(violationId);
  if (violation === undefined) throw notFound('violation', violationId);
  if (violation.status === 'allowed') return describe(violation);
  const { teamName, ...stored } = violation;
  const allowed = { ...stored, status: 'allowed' as const, deleteAt: null };
  await store.transaction(tenantId, async (unit) => {
    if (stored.status === 'deleting' || !(await unit.channelViolations.change(stored, allowed))) {
      throw new CharterError(
        'Conflict',
        say(
          'channels.violationChanged',
          'The deletion of this channel has begun, or something else about it has changed. Look at it again.',
        ),
      );
    }
    const event = endedEvent({ id: stored.teamId, displayName: teamName }, stored, 'allowed');
    await unit.events.append([{ ...event, ...causeOf(principal, context) }], clock.now());
  });
  return describe({ ...allowed, teamName });
}
