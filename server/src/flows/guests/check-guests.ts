/**
 * Compares the guests of a team with its policy: begins and limits their stays, and removes those who are not allowed.
 */
import { findActing } from '../../domain/directory/find-people.ts';
import type { User } from '../../domain/directory/model.ts';
import { describeStays } from '../../domain/guests/describe-stays.ts';
import type { GuestStay, NewStay } from '../../domain/guests/ports.ts';
import {
  defaultSponsor,
  type GuestPolicy,
  guestFault,
  inactiveEnd,
  NEW_FOR_MILLISECONDS,
  permittedStayEnd,
  REMOVAL_RETRY_MILLISECONDS,
} from '../../domain/guests/rules.ts';
import { findActingOwners } from '../../domain/notifications/notify-owners.ts';
import { reportRecords } from '../../domain/policies/policy-records.ts';
import { guestStayUpdated } from '../../domain/teams/events.ts';
import { ownerIdsOf, roleOf, type TeamMember } from '../../domain/teams/model.ts';
import type { Deps } from '../../engine/deps.ts';
import type { NewEvent } from '../../engine/events/model.ts';
import { isFinalRejection } from '../../engine/intents/perform.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
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

type Terms = Pick<GuestStay, 'endsAt' | 'inactiveEndsAt' | 'sponsorId'>;

const NO_TERMS: Terms = { endsAt: null, inactiveEndsAt: null, sponsorId: null };

/** Whether the stays have the same ends and the same sponsor. If they differ, the change needs an event. */
const hasSameTerms = (one: Terms, other: Terms): boolean =>
  one.endsAt?.getTime() === other.endsAt?.getTime() &&
  one.inactiveEndsAt?.getTime() === other.inactiveEndsAt?.getTime() &&
  one.sponsorId === other.sponsorId;

const isSame = (one: NewStay | undefined, other: NewStay): boolean =>
  one !== undefined && hasSameTerms(one, other) && one.reportedPolicyId === other.reportedPolicyId;

interface ChangedStay {
  member: { userId: string; displayName: string };
  before: GuestStay | undefined;
  after: NewStay;
  /** Whether the suite knows the latest sign-in of the guest. */
  isSignInKnown: boolean;
}

/** Returns why the terms of a stay change. */
function reasonOf({ before, after, isSignInKnown }: ChangedStay, policy: GuestPolicy | undefined) {
  const wasInactive = (before?.inactiveEndsAt ?? null) !== null;
  if (wasInactive === (after.inactiveEndsAt !== null)) return 'guestPolicy';
  if (!wasInactive) return 'guestInactive';
  return isSignInKnown && policy?.settings.inactiveDays !== undefined ? 'guestActive' : 'guestPolicy';
}

/** Returns the events about changed ends and sponsors, by user id. */
async function stayEvents(
  deps: Pick<Deps, 'suite'>,
  tenantId: string,
  { team, policy }: Pick<CheckedGuests, 'team' | 'policy'>,
  changed: readonly ChangedStay[],
): Promise<ReadonlyMap<string, NewEvent>> {
  const visible = changed.filter(({ before = NO_TERMS, after }) => !hasSameTerms(before, after));
  const described = await describeStays(
    deps,
    tenantId,
    visible.map(({ after }) => after),
  );
  return new Map(
    visible.map((change, index): [string, NewEvent] => {
      const { userId: id, displayName } = change.member;
      const guest = { id, displayName, ...described[index]?.shown };
      return [
        id,
        guestStayUpdated.happened({
          target: { type: 'member', id, displayName },
          payload: { team, guest, reason: reasonOf(change, policy) },
          unpublished: { policyId: policy?.id },
        }),
      ];
    }),
  );
}

interface Cause {
  actor: typeof SYSTEM_ACTOR;
  requestId: string;
}

/**
 * Returns a function that writes changed stays with their events in a transaction. The function skips a stay that
 * another call has begun or changed meanwhile. The next check judges it again.
 */
export async function prepareStays(
  deps: Pick<Deps, 'suite' | 'clock'>,
  tenantId: string,
  terms: Pick<CheckedGuests, 'team' | 'policy'>,
  changed: readonly ChangedStay[],
): Promise<(unit: UnitOfWork, cause: Cause) => Promise<void>> {
  const events = await stayEvents(deps, tenantId, terms, changed);
  return async ({ guestStays, events: log }, cause) => {
    const written = await guestStays.adjust(changed);
    const happened = written.flatMap((userId) => events.get(userId) ?? []);
    await log.append(
      happened.map((event) => ({ ...event, ...cause })),
      deps.clock.now(),
    );
  };
}

/**
 * Returns the known latest sign-ins of the guests, by user id. Asks the suite only when one of the policies needs them:
 * for inactive guests, or for the owners who review the guests.
 */
