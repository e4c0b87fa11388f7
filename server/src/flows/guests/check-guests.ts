/** Compares the guests of a team with its policy: begins and limits their stays, and removes those who are not allowed. */
import type { User } from '../../domain/directory/model.ts';
import { describeStays } from '../../domain/guests/describe-stays.ts';
import type { GuestStay, NewStay } from '../../domain/guests/ports.ts';
import {
  defaultSponsor,
  type GuestPolicy,
  guestFault,
  NEW_FOR_MILLISECONDS,
  permittedStayEnd,
  REMOVAL_RETRY_MILLISECONDS,
} from '../../domain/guests/rules.ts';
import { reportRecords } from '../../domain/policies/policy-records.ts';
import { guestStayUpdated } from '../../domain/teams/events.ts';
import { ownerIdsOf, roleOf, type TeamMember } from '../../domain/teams/model.ts';
import type { Deps } from '../../engine/deps.ts';
import type { NewEvent } from '../../engine/events/model.ts';
import { isFinalRejection } from '../../engine/intents/perform.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import { hasCode } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Message } from '../../kernel/messages.ts';
import { MAX_REMOVED, removePeople } from './remove-people.ts';

export interface CheckedGuests {
  team: { id: string; displayName: string };
  members: readonly TeamMember[];
  /** The policy in force, and the one that only reports; undefined if there is none. */
  policy: GuestPolicy | undefined;
  reporting: GuestPolicy | undefined;
  /** Ids of the people whom a template or a policy keeps in the team. */
  permanent: ReadonlySet<string>;
}

interface Guest {
  member: TeamMember;
  user: Pick<User, 'displayName' | 'mail' | 'userPrincipalName'>;
}

const isGuest = ({ roles }: TeamMember): boolean => roleOf(roles) === 'guest';

/** Returns the guests with their addresses. Asks the directory only about guests without a mail address. */
async function readGuests(
  { suite }: Deps,
  tenantId: string,
  members: readonly TeamMember[],
): Promise<Guest[]> {
  const unknown = members.filter(({ email }) => email === null).map(({ userId }) => userId);
  const found = unknown.length === 0 ? [] : await suite.users.resolve(tenantId, unknown);
  const users = new Map(unknown.map((id, index) => [id, found[index]]));
  return members.map((member) => ({
    member,
    user: users.get(member.userId) ?? {
      displayName: member.displayName,
      mail: member.email,
      userPrincipalName: '',
    },
  }));
}

const isSame = (one: NewStay | undefined, other: NewStay): boolean =>
  one !== undefined &&
  one.endsAt?.getTime() === other.endsAt?.getTime() &&
  one.sponsorId === other.sponsorId &&
  one.reportedPolicyId === other.reportedPolicyId;

interface ChangedStay {
  member: TeamMember;
  before: GuestStay | undefined;
  after: NewStay;
}

/** Returns the events about changed ends and sponsors, by user id. */
async function stayEvents(
  deps: Deps,
  tenantId: string,
  { team, policy }: Pick<CheckedGuests, 'team' | 'policy'>,
  changed: readonly ChangedStay[],
): Promise<ReadonlyMap<string, NewEvent>> {
  const visible = changed.filter(
    ({ before, after }) =>
      (before?.endsAt ?? null)?.getTime() !== after.endsAt?.getTime() ||
      (before?.sponsorId ?? null) !== after.sponsorId,
  );
  const described = await describeStays(
    deps,
    tenantId,
    visible.map(({ after }) => after),
  );
  return new Map(
    visible.map(({ member: { userId: id, displayName } }, index): [string, NewEvent] => [
      id,
      guestStayUpdated.happened({
        target: { type: 'member', id, displayName },
        payload: { team, guest: { id, displayName, ...described[index]?.shown }, reason: 'guestPolicy' },
        unpublished: { policyId: policy?.id },
      }),
    ]),
  );
}

const isRejectedLately = (stay: GuestStay | undefined, now: Date): boolean =>
  stay?.removalRejectedAt != null &&
  now.getTime() - stay.removalRejectedAt.getTime() < REMOVAL_RETRY_MILLISECONDS;

/** A violation that a policy in the mode `report` has not reported yet. */
type Report = Message & { policy: 'guests'; source: { id: string; name: string } };

