/** Tests Charter's app registration in a Microsoft Entra tenant, and keeps those of tenants, for `charter graph`. */
import { readConfig } from '../config.ts';
import { hasCode, isCharterError } from '../kernel/errors.ts';
import {
  comparePermissions,
  type GraphFeature,
  type PermissionComparison,
} from '../suites/graph/permissions.ts';
import { type GraphAccount, showGraphAccount } from './graph-accounts.ts';
import { signInOnce } from './graph-sign-in.ts';
import { findRegistration, graphConfigOf } from './graph-tenants.ts';

export {
  ACCOUNT_PERMISSIONS,
  type AccountPermission,
  GRAPH_FEATURES,
  type GraphFeature,
  type GraphPermission,
  type PermissionComparison,
  permissionsFor,
} from '../suites/graph/permissions.ts';
export {
  connectGraphAccount,
  type DeviceCode,
  disconnectGraphAccount,
  type GraphAccount,
  showGraphAccount,
} from './graph-accounts.ts';
export {
  type GraphTenant,
  type GraphTenantInput,
  listGraphTenants,
  removeGraphTenant,
  setGraphTenant,
} from './graph-tenants.ts';

export interface RegistrationCheck extends PermissionComparison {
  tenant: string;
  clientId: string;
  /** Name of the organisation, when it may be read. */
  organisation: string | undefined;
  /** The connected account; undefined without one, or when no service has run here. */
  account: GraphAccount | undefined;
}

/** A registration can be tested without the database, before a service has run: then there is no account. */
const findAccount = (tenant: string, environment: NodeJS.ProcessEnv): Promise<GraphAccount | undefined> =>
  showGraphAccount(tenant, environment).catch((error: unknown) => {
    if (isCharterError(error) && !hasCode(error, 'NotFound', 'ServiceUnavailable')) throw error;
    return undefined;
  });

/**
 * Signs in with the registration of the tenant, and compares its permissions with those that Charter needs.
 * @param off features that are not used
 * @param tenant by default the tenant of the settings, whose registration is read from the settings
 * @throws CharterError: InvalidRequest without CHARTER_SUITE=graph, NotFound for a tenant without a registration,
 * Forbidden when Entra refuses the sign-in, ServiceUnavailable when Microsoft or the database can't be reached
 */
export async function checkRegistration(
  off: readonly GraphFeature[] = [],
  tenant?: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<RegistrationCheck> {
  const config = readConfig(environment);
  const { cloud } = graphConfigOf(config);
  const registration = await findRegistration(config, tenant);
  const { roles, organisation } = await signInOnce(registration, cloud);
  const { clientId } = registration;
  const { permissions, tooMuch } = comparePermissions(roles, off);
  // Without a public address nothing is missing, but the permission may be there already.
  const isTold = config.graphNotifications !== 'off' && config.publicUrl?.startsWith('https://');
  const needed = permissions.filter(
    ({ feature, state }) => isTold || feature !== 'notifications' || state !== 'missing',
  );
  const account = await findAccount(registration.tenant, environment);
  return { tenant: registration.tenant, clientId, organisation, account, permissions: needed, tooMuch };
}
