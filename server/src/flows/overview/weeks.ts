/** Weeks in a time zone. They begin on Monday, at the start of the day in that zone. */

import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';

const DAY_MILLISECONDS = 86_400_000;
const WEEK_MILLISECONDS = 7 * DAY_MILLISECONDS;

export interface WeekStart {
  /** Date of the Monday, for example `2026-11-16`. */
  day: string;
  at: Date;
}

/** @throws InvalidRequest for an unknown name */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw invalidField(
      'timeZone',
      say('overview.timeZone', "'{zone}' is no time zone. Use an IANA name, such as Europe/Berlin.", {
        zone: timeZone,
      }),
    );
  }
}

/** Returns the local time in the zone, as if it were in UTC. */
function localTime(clock: Intl.DateTimeFormat, time: number): number {
  const parts = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Returns the instant of a local time in the zone. The first guess can be on the other side of a clock change. */
function timeOf(clock: Intl.DateTimeFormat, local: number): Date {
  const guess = local - (localTime(clock, local) - local);
  return new Date(guess - (localTime(clock, guess) - local));
}

/**
 * Returns the starts of the weeks up to that of `now`, oldest first.
 * @param timeZone IANA name
 * @throws InvalidRequest for an unknown time zone
 */
export function weekStarts(now: Date, weeks: number, timeZone: string): WeekStart[] {
  const clock = clockOf(timeZone);
  const today = Math.floor(localTime(clock, now.getTime()) / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  const daysSinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const monday = today - daysSinceMonday * DAY_MILLISECONDS;
  return Array.from({ length: weeks }, (_, index) => {
    const local = monday - (weeks - 1 - index) * WEEK_MILLISECONDS;
    return { day: new Date(local).toISOString().slice(0, 10), at: timeOf(clock, local) };
  });
}
