import type { Deps } from '../../engine/deps.ts';
import { type Principal, ROLES } from '../../engine/principal.ts';
import { getBranding } from '../branding/branding.ts';
import { toBranding } from '../branding/model.ts';
import { findById } from '../directory/find-people.ts';
import type { SuiteOrganisation, SuiteUsers } from '../directory/suite.ts';

export interface GetMeDeps extends Pick<Deps, 'store'> {
  suite: {
    users: Pick<SuiteUsers, 'resolve'>;
    organisation(tenantId: string): Promise<SuiteOrganisation | undefined>;
  };
}

/** Describes the caller: the principal, their entry in the directory, if any, and their organisation with its branding. */
export async function getMe(
  { store, suite }: GetMeDeps,
  { tenantId, kind, id, displayName, roles }: Principal,
) {
  const [[user], organisation, branding] = await Promise.all([
    kind === 'user' ? findById(suite.users, tenantId, [id]) : [],
    suite.organisation(tenantId),
    getBranding({ store }, { tenantId }),
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
      branding: toBranding(branding),
    },
    roles: ROLES.filter((role) => roles.has(role)),
  };
}
