import { findActingOwners, notifyOwners } from '../../domain/notifications/notify-owners.ts';
import { userIdOf } from '../../domain/teams/access.ts';
import type { Deps } from '../../engine/deps.ts';
import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { DAY_MILLISECONDS, halfwayBetween } from '../../kernel/clock.ts';
import { type CharterError, conflict, hidden } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { say } from '../../kernel/messages.ts';
import { joinRequestPayload, teamJoinRequested } from './events.ts';
import { listingFor } from './listing.ts';
import { ANSWER_DAYS, DECLINED_DAYS, type JoinRequest, MAX_PENDING } from './model.ts';
import { findListed } from './read-directory.ts';
import { describeRequest, type ShownJoinRequest } from './read-requests.ts';

interface AskToJoinInput {
  teamId: string;
  /** Text for the owners. */
  message?: string | undefined;
}

/** @throws Conflict for a person whose earlier request was declined a short time ago */
function assertMayAskAgain(latest: JoinRequest | undefined, at: Date): void {
  if (latest?.status !== 'declined' || latest.resolvedAt === null) return;
  const again = new Date(latest.resolvedAt.getTime() + DECLINED_DAYS * DAY_MILLISECONDS);
  if (again <= at) return;
  throw conflict(
    say(
      'joinRequests.declinedLately',
      'Your request was declined. You may ask this team again from {again, date, utc} UTC on.',
      { again: again.getTime() },
    ),
  );
}

const tooMany = (): CharterError =>
  conflict(
    say(
      'joinRequests.many',
      'You have {most} pending requests to join teams. Withdraw one, or wait until one is decided.',
      { most: MAX_PENDING },
    ),
  );

/**
 * Asks the owners of a listed team to add the calling person. Administrators are notified of a team without an owner.
 * Returns the pending request, even if the person has asked before.
 * @throws NotFound for a team that the directory does not list for the caller; Conflict for a member of the team, for a
 * person whose request was declined less than DECLINED_DAYS ago, and for one with many pending requests
 */
export async function askToJoin(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  { teamId: wanted, message }: AskToJoinInput,
): Promise<ShownJoinRequest> {
  const { store, suite, clock } = deps;
  const { tenantId, id: personId } = principal;
  const { joinRequests } = store.in(tenantId);
  const team = await findListed(deps, tenantId, await listingFor(deps, principal), wanted);
  if (team === undefined) throw hidden('team', wanted);
  const { id: teamId, displayName: teamName } = team;
  const [members, latest, pendingCount, access] = await Promise.all([
    suite.teams.listMembers(tenantId, teamId),
    joinRequests.latest(personId, teamId),
    joinRequests.countPending(personId),
    suite.teams.access(tenantId, teamId, userIdOf(principal)),
  ]);
  if (access?.role !== undefined)
    throw conflict(say('joinRequests.member', 'You are in this team already. Open it in your teams.'));
  if (latest?.status === 'pending') return describeRequest(latest);
  const createdAt = clock.now();
  assertMayAskAgain(latest, createdAt);
  if (pendingCount >= MAX_PENDING) throw tooMany();
  const owners = await findActingOwners(deps, tenantId, members);
  const expiresAt = new Date(createdAt.getTime() + ANSWER_DAYS * DAY_MILLISECONDS);
  const text = message?.trim() ?? '';
  const request = {
    ...{ id: newId(), teamId, teamName, personId, createdAt, expiresAt },
    message: text === '' ? null : text,
  };
  const added = await store.transaction(tenantId, async (unit) => {
    if (!(await unit.joinRequests.add({ ...request, remindsAt: halfwayBetween(createdAt, expiresAt) }))) {
      return undefined;
    }
    const added = await unit.joinRequests.find(request.id);
    if (added === undefined) throw new Error(`The request ${request.id} was not added.`);
    const { target, request: basics, ...fact } = joinRequestPayload(added);
    const event = teamJoinRequested.happened({
      target,
      payload: { ...fact, request: { ...basics, message: added.message } },
    });
    await unit.events.append([{ ...event, ...causeOf(principal, context) }], createdAt);
    const facts = {
      ...{ joinRequestId: added.id, teamId, teamName, personName: added.personName },
      ...(added.message !== null && { message: added.message }),
      expiresDateTime: expiresAt.toISOString(),
    };
    // Notifies the owners at most once a day, so that nobody sends them many messages by withdrawing and asking again.
    if (latest === undefined || latest.createdAt.getTime() + DAY_MILLISECONDS <= createdAt.getTime())
      await notifyOwners(unit, owners, { kind: 'join_requested', facts }, createdAt);
    return added;
  });
  const stored = added ?? (await joinRequests.latest(personId, teamId));
  if (stored === undefined) throw conflict(say('joinRequests.busy', 'The request has changed. Try again.'));
  return describeRequest(stored);
}
