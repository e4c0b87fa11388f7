/**
 * Reminds owners of requests to join, and ends those that expired or can't be decided any more
 * (docs/team-directory.md).
 */
import { findActingOwners, notifyOwners } from '../../domain/notifications/notify-owners.ts';
import type { Deps } from '../../engine/deps.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { endRequest } from './end-request.ts';
import { CLAIM_MILLISECONDS, type JoinRequest, type Resolution } from './model.ts';

const BATCH = 100;
/** Time that an ended request stays in the lists. */
const STORED_DAYS = 180;

export interface ProcessDeps extends Deps {
  /** Reports a request whose owners could not be read. It is retried a minute later. */
  report(error: unknown, details: { tenantId: string; joinRequestId: string }): void;
}

/**
 * Returns how the request ends now; undefined while it stays pending. `joined` with a decider means that the person was
 * added to the team, and that the node died before it recorded the decision.
 */
function resolutionOf({ obstacle, decider, expiresAt }: JoinRequest, at: Date): Resolution | undefined {
  if (obstacle === 'joined' && decider !== null) return { status: 'accepted', decider, at };
  if (obstacle !== null) return { status: 'withdrawn', reason: obstacle, at };
  return expiresAt <= at ? { status: 'expired', at } : undefined;
}

async function remind(deps: Deps, tenantId: string, request: JoinRequest, at: Date): Promise<void> {
  const { id: joinRequestId, teamId, teamName, personName, message, expiresAt } = request;
  const members = await deps.suite.teams.listMembers(tenantId, teamId);
  const owners = await findActingOwners(deps, tenantId, members);
  const facts = {
    ...{ joinRequestId, teamId, teamName, personName },
    ...(message !== null && { message }),
    expiresDateTime: expiresAt.toISOString(),
  };
  await deps.store.transaction(tenantId, async (unit) => {
    if (!(await unit.joinRequests.markReminded(joinRequestId, at))) return;
    await notifyOwners(unit, owners, { kind: 'join_request_reminder', facts }, at);
  });
}

/**
 * Performs the due steps of a batch of the tenant's requests. Returns the number of requests in the batch, failed ones
 * included. Safe to run on several nodes at once.
 */
export async function processJoinRequests(deps: ProcessDeps, tenantId: string): Promise<number> {
  const { joinRequests } = deps.store.in(tenantId);
  const at = deps.clock.now();
  const due = await joinRequests.listDue(at, BATCH);
  for (const request of due) {
    try {
      const resolution = resolutionOf(request, at);
      if (resolution === undefined) await remind(deps, tenantId, request, at);
      else
        await endRequest(deps, tenantId, request, resolution, {
          // Leaves a request that somebody is accepting to that call.
          unclaimedSince: new Date(
            at.getTime() - (resolution.status === 'accepted' ? 0 : CLAIM_MILLISECONDS),
          ),
        });
    } catch (error) {
      deps.report(error, { tenantId, joinRequestId: request.id });
    }
  }
  return due.length;
}

/** Deletes requests that ended long ago. */
export const removeOldJoinRequests = (
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
): Promise<number> =>
  store
    .in(tenantId)
    .joinRequests.removeResolved(new Date(clock.now().getTime() - STORED_DAYS * DAY_MILLISECONDS));
