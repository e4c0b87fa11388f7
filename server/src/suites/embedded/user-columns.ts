/** The columns of `users u`, named like the fields of User. */
export const USER_COLUMNS = `u.user_id as id, u.display_name as "displayName", u.given_name as "givenName",
  u.surname, u.mail, u.user_principal_name as "userPrincipalName", u.job_title as "jobTitle", u.department,
  u.company_name as "companyName", u.city, u.country, u.usage_location as "usageLocation",
  u.preferred_language as "preferredLanguage", u.user_type as "userType",
  u.account_enabled as "accountEnabled"`;
