/** Reading one person from Graph, by id or user principal name. */
import { at, type GraphCall } from './transport.ts';

const FIELDS =
  'id,displayName,givenName,surname,mail,userPrincipalName,jobTitle,department,companyName,city,country,usageLocation,preferredLanguage,userType,accountEnabled,onPremisesExtensionAttributes';

export const userCall = (reference: string): GraphCall => ({
  method: 'GET',
  path: `${at`/users/${reference}`}?$select=${FIELDS}`,
  budget: 'readDirectory',
});
