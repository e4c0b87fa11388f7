/** Preferences of callers for their answers (RFC 7240). */

/** Asks for enumerated values that clients made from the published document reject, as in Microsoft Graph. */
export const ALL_VALUES = 'include-unknown-enum-members';

/** Whether the header Prefer has the preference. Names are case-insensitive, and may have a value or parameters. */
export const prefersAllValues = (prefer = ''): boolean =>
  prefer.split(',').some((preference) => /^[^;=]*/.exec(preference)?.[0].trim().toLowerCase() === ALL_VALUES);
