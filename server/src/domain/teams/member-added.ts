/** Builds the event of a person who was added to a team or promoted. */
import type { NewEvent } from '../../engine/events/model.ts';
import type { DescribedStay } from './admission.ts';
import { guestStayUpdated, STAY_RECORD_FIELDS, teamMemberAdded } from './events.ts';
import { type MemberRole, roleOf } from './model.ts';
import type { AddedMember } from './suite.ts';

interface Addition {
  team: { id: string; displayName: string };
  /** The person's role before the change; null or undefined for a new member. */
  roleBefore: MemberRole | null | undefined;
  /** The stay of a new guest. */
  stay: DescribedStay | undefined;
}

/**
 * Returns the event of the addition, which begins the stay of a guest. When another call has added the guest, the event
 * is about the stay alone. Returns undefined when nothing has changed.
 */
export function memberAdded(
  { userId, displayName, email, roles, roleBefore: hiddenRole }: AddedMember,
  { team, roleBefore, stay }: Addition,
): NewEvent | undefined {
  const target = { type: 'member', id: userId, displayName };
  const role = roleOf(roles);
  const targetData = stay && { endDateTime: stay.endDateTime, sponsorId: stay.sponsor?.id ?? null };
  const isLimited = targetData?.endDateTime != null || targetData?.sponsorId != null;
  const alone = isLimited
    ? guestStayUpdated.happened({
        target,
        payload: { team, guest: { id: userId, displayName, ...stay } },
        targetData,
      })
    : undefined;
  if (role === (hiddenRole ?? roleBefore)) return alone;
  return teamMemberAdded.happened({
    target,
    payload: { team, member: { id: userId, displayName, mail: email, role, ...stay } },
    ...(targetData && { targetData }),
    ...(alone && { beyond: { fields: STAY_RECORD_FIELDS, instead: alone } }),
  });
}
