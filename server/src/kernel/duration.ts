/** Durations of ISO 8601 without years and months, whose length differs: `PT30M`, `P1DT12H`, `P2W`. */

const DURATION =
  /^P(?=\d|T\d)(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/;

/** Milliseconds of a week, a day, an hour, a minute and a second. */
const UNITS = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000] as const;

/** Returns the milliseconds of a duration; undefined for any other text. */
export function millisecondsOf(text: string): number | undefined {
  const parts = DURATION.exec(text)?.slice(1);
  return parts?.reduce((sum, part, index) => sum + Number(part ?? 0) * (UNITS[index] as number), 0);
}
