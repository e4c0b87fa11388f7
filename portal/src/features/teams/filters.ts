/** The filters of the list of teams, as in its address. */

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

/** Lengths in days of the periods with or without activity, by their value in the address. */
export const INACTIVE_DAYS = { '30d': 30, '90d': 90, '180d': 180 } as const;

const DAY_MILLISECONDS = 24 * 60 * 60_000;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns the comparison for `<question>=<answer>`; false for another text, which a person may be typing. */
function answerFilterOf(text: string): string | false {
  const [, id, answer] = /^([A-Za-z_][\w.-]*)=(.+)$/s.exec(text) ?? [];
  return id !== undefined && answer !== undefined && `metadata/${id} eq ${quoted(answer)}`;
}

/**
 * Returns the `$filter`, or an empty string without filters. Ignores unknown values, except those of `visibility`,
 * `template` and `label`, which the service checks.
 */
export function filterOf(filters: Omit<TeamFilters, 'search' | 'order'>, now: Date): string {
  const { state, active, inactive, visibility, owners, template, label, governed, ends, guests, answer } =
    filters;
  const daysOf = (value: string | undefined) => INACTIVE_DAYS[value as keyof typeof INACTIVE_DAYS];
  const [days, activeDays, endDays] = [daysOf(inactive), daysOf(active), daysOf(ends)];
  // The time is rounded to whole days, so that an open page keeps the same query.
  const today = Math.floor(now.getTime() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  return [
    state === 'archived' && 'isArchived eq true',
    state === 'active' && 'isArchived eq false',
    days !== undefined &&
      `lastActivityDateTime lt ${new Date(today - days * DAY_MILLISECONDS).toISOString()}`,
    activeDays !== undefined &&
      `lastActivityDateTime ge ${new Date(today - activeDays * DAY_MILLISECONDS).toISOString()}`,
    visibility !== undefined && `visibility eq ${quoted(visibility)}`,
    owners === 'none' && 'ownerCount eq 0',
    owners === 'few' && 'ownerCount lt 2',
    template !== undefined && `template/id eq ${quoted(template)}`,
    label !== undefined && `sensitivityLabelId eq ${quoted(label)}`,
    governed === 'yes' && 'isGoverned eq true',
    governed === 'no' && 'isGoverned eq false',
    endDays !== undefined && `endDateTime lt ${new Date(today + endDays * DAY_MILLISECONDS).toISOString()}`,
    guests !== undefined && `guestDomain eq ${quoted(guests)}`,
    answer !== undefined && answerFilterOf(answer),
  ]
    .filter(Boolean)
    .join(' and ');
}
