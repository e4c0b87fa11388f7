import type { KeptDirectory } from '../directory/ports.ts';
import type { SuiteOrganisation } from '../directory/suite.ts';

/** The organisation as the operator configures it. */
export interface OwnOrganisation {
  tenantId: string;
  displayName: string;
  domain: string;
}

interface Deps {
  suite: { organisation(tenantId: string): Promise<SuiteOrganisation | undefined> };
  directory: KeptDirectory;
}

/** Returns the tenant id if it looks like a domain, else a name under `.invalid` (RFC 2606), which gets no mail. */
const placeholderDomain = (tenantId: string): string =>
  tenantId.includes('.') ? tenantId : `${tenantId.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-')}.invalid`;

/** Returns the tenant's organisation. Creates it, or updates it to the operator's settings, if necessary. */
export async function openOrganisation(
  { suite, directory }: Deps,
  tenantId: string,
  own: OwnOrganisation | undefined,
): Promise<SuiteOrganisation> {
  const found = await suite.organisation(tenantId);
  const given = own?.tenantId === tenantId ? own : undefined;
  const isAsGiven = given?.displayName === found?.displayName && given?.domain === found?.defaultDomainName;
  if (found !== undefined && (given === undefined || isAsGiven)) return found;
  const domain = given?.domain ?? placeholderDomain(tenantId);
  const organisation = {
    id: tenantId,
    displayName: given?.displayName ?? tenantId,
    initialDomainName: found?.initialDomainName ?? domain,
    defaultDomainName: domain,
  };
  await directory.saveOrganisation(organisation);
  return organisation;
}