export async function findLastSignIns(
  { suite }: Pick<Deps, 'suite'>,
  tenantId: string,
  policies: readonly (Pick<GuestPolicy, 'settings'> | undefined)[],
  guests: readonly { userId: string }[],
): Promise<ReadonlyMap<string, Date>> {
  const isNeeded = policies.some(
    (policy) => policy?.settings.inactiveDays !== undefined || policy?.settings.reviewMonths !== undefined,
  );
  if (!isNeeded || guests.length === 0) return new Map();
  return suite.users.lastSignIns(
    tenantId,
    guests.map(({ userId }) => userId),
  );
}

const isRejectedLately = (stay: GuestStay | undefined, now: Date): boolean =>
  stay?.removalRejectedAt != null &&
  now.getTime() - stay.removalRejectedAt.getTime() < REMOVAL_RETRY_MILLISECONDS;

/** A violation that a policy in the mode `report` has not reported yet. */
type Report = Message & { policy: 'guests'; source: { id: string; name: string } };

/**
 * Checks the guests of a team, except permanent members. Returns whether all guests were checked: false when more
 * people must be removed than one check removes. A removal that the suite rejects is repeated a day later.
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
  const present = members.filter(isGuest);
  const [guests, stored, lastSignIns] = await Promise.all([
    readGuests(deps, tenantId, present),
    guestStays.of(team.id),
    findLastSignIns(deps, tenantId, [policy, reporting], present),
  ]);
  const stays = new Map(stored.map((stay) => [stay.userId, stay]));
  const owners = ownerIdsOf(members);
  const needsSponsor = policy?.settings.sponsor === 'required';
  const isUnsponsored = ({ userId }: TeamMember): boolean => (stays.get(userId)?.sponsorId ?? null) === null;
  const acting =
    needsSponsor && present.some(isUnsponsored) ? await findActingOwners(deps, tenantId, members) : [];
  const sponsor = defaultSponsor(
    members
      .filter(({ userId }) => acting.includes(userId))
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
    const endsAt = policy === undefined ? (stay?.endsAt ?? null) : permittedStayEnd(policy, stay, now);
    const lastSignIn = lastSignIns.get(userId);
    const next: NewStay = {
      teamId: team.id,
      userId,
      since: stay?.since ?? now,
      endsAt,
      inactiveEndsAt: (policy && inactiveEnd(policy, stay, { endsAt, lastSignIn, now })) ?? null,
      // A guest who was added outside Charter has no sponsor, so an owner who can act becomes the sponsor.
      sponsorId: stay?.sponsorId ?? (needsSponsor ? (sponsor?.id ?? null) : null),
      reportedPolicyId: fault === undefined ? (stay?.reportedPolicyId ?? null) : (reporting?.id ?? null),
    };
    if (!isSame(stay, next))
      changed.push({ member, before: stay, after: next, isSignInKnown: lastSignIn !== undefined });
  }
  const presentIds = new Set(present.map(({ userId }) => userId));
  const gone = stored
    .filter(
      ({ userId, since }) =>
        !presentIds.has(userId) && now.getTime() - since.getTime() > NEW_FOR_MILLISECONDS,
    )
    .map(({ userId }) => userId);
  if (changed.length + gone.length + reports.length > 0) {
    const write = await prepareStays(deps, tenantId, { team, policy }, changed);
    await deps.store.transaction(tenantId, async (unit) => {
      const cause = { actor: SYSTEM_ACTOR, requestId: newId() };
      await write(unit, cause);
      await unit.guestStays.remove(team.id, gone);
      if (reports.length > 0) await unit.audit.append(reportRecords(cause, team, reports), now);
    });
  }
  const some = removed.slice(0, MAX_REMOVED);
  const sponsors = some.flatMap(({ userId }) => stays.get(userId)?.sponsorId ?? []);
  const because = { reason: 'guestPolicy' as const, ...(policy && { policyId: policy.id }) };
  const announced = new Set(
    stored.filter(({ removalRejectedAt }) => removalRejectedAt !== null).map(({ userId }) => userId),
  );
  const addressees = some.length === 0 ? [] : await findActing(deps, tenantId, [...owners, ...sponsors]);
  const removal = { team, members: some, because, addressees, announced };
  const failures = [...(await removePeople(deps, tenantId, removal))]
    // Somebody else has removed the guest, or the guest has left.
    .filter(([, failure]) => !hasCode(failure, 'NotFound'));
  const rejected = failures.filter(([, failure]) => isFinalRejection(failure)).map(([userId]) => userId);
  await guestStays.reject(team.id, rejected, now);
  const [failure] = failures.map(([, error]) => error);
  if (failure !== undefined) throw failure;
  return some.length === removed.length;
}
