/** The time limits of teams (docs/lifecycle.md): the end and the renewals that a template sets or asks for. */
import { monthsAfter } from '../../kernel/clock.ts';
import type { Metadata } from './metadata.ts';

/** Maximum number of months until the end or the renewal of a team. */
export const MAX_MONTHS = 120;

/** The keys of a template's lifecycle that limit the time of its teams. */
export interface TimeLimitSettings {
  renewalMonths?: number | null | undefined;
  /** Id of a question of type `number`. */
  renewalMonthsQuestion?: string | null | undefined;
  endMonths?: number | null | undefined;
  /** Id of a question of type `date`. */
  endDateQuestion?: string | null | undefined;
}

const answerTo = (metadata: Metadata | undefined, question: string | null | undefined): unknown =>
  question == null ? undefined : metadata?.[question];

/**
 * Returns the months between renewals: those of the answer, but not more than the template sets. Undefined without
 * renewals. An answer in a request is from 1 to 120 (manifest-schema.ts). An answer that was given before the template
 * used the question for renewals may be any number.
 */
export function renewalMonthsOf(
  { renewalMonths, renewalMonthsQuestion }: TimeLimitSettings,
  metadata: Metadata | undefined,
): number | undefined {
  const answer = answerTo(metadata, renewalMonthsQuestion);
  const asked =
    typeof answer === 'number' && Number.isFinite(answer)
      ? [Math.min(MAX_MONTHS, Math.max(1, Math.floor(answer)))]
      : [];
  const months = [...asked, ...(renewalMonths == null ? [] : [renewalMonths])];
  return months.length === 0 ? undefined : Math.min(...months);
}

/** The day of an answer to a question of type `date`. */
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * Returns the time at which the team ends: the beginning, in UTC, of the day of the answer, but not later than the
 * template sets. Undefined for a team without an end. `idsEnding` (persistence/teams.ts) compares the same time.
 */
export function teamEndOf(
  { endMonths, endDateQuestion }: TimeLimitSettings,
  createdAt: Date,
  metadata: Metadata | undefined,
): Date | undefined {
  const answer = answerTo(metadata, endDateQuestion);
  const asked = typeof answer === 'string' && DAY.test(answer) ? [new Date(answer)] : [];
  const ends = [...asked, ...(endMonths == null ? [] : [monthsAfter(createdAt, endMonths)])]
    .map((end) => end.getTime())
    .filter((time) => !Number.isNaN(time));
  return ends.length === 0 ? undefined : new Date(Math.min(...ends));
}

/** Whether an answer of the team can change its limits. */
export const dependsOnAnswers = ({ renewalMonthsQuestion, endDateQuestion }: TimeLimitSettings): boolean =>
  renewalMonthsQuestion != null || endDateQuestion != null;
