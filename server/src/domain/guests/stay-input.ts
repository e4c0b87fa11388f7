/** Reads what a caller says about the stay of a guest. */
import type { Suite } from '../../engine/suite.ts';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { findUser } from '../directory/find-people.ts';
import type { StayInput } from '../teams/admission.ts';
import { type GuestPolicy, latestEnd } from './rules.ts';

/** The end and the sponsor that a caller gives; undefined for what is not given. */
export interface GivenStay {
  endsAt?: Date;
  sponsorId?: string;
}

/**
 * Reads the end and the sponsor of a guest.
 * @param terms the policy of the team, and the present time, from which a new stay would count
 * @throws InvalidRequest for an end in the past or beyond the policy, and for a sponsor who is unknown or a guest
 */
export async function readStay(
  { suite }: { suite: Pick<Suite, 'users'> },
  tenantId: string,
  { endDateTime, sponsor, path }: StayInput & { path: string },
  { policy, now }: { policy: Pick<GuestPolicy, 'name' | 'settings'> | undefined; now: Date },
): Promise<GivenStay> {
  const given: GivenStay = {};
  if (endDateTime !== undefined) {
    const endsAt = new Date(endDateTime);
    const target = `${path}endDateTime`;
    // RFC 3339 permits leap seconds, which JavaScript can't represent.
    if (Number.isNaN(endsAt.getTime()) || endsAt <= now)
      throw invalidField(target, say('guests.endPassed', 'Give an end date in the future.'));
    const latest = policy && latestEnd(policy, now);
    if (policy !== undefined && latest !== undefined && endsAt > latest) {
      const days = policy.settings.longestStayDays ?? 0;
      throw invalidField(
        target,
        say(
          'guests.endLate',
          "The policy '{policy}' permits stays of at most {days, plural, one {# day} other {# days}}. Give an earlier end date.",
          { policy: policy.name, days },
        ),
      );
    }
    given.endsAt = endsAt;
  }
  if (sponsor !== undefined) {
    const target = `${path}sponsor.id`;
    const user = await findUser(suite, tenantId, { path: target, reference: sponsor.id });
    if (user.userType === 'Guest')
      throw invalidField(
        target,
        say('guests.sponsorIsGuest', 'A guest cannot be a sponsor. Name a person of your organisation.'),
      );
    given.sponsorId = user.id;
  }
  return given;
}
