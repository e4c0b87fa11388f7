/** Builds the event of a person who was added to a team or promoted. */
import type { NewEvent } from '../../engine/events/model.ts';
import type { AdmittedStay } from './admission.ts';
import { guestStayUpdated, STAY_RECORD_FIELDS, teamMemberAdded } from './events.ts';
import { type MemberRole, roleOf } from './model.ts';
import type { AddedMember } from './suite.ts';

interface Addition {
  team: { id: string; displayName: string };
  /** The person's role before the change; null or undefined for a new member. */
  roleBefore: MemberRole | null | undefined;
  /** The stay of a new guest. */
  stay: AdmittedStay | undefined;
}

/**
 * Returns the event of the addition, which includes the stay of a new guest. When another call has added the guest,
 * returns an event about the stay alone, unless that call stored the same stay. Returns undefined when nothing has
 * changed.
 */
export function memberAdded(
  { userId, displayName, email, roles, roleBefore: hiddenRole }: AddedMember,
  { team, roleBefore, stay }: Addition,
): NewEvent | undefined {
  const target = { type: 'member', id: userId, displayName };
  const role = roleOf(roles);
  const { endDateTime = null, sponsor = null, isStored = true } = stay ?? {};
  const targetData = { endDateTime, sponsorId: sponsor?.id ?? null };
  const alone = isStored
    ? undefined
    : guestStayUpdated.happened({
        target,
        payload: { team, guest: { id: userId, displayName, endDateTime, sponsor } },
        targetData,
      });
  if (role === (hiddenRole ?? roleBefore)) return alone;
  return teamMemberAdded.happened({
    target,
    payload: { team, member: { id: userId, displayName, mail: email, role, endDateTime, sponsor } },
    ...(stay && { targetData }),
    ...(alone && { beyond: { fields: STAY_RECORD_FIELDS, instead: alone } }),
  });
}
