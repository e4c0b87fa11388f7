/** Creates the organisation of an empty installation, with the person who administers it. */

import type { NewAuditRecord } from '../../engine/audit/model.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { Clock } from '../../kernel/clock.ts';
import { conflict, invalidField } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { MAX_NAME_LENGTH, type WritableDirectory } from '../directory/ports.ts';
import type { SuiteOrganisation, SuiteUsers } from '../directory/suite.ts';
import { userAdded } from './identity-records.ts';
import type { RoleAssignmentStore, TenantStore } from './ports.ts';

/**
 * Assigns GLOBAL_ADMIN to the person that the operator names, unless the tenant has a GLOBAL_ADMIN. Later role changes
 * therefore survive a restart.
 * @returns false when the tenant already has a GLOBAL_ADMIN
 */
export const appointFirstAdministrator = (
  { roles, clock }: { roles: Pick<RoleAssignmentStore, 'assignFirst'>; clock: Clock },
  { tenantId, id }: { tenantId: string; id: string },
): Promise<boolean> =>
  roles.assignFirst(tenantId, id, 'GLOBAL_ADMIN', {
    actor: SYSTEM_ACTOR,
    requestId: newId(),
    at: clock.now(),
  });

/** The organisation as the operator configures it. */
interface OwnOrganisation {
  tenantId: string;
  displayName: string;
  domain: string;
}

interface Deps {
  suite: { organisation(tenantId: string): Promise<SuiteOrganisation | undefined> };
  directory: WritableDirectory;
}

/** Returns the tenant id if it looks like a domain, else a name under `.invalid` (RFC 2606), which gets no mail. */
const placeholderDomain = (tenantId: string): string =>
  tenantId.includes('.') ? tenantId : `${tenantId.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-')}.invalid`;

/** Returns the tenant's organisation. Creates it, or updates it to the operator's settings, if necessary. */
export async function ensureOrganisation(
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

interface SetUpDeps {
  tenants: Pick<TenantStore, 'list' | 'save'>;
  directory: WritableDirectory;
  users: Pick<SuiteUsers, 'resolve'>;
  roles: Pick<RoleAssignmentStore, 'assignFirst'>;
  record(tenantId: string, record: NewAuditRecord, at: Date): Promise<void>;
  clock: Clock;
}

export interface SetUpInput {
  /** Name of the organisation. */
  organisation: string;
  /** Name of the administrator. */
  name: string;
  /** The administrator's address. Its domain becomes the domain of the organisation. */
  mail: string;
}

const ADDRESS = /^[^\s@"'<>]+@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i;

/** Returns the domain of the address. @throws InvalidRequest */
function domainOf({ organisation, name, mail }: SetUpInput): string {
  for (const [field, text] of Object.entries({ organisation, name })) {
    if (text.trim() === '' || text.length > MAX_NAME_LENGTH) {
      throw invalidField(field, `The ${field} must have 1 to ${MAX_NAME_LENGTH} characters.`);
    }
  }
  const domain = ADDRESS.exec(mail)?.[1]?.toLowerCase();
  if (domain === undefined || mail.length > MAX_NAME_LENGTH) {
    throw invalidField('mail', 'The mail must be an address, such as grace@contoso.example.');
  }
  return domain;
}

/** Adds the person, with an audit record, unless an earlier attempt did. Returns the id. */
async function addAdministrator(
  { directory, users, record, clock }: SetUpDeps,
  tenantId: string,
  { name: displayName, mail }: SetUpInput,
): Promise<string> {
  const [known] = await users.resolve(tenantId, [mail]);
  if (known !== undefined) return known.id;
  const id = newId();
  await directory.addUser(tenantId, { id, displayName, userPrincipalName: mail, mail });
  const cause = { actor: SYSTEM_ACTOR, requestId: newId() };
  await record(tenantId, userAdded.record({ id, displayName }, cause), clock.now());
  return id;
}

/**
 * Creates the organisation, whose tenant id is the domain, and makes the person its GLOBAL_ADMIN. The tenant is stored
 * last, so that an interrupted attempt can be repeated.
 * @throws InvalidRequest; Conflict when the installation has an organisation
 */
export async function setUpOrganisation(deps: SetUpDeps, input: SetUpInput): Promise<{ tenantId: string }> {
  const tenantId = domainOf(input);
  const [existing] = await deps.tenants.list();
  if (existing !== undefined) {
    const message = `This installation has the organisation ${existing.displayName} already. Its administrators add people with 'charter user import'.`;
    throw conflict(message);
  }
  const displayName = input.organisation.trim();
  const domains = { initialDomainName: tenantId, defaultDomainName: tenantId };
  await deps.directory.saveOrganisation({ id: tenantId, displayName, ...domains });
  const id = await addAdministrator(deps, tenantId, input);
  await appointFirstAdministrator(deps, { tenantId, id });
  await deps.tenants.save({ id: tenantId, displayName });
  return { tenantId };
}
