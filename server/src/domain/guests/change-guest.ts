import type { Deps } from '../../engine/deps.ts';
import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { invalidField, notFound, policyViolation } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { retryConflicts } from '../../kernel/retry.ts';
import { labelledPolicyFor } from '../policies/labelled-policy.ts';
import { policiesFor } from '../policies/model.ts';
import { authoriseTeamAction } from '../teams/access.ts';
import type { DescribedStay } from '../teams/admission.ts';
import { guestStayUpdated } from '../teams/events.ts';
import { type MemberRole, roleOf, type TeamMember } from '../teams/model.ts';
import { guestRoleIsFixed } from '../teams/suite-rules.ts';
import { describeStays } from './describe-stays.ts';
import type { NewStay } from './ports.ts';
import { endOf, permittedStayEnd } from './rules.ts';
import { readStays } from './stay-input.ts';

interface ChangeGuestInput {
  teamId: string;
  membershipId: string;
  /** The role that the caller sends together with the stay, if any. */
  role?: MemberRole | undefined;
  /** Null removes the end, or sets the latest one that the policy permits; undefined leaves it. */
  endDateTime?: string | null | undefined;
  /** Null removes the sponsor, unless the policy requires one; undefined leaves it. */
  sponsor?: { id: string } | null | undefined;
}

/**
 * Changes the end of a guest's stay, or the sponsor. Only owners of the team and administrators may. A new end restarts
 * the stay, so that the guest no longer counts as inactive. Returns the membership with its stay. Writes nothing when
 * nothing changes.
 * @throws NotFound, Forbidden, TeamArchived; InvalidRequest at `endDateTime`, `sponsor` or `sponsor.id`, and at `role`
 * for any role but `guest`; PolicyViolation for the removal of a sponsor whom the policy requires; Conflict when others
 * keep changing the stay
 */
export async function changeGuest(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  { teamId, membershipId, role, endDateTime, sponsor }: ChangeGuestInput,
): Promise<TeamMember & DescribedStay> {
  const { tenantId } = principal;
  const { suiteTeam } = await authoriseTeamAction(deps, principal, teamId, 'updateMember');
  const { id, displayName } = suiteTeam.team;
  const member = await deps.suite.teams.findMember(tenantId, id, membershipId);
  if (member === undefined) throw notFound('member', membershipId);
  if (roleOf(member.roles) !== 'guest')
    throw invalidField(
      endDateTime === undefined ? 'sponsor' : 'endDateTime',
      say('guests.onlyGuests', 'Only guests have an end date and a sponsor. Leave both out.'),
    );
  if (role !== undefined && role !== 'guest') throw guestRoleIsFixed();
  const { guestStays, policies } = deps.store.in(tenantId);
  const governing = await policies.findGoverning(id);
  const policy = labelledPolicyFor(
    policiesFor(governing.policies, governing.governed),
    'guests',
    suiteTeam.sensitivityLabelId,
  );
  if (policy?.settings.sponsor === 'required' && sponsor === null) {
    const message = say(
      'guests.keepsSponsor',
      "The policy '{policy}' requires a sponsor. Name another one.",
      {
        policy: policy.name,
      },
    );
    throw policyViolation(message, [{ target: 'guests', code: 'PolicyViolation', ...message }]);
  }
  const now = deps.clock.now();
  const input = { path: '', endDateTime: endDateTime ?? undefined, sponsor: sponsor ?? undefined };
  const [given] = await readStays(deps, tenantId, [input], { policy, now });
  const isRenewed = endDateTime !== undefined;
  const write = async (): Promise<DescribedStay | undefined> => {
    const [stored] = await guestStays.of(id, [member.userId]);
    const before: NewStay = stored ?? {
      ...{ teamId: id, userId: member.userId, since: now },
      ...{ endsAt: null, inactiveEndsAt: null, sponsorId: null, reportedPolicyId: null },
    };
    const stay: NewStay = {
      ...before,
      since: isRenewed ? now : before.since,
      endsAt: isRenewed
        ? (given?.endsAt ?? (policy && permittedStayEnd(policy, undefined, now)) ?? null)
        : before.endsAt,
      inactiveEndsAt: isRenewed ? null : before.inactiveEndsAt,
      sponsorId: sponsor === undefined ? before.sponsorId : (given?.sponsor?.id ?? null),
    };
    const [described] = await describeStays(deps, tenantId, [stay]);
    const shown = described?.shown ?? { endDateTime: null, sponsor: null };
    const isChanged =
      endOf(stay)?.getTime() !== endOf(before)?.getTime() || stay.sponsorId !== before.sponsorId;
    if (!isChanged) return shown;
    const event = guestStayUpdated.happened({
      target: { type: 'member', id: member.userId, displayName: member.displayName },
      payload: {
        team: { id, displayName },
        guest: { id: member.userId, displayName: member.displayName, ...shown },
      },
    });
    const isWritten = await deps.store.transaction(tenantId, async (unit) => {
      if ((await unit.guestStays.adjust([{ before: stored, after: stay }])).length === 0) return false;
      await unit.events.append([{ ...event, ...causeOf(principal, context) }], now);
      return true;
    });
    return isWritten ? shown : undefined;
  };
  const shown = await retryConflicts(
    write,
    say('guests.busy', 'Others keep changing the stay of this guest at the same moment. Try again.'),
  );
  return { ...member, ...shown };
}
