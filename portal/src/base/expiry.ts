/**
 * Returns the end of a day in the reader's time zone, as RFC 3339.
 * @param day value of a date field, such as `2026-12-31`
 */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

/**
 * Returns the part of a request that sets an expiry at the end of a day, in the reader's time zone.
 * @param day value of a date field, such as `2026-12-31`; empty for no expiry
 */
export const expiryOn = (day: string): { expiresDateTime?: string } =>
  day === '' ? {} : { expiresDateTime: endOfDay(day) };
