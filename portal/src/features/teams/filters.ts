/** The filters of the list of teams, as in its address. */
import { answerFilterOf, equals, filterOf } from '../../base/filter-query.ts';

export const TEAM_FILTERS = [
  'scope',
  'search',
  'state',
  'active',
  'inactive',
  'visibility',
  'owners',
  'template',
  'label',
  'governed',
  'ends',
  'guests',
  'answer',
  'order',
] as const;

export type TeamAddress = { [Name in (typeof TEAM_FILTERS)[number]]?: string };
export type TeamFilters = Omit<TeamAddress, 'scope'>;

/** Lengths in days of the periods that filters of activity and of end dates offer, by their value in the address. */
export const INACTIVE_DAYS = { '30d': 30, '90d': 90, '180d': 180 } as const;

const DAY_MILLISECONDS = 24 * 60 * 60_000;

/**
 * Returns the `$filter`. Ignores unknown values, except those of `visibility`, `template`, `label` and `guests`, which
 * the service compares.
 */
export function teamFilterOf(
  filters: Omit<TeamFilters, 'search' | 'order'>,
  now: Date,
): { $filter?: string } {
  const { state, active, inactive, visibility, owners, template, label, governed, ends, guests, answer } =
    filters;
  const daysOf = (value: string | undefined) => INACTIVE_DAYS[value as keyof typeof INACTIVE_DAYS];
  const [days, activeDays, endDays] = [daysOf(inactive), daysOf(active), daysOf(ends)];
  // The time is rounded to whole days, so that an open page keeps the same query.
  const today = Math.floor(now.getTime() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  return filterOf([
    state === 'archived' && 'isArchived eq true',
    state === 'active' && 'isArchived eq false',
    days !== undefined &&
      `lastActivityDateTime lt ${new Date(today - days * DAY_MILLISECONDS).toISOString()}`,
    activeDays !== undefined &&
      `lastActivityDateTime ge ${new Date(today - activeDays * DAY_MILLISECONDS).toISOString()}`,
    equals('visibility', visibility),
    owners === 'none' && 'ownerCount eq 0',
    owners === 'few' && 'ownerCount lt 2',
    equals('template/id', template),
    equals('sensitivityLabelId', label),
    governed === 'yes' && 'isGoverned eq true',
    governed === 'no' && 'isGoverned eq false',
    endDays !== undefined && `endDateTime lt ${new Date(today + endDays * DAY_MILLISECONDS).toISOString()}`,
    equals('guestDomain', guests),
    answer !== undefined && answerFilterOf(answer),
  ]);
}
