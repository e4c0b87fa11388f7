import { type Principal, ROLES } from '../../engine/principal.ts';
import { findById } from '../directory/find-people.ts';
import type { SuiteOrganisation, SuiteUsers } from '../directory/suite.ts';

export interface GetMeDeps {
  suite: {
    users: Pick<SuiteUsers, 'resolve'>;
    organisation(tenantId: string): Promise<SuiteOrganisation | undefined>;
  };
}

/** Describes the caller: the principal, their entry in the directory, if any, and their organisation. */
export async function getMe({ suite }: GetMeDeps, { tenantId, kind, id, displayName, roles }: Principal) {
  const [[user], organisation] = await Promise.all([
    kind === 'user' ? findById(suite.users, tenantId, [id]) : [],
    suite.organisation(tenantId),
  ]);
  return {
    id,
    kind,
    displayName,
    userPrincipalName: user?.userPrincipalName,
    mail: user?.mail,
    locale: user?.preferredLanguage,
    tenant: {
      id: tenantId,
      displayName: organisation?.displayName,
      defaultDomainName: organisation?.defaultDomainName,
    },
    roles: ROLES.filter((role) => roles.has(role)),
  };
}
