/** Reads the end and the sponsor that a caller sets for the stay of a guest. */
import type { Suite } from '../../engine/suite.ts';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { findUsers } from '../directory/find-people.ts';
import type { StayInput } from '../teams/admission.ts';
import { type GuestPolicy, latestEnd } from './rules.ts';

/** The end and the sponsor that a caller sets; undefined if not set. */
export interface GivenStay {
  endsAt: Date | undefined;
  sponsor: { id: string; displayName: string } | undefined;
}

interface StayTerms {
  policy: Pick<GuestPolicy, 'name' | 'settings'> | undefined;
  /** The current time, at which a new stay would start. */
  now: Date;
}

/** A stay in the input, with the path of its guest. */
type PlacedStay = StayInput & { path: string };

function readEnd({ endDateTime, path }: PlacedStay, { policy, now }: StayTerms): Date | undefined {
  if (endDateTime === undefined) return undefined;
  const endsAt = new Date(endDateTime);
  const target = `${path}endDateTime`;
  // RFC 3339 permits leap seconds, which JavaScript can't represent.
  if (Number.isNaN(endsAt.getTime()) || endsAt <= now)
    throw invalidField(target, say('guests.endPassed', 'Give an end date in the future.'));
  const latest = policy && latestEnd(policy, now);
  if (policy === undefined || latest === undefined || endsAt <= latest) return endsAt;
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

/** Returns the sponsors by the paths of their guests. Looks all of them up in one call. */
async function readSponsors(
  suite: Pick<Suite, 'users'>,
  tenantId: string,
  stays: readonly PlacedStay[],
): Promise<ReadonlyMap<string, { id: string; displayName: string }>> {
  const named = stays.flatMap(({ sponsor, path }) =>
    sponsor === undefined ? [] : [{ guest: path, path: `${path}sponsor.id`, reference: sponsor.id }],
  );
  if (named.length === 0) return new Map();
  const users = await findUsers(suite, tenantId, named);
  return new Map(
    named.map(({ guest, path }, index) => {
      const { id, displayName, userType, accountEnabled } = users[index]!;
      if (userType === 'Guest')
        throw invalidField(
          path,
          say('guests.sponsorIsGuest', 'A guest cannot be a sponsor. Name a person of your organisation.'),
        );
      if (accountEnabled) return [guest, { id, displayName }];
      throw invalidField(
        path,
        say('guests.sponsorClosed', 'The account of {name} is closed. Name a person who can sign in.', {
          name: displayName,
        }),
      );
    }),
  );
}

/**
 * Reads the ends and the sponsors of guests. Returns the values for each guest, in the order of the input.
 * @throws InvalidRequest for an end in the past or beyond the policy, and for a sponsor who is unknown, a guest, or has a
 * closed account
 */
export async function readStays(
  { suite }: { suite: Pick<Suite, 'users'> },
  tenantId: string,
  stays: readonly PlacedStay[],
  terms: StayTerms,
): Promise<GivenStay[]> {
  const ends = stays.map((stay) => readEnd(stay, terms));
  const sponsors = await readSponsors(suite, tenantId, stays);
  return stays.map(({ path }, index) => ({ endsAt: ends[index], sponsor: sponsors.get(path) }));
}
