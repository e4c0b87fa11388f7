/** The rules for guests: the judgement of a guest by a policy, and the end of a stay. Pure functions. */
import { domainToASCII } from 'node:url';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { type Message, say } from '../../kernel/messages.ts';
import type { User } from '../directory/model.ts';
import type { AppliedPolicy } from '../policies/model.ts';
import type { ConfirmedEnd, GuestStay } from './ports.ts';

export type GuestPolicy = AppliedPolicy<'guests'>;

/** The facts about a guest that a policy checks. */
export type JudgedGuest = Pick<User, 'displayName' | 'mail' | 'userPrincipalName'>;

const normalised = (domain: string): string => domainToASCII(domain.toLowerCase()) || domain.toLowerCase();

/**
 * Returns the mail domain of a guest, in lower case; undefined if neither attribute contains one. Without a mail
 * address, the user principal name holds it: `ada_contoso.com#EXT#@fabrikam.onmicrosoft.com` (Microsoft Entra,
 * "Properties of a B2B guest user").
 */
export function domainOf({ mail, userPrincipalName }: JudgedGuest): string | undefined {
  const external = /^.*_([^_]+)#EXT#@/i.exec(userPrincipalName)?.[1];
  const domain = mail?.split('@').at(-1) ?? external ?? userPrincipalName.split('@')[1];
  return domain === undefined || domain === '' ? undefined : normalised(domain);
}

const includes = (domains: readonly string[], domain: string): boolean =>
  domains.some((each) => normalised(each) === domain);

/** Returns why the policy does not allow the guest; undefined when it does. */
export function guestFault(
  { name: policy, settings }: Pick<GuestPolicy, 'name' | 'settings'>,
  guest: JudgedGuest,
): Message | undefined {
  const { guests, allowedDomains, blockedDomains = [] } = settings;
  if (guests === 'forbidden') {
    return say(
      'guests.forbidden',
      "The policy '{policy}' allows no guests in this team. Add people of your organisation instead, or ask an administrator to change the policy.",
      { policy },
    );
  }
  const domain = domainOf(guest);
  if (domain === undefined) {
    if (allowedDomains === undefined) return undefined;
    return say(
      'guests.domainUnknown',
      "The policy '{policy}' allows guests of some mail domains only, and {name} has no mail address. Ask an administrator to add one.",
      { policy, name: guest.displayName },
    );
  }
  if (includes(blockedDomains, domain)) {
    return say(
      'guests.domainBlocked',
      "The policy '{policy}' blocks guests from {domain}. Ask an administrator to change the policy.",
      { policy, domain },
    );
  }
  if (allowedDomains === undefined || includes(allowedDomains, domain)) return undefined;
  return say(
    'guests.domainNotAllowed',
    "The policy '{policy}' does not allow guests from {domain}. Ask an administrator to allow the domain.",
    { policy, domain },
  );
}

/** Says that the policy does not end the stays of inactive guests, because the suite does not show sign-ins. */
export const noInactiveGuests = (policy: string): Message =>
  say(
    'guests.activityUnknown',
    "The policy '{policy}' ends no stays of inactive guests, because the suite does not show when guests signed in. An administrator can find out whether a permission or a licence is missing.",
    { policy },
  );

/** Days between the announcement of an end and the end. */
export const NOTICE_DAYS = 7;

/** Pause before another attempt to remove a guest whom the suite did not remove. */
export const REMOVAL_RETRY_MILLISECONDS = DAY_MILLISECONDS;

/** Age of a stay below which its guest may be missing from the team's members: suites are eventually consistent. */
export const NEW_FOR_MILLISECONDS = DAY_MILLISECONDS;

const after = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MILLISECONDS);

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** Returns the owner who becomes the sponsor of guests without one: the first by name. */
export const defaultSponsor = <Owner extends { id: string; displayName: string }>(
  owners: readonly Owner[],
): Owner | undefined =>
  owners.toSorted(
    (one, other) => one.displayName.localeCompare(other.displayName) || (one.id < other.id ? -1 : 1),
  )[0];

