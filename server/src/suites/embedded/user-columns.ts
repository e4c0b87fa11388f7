import type { User } from '../../domain/directory/model.ts';

/** The columns of `users` by field. */
export const USER_FIELDS: Readonly<Record<keyof User, string>> = {
  id: 'user_id',
  displayName: 'display_name',
  givenName: 'given_name',
  surname: 'surname',
  mail: 'mail',
  userPrincipalName: 'user_principal_name',
  jobTitle: 'job_title',
  department: 'department',
  companyName: 'company_name',
  city: 'city',
  country: 'country',
  usageLocation: 'usage_location',
  preferredLanguage: 'preferred_language',
  userType: 'user_type',
  accountEnabled: 'account_enabled',
};

/** Selects the fields of User from `users u`. */
export const USER_COLUMNS = Object.entries(USER_FIELDS)
  .map(([field, column]) => `u.${column} as "${field}"`)
  .join(', ');
