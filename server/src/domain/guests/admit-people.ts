import type { Deps } from '../../engine/deps.ts';
import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { labelledPolicyFor } from '../policies/labelled-policy.ts';
import { policiesFor, reportedFor } from '../policies/model.ts';
import { reportRecords } from '../policies/policy-records.ts';
import type { Admission, AdmittedStay, NewPerson } from '../teams/admission.ts';
import type { SuiteTeam } from '../teams/model.ts';
import { endOf, type GuestPolicy, guestFault, permittedStayEnd } from './rules.ts';
import { readStays } from './stay-input.ts';

const isGuest = ({ user }: NewPerson): boolean => user.userType === 'Guest';

/** Returns why the policy rejects the person; undefined when it does not. */
function faultOf(policy: GuestPolicy, { user, sponsor }: NewPerson): Message | undefined {
  const fault = guestFault(policy, user);
  if (fault !== undefined || policy.settings.sponsor !== 'required' || sponsor !== undefined) return fault;
  return say(
    'guests.sponsorRequired',
    "The policy '{policy}' requires a sponsor for each guest. Name a person of your organisation.",
    { policy: policy.name },
  );
}

/**
 * Checks the people whom the caller adds to a team against its policy for guests, and decides the stays of the guests.
 * A policy in the mode `report` rejects nobody: whom it would reject is recorded. The end and the sponsor of a person
 * who is not a guest are ignored.
 * @throws InvalidRequest for a wrong end or sponsor
 */
export async function admitPeople(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  { team: { id: teamId, displayName }, sensitivityLabelId }: SuiteTeam,
  people: readonly NewPerson[],
): Promise<Admission> {
  const { tenantId } = principal;
  const guests = people.filter(isGuest);
  if (guests.length === 0) return { rejected: new Map(), stays: new Map() };
  const now = deps.clock.now();
  const { governed, policies } = await deps.store.in(tenantId).policies.findGoverning(teamId);
  const policy = labelledPolicyFor(policiesFor(policies, governed), 'guests', sensitivityLabelId);
  const reporting = labelledPolicyFor(reportedFor(policies, governed), 'guests', sensitivityLabelId);
  const rejected = new Map<string, Message>();
  for (const guest of guests) {
    const fault = policy && faultOf(policy, guest);
    if (fault !== undefined) rejected.set(guest.user.id, fault);
  }
  const admitted = guests.filter(({ user }) => !rejected.has(user.id));
  const [given, found] = await Promise.all([
    readStays(deps, tenantId, admitted, { policy, now }),
    deps.store.in(tenantId).guestStays.of(
      teamId,
      admitted.map(({ user }) => user.id),
    ),
  ]);
  const stored = new Map(found.map((stay) => [stay.userId, stay]));
  // By user id: a list can name a guest twice.
  const stays = new Map<string, AdmittedStay>();
  const reports = new Map<string, Message & { policy: 'guests'; source: { id: string; name: string } }>();
  for (const [index, guest] of admitted.entries()) {
    const userId = guest.user.id;
    const reported = reporting && faultOf(reporting, guest);
    if (reporting !== undefined && reported !== undefined) {
      const { id, name } = reporting;
      reports.set(userId, { policy: 'guests', source: { id, name }, ...reported });
    }
    const { endsAt, sponsor = null } = given[index]!;
    const first = endsAt && { since: now, endsAt };
    const end = policy === undefined ? (endsAt ?? null) : permittedStayEnd(policy, first, now);
    const before = stored.get(userId);
    const isStored =
      ((before && endOf(before)) ?? null)?.getTime() === end?.getTime() &&
      (before?.sponsorId ?? null) === (sponsor?.id ?? null);
    stays.set(userId, { endDateTime: end?.toISOString() ?? null, sponsor, isStored });
  }
  if (reports.size === 0 || reporting === undefined) return { rejected, stays };
  // Only marks the guests as reported: the event of the addition sets the end and the sponsor. A stay that a concurrent
  // call has stored keeps its values.
  const reported = [...reports.keys()].map((userId) => {
    const { since = now, endsAt = null, inactiveEndsAt = null, sponsorId = null } = stored.get(userId) ?? {};
    return { teamId, userId, since, endsAt, inactiveEndsAt, sponsorId, reportedPolicyId: reporting.id };
  });
  return {
    rejected,
    stays,
    async hold({ guestStays, audit }) {
      await guestStays.save(reported);
      const team = { id: teamId, displayName };
      await audit.append(reportRecords(causeOf(principal, context), team, [...reports.values()]), now);
    },
  };
}