/** Returns the latest end that the policy permits for a stay that starts at `since`; undefined without a limit. */
export const latestEnd = ({ settings }: Pick<GuestPolicy, 'settings'>, since: Date): Date | undefined =>
  settings.longestStayDays === undefined ? undefined : after(since, settings.longestStayDays);

/** Returns the earliest end to which a stay may be shortened. It leaves NOTICE_DAYS to announce the end. */
export const earliestEnd = (now: Date): Date => after(now, NOTICE_DAYS);

/** Returns the end of a stay: the earlier one of its ends; null if it has none. */
export const endOf = ({
  endsAt,
  inactiveEndsAt,
}: Pick<GuestStay, 'endsAt' | 'inactiveEndsAt'>): Date | null =>
  endsAt === null || inactiveEndsAt === null ? (endsAt ?? inactiveEndsAt) : earlier(endsAt, inactiveEndsAt);

/** Whether the stay ends because the guest is inactive. */
export const endsByInactivity = (stay: Pick<GuestStay, 'endsAt' | 'inactiveEndsAt'>): boolean =>
  stay.inactiveEndsAt !== null && endOf(stay) === stay.inactiveEndsAt;

/**
 * Returns the end that the policy sets for the stay of an inactive guest; null for any other guest. A guest is inactive
 * when both the latest sign-in and the start of the stay (`since`) are at least `inactiveDays` ago. The end is the one
 * set earlier, or a week ahead, so that it can be announced. Returns null also when the stay ends by then anyway.
 * @param lastSignIn undefined when it is not known: such a guest is never inactive
 */
export function inactiveEnd(
  { settings: { inactiveDays } }: Pick<GuestPolicy, 'settings'>,
  stay: Pick<GuestStay, 'since' | 'inactiveEndsAt'> | undefined,
  { endsAt, lastSignIn, now }: { endsAt: Date | null; lastSignIn: Date | undefined; now: Date },
): Date | null {
  if (inactiveDays === undefined || lastSignIn === undefined || stay === undefined) return null;
  if (after(later(stay.since, lastSignIn), inactiveDays) > now) return null;
  const end = stay.inactiveEndsAt ?? earliestEnd(now);
  return endsAt !== null && endsAt <= end ? null : end;
}

/**
 * Returns the earliest end of a stay that a review confirms; null if there is none. Under a policy that limits stays, the
 * guest stays as long as the policy permits. Otherwise an earlier end moves to a week after the deadline of the next
 * review, because that review decides about the guest.
 */
export function confirmedEnd(
  { stayDays, nextDeadlineAt }: { stayDays: number | null; nextDeadlineAt: Date | null },
  at: Date,
): ConfirmedEnd | null {
  if (stayDays !== null) return { earliest: after(at, stayDays), isLimit: true };
  return nextDeadlineAt && { earliest: after(nextDeadlineAt, NOTICE_DAYS), isLimit: false };
}

/**
 * Returns the end of a stay under the policy; null if there is none. A guest who is seen for the first time gets the
 * latest permitted end. A policy that has become stricter leaves at least a week, in which the end is announced.
 * @param stay undefined for a guest who is seen for the first time
 */
export function permittedStayEnd(
  policy: Pick<GuestPolicy, 'settings'>,
  stay: Pick<GuestStay, 'since' | 'endsAt'> | undefined,
  now: Date,
): Date | null {
  const latest = latestEnd(policy, stay?.since ?? now);
  const endsAt = stay?.endsAt ?? null;
  if (latest === undefined || (endsAt !== null && endsAt <= latest)) return endsAt;
  if (stay === undefined) return latest;
  const permitted = later(latest, earliestEnd(now));
  return endsAt === null ? permitted : earlier(endsAt, permitted);
}
