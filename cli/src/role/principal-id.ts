import type { CharterClient } from '@charter/sdk';
import { usage } from '../exit-codes.ts';

/** Roles that can be assigned. AUTHENTICATED_USER and AUTHORIZED_APP follow from the token. */
export const ROLES = [
  'INTEGRATION_MANAGER',
  'GOVERNANCE_MANAGER',
  'TEAMS_SERVICE_ADMIN',
  'GLOBAL_ADMIN',
] as const;
export type RoleName = (typeof ROLES)[number];

/** @throws CommandFailure (wrong usage) */
export function readRole(text: string): RoleName {
  const role = ROLES.find((known) => known === text.toUpperCase());
  if (role === undefined) throw usage(`The role must be one of ${ROLES.join(', ')}.`);
  return role;
}

/** Returns the id of the person with this id or user principal name. Any other text is taken as the id of an app. */
export async function principalIdOf(client: CharterClient, text: string): Promise<string> {
  const value = `'${text.replaceAll("'", "''")}'`;
  for (const field of ['id', 'userPrincipalName']) {
    for await (const { id } of client.users.list({ $filter: `${field} eq ${value}`, $top: 1 })) return id;
  }
  return text;
}
