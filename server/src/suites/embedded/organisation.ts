import type { SuiteOrganisation } from '../../domain/users/suite.ts';
import type { EmbeddedDatabase } from './database.ts';

const FIND = `
  select tenant_id as id, display_name as "displayName", initial_domain_name as "initialDomainName",
         default_domain_name as "defaultDomainName"
    from embedded_suite.organisations
   where tenant_id = $1`;

export async function findOrganisation(
  database: EmbeddedDatabase,
  tenantId: string,
): Promise<SuiteOrganisation | undefined> {
  const [organisation] = await database.read<SuiteOrganisation>(tenantId, FIND, [tenantId]);
  return organisation;
}