/**
 * Checks the guests of a team. Permanent members are left as they are. Returns whether all guests were checked: false
 * when more people must be removed than one check removes. A removal that the suite rejects is repeated a day later.
 * @throws the suite's error when a removal fails
 */
export async function checkGuests(
  deps: Deps,
  tenantId: string,
  { team, members, policy, reporting, permanent }: CheckedGuests,
): Promise<boolean> {
  if (policy === undefined && reporting === undefined) return true;
  const now = deps.clock.now();
  const { guestStays } = deps.store.in(tenantId);
  const [guests, stored] = await Promise.all([
    readGuests(deps, tenantId, members.filter(isGuest)),
    guestStays.of(team.id),
  ]);
  const stays = new Map(stored.map((stay) => [stay.userId, stay]));
  const owners = ownerIdsOf(members);
  const sponsor = defaultSponsor(
    members
      .filter(({ userId }) => owners.includes(userId))
      .map(({ userId: id, displayName }) => ({ id, displayName })),
  );
  const removed: TeamMember[] = [];
  const changed: ChangedStay[] = [];
  const reports: Report[] = [];
  for (const { member, user } of guests) {
    const { userId } = member;
    if (permanent.has(userId)) continue;
    const stay = stays.get(userId);
    if (policy !== undefined && guestFault(policy, user) !== undefined) {
      if (!isRejectedLately(stay, now)) removed.push(member);
      continue;
    }
    const fault = reporting && guestFault(reporting, user);
    const isReported = stay?.reportedPolicyId === reporting?.id;
    if (reporting !== undefined && fault !== undefined && !isReported)
      reports.push({ policy: 'guests', source: { id: reporting.id, name: reporting.name }, ...fault });
    const needsSponsor = policy?.settings.sponsor === 'required';
    const next: NewStay = {
      teamId: team.id,
      userId,
      since: stay?.since ?? now,
      endsAt: policy === undefined ? (stay?.endsAt ?? null) : permittedStayEnd(policy, stay, now),
      // A guest who was added outside Charter has no sponsor, so an owner becomes the sponsor.
      sponsorId: stay?.sponsorId ?? (needsSponsor ? (sponsor?.id ?? null) : null),
      reportedPolicyId: fault === undefined ? (stay?.reportedPolicyId ?? null) : (reporting?.id ?? null),
    };
    if (!isSame(stay, next)) changed.push({ member, before: stay, after: next });
  }
  const present = new Set(guests.map(({ member }) => member.userId));
  const gone = stored
    .filter(
      ({ userId, since }) => !present.has(userId) && now.getTime() - since.getTime() > NEW_FOR_MILLISECONDS,
    )
    .map(({ userId }) => userId);
  if (changed.length + gone.length + reports.length > 0) {
    const events = await stayEvents(deps, tenantId, { team, policy }, changed);
    await deps.store.transaction(tenantId, async (unit) => {
      // A stay that another call has begun or changed meanwhile is checked again later.
      const written = await unit.guestStays.adjust(changed);
      await unit.guestStays.remove(team.id, gone);
      const cause = { actor: SYSTEM_ACTOR, requestId: newId() };
      const happened = written.flatMap((userId) => events.get(userId) ?? []);
      await unit.events.append(
        happened.map((event) => ({ ...event, ...cause })),
        now,
      );
      if (reports.length > 0) await unit.audit.append(reportRecords(cause, team, reports), now);
    });
  }
  const some = removed.slice(0, MAX_REMOVED);
  const sponsors = some.flatMap(({ userId }) => stays.get(userId)?.sponsorId ?? []);
  const because = { reason: 'guestPolicy' as const, ...(policy && { policyId: policy.id }) };
  const announced = new Set(
    stored.filter(({ removalRejectedAt }) => removalRejectedAt !== null).map(({ userId }) => userId),
  );
  const removal = { team, members: some, because, addressees: [...owners, ...sponsors], announced };
  const failures = [...(await removePeople(deps, tenantId, removal))]
    // Somebody else has removed the guest, or the guest has left.
    .filter(([, failure]) => !hasCode(failure, 'NotFound'));
  const rejected = failures.filter(([, failure]) => isFinalRejection(failure)).map(([userId]) => userId);
  await guestStays.reject(team.id, rejected, now);
  const [failure] = failures.map(([, error]) => error);
  if (failure !== undefined) throw failure;
  return some.length === removed.length;
}
