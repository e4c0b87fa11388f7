/** Tests Charter's app registration in a Microsoft Entra tenant, for `charter graph`. */
import { readConfig } from '../config.ts';
import { hasCode, isCharterError } from '../kernel/errors.ts';
import {
  comparePermissions,
  type GraphFeature,
  type PermissionComparison,
} from '../suites/graph/accounts/permissions.ts';
import { type GraphAccount, showGraphAccount } from './graph-accounts.ts';
import { reportProblemOf } from './graph-reports.ts';
import { type Patience, quietPatience, signInOnce } from './graph-sign-in.ts';
import { findRegistration, graphConfigOf } from './graph-tenants.ts';

export {
  ACCOUNT_PERMISSIONS,
  type AccountPermission,
  GRAPH_FEATURES,
  type GraphFeature,
  type GraphPermission,
  type PermissionComparison,
  permissionsFor,
} from '../suites/graph/accounts/permissions.ts';
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
  /** Name of the organisation; undefined when the registration may not read it. */
  organisation: string | undefined;
  /** The connected account; undefined when none is connected, or the database can't be read. */
  account: GraphAccount | undefined;
  /** Why the usage report does not show the activity of teams; undefined when it does, or can't be read now. */
  reportProblem: string | undefined;
}

export interface CheckOptions extends Partial<Patience> {
  /** Features that are not used, so their permissions are not needed. */
  off?: readonly GraphFeature[] | undefined;
  /** Default: the tenant of the settings, whose registration is read from the settings. */
  tenant?: string | undefined;
  environment?: NodeJS.ProcessEnv;
}

/**
 * Finds the connected account. Returns undefined when none is connected, or the database can't be read: before the
 * first start of a service there is none.
 */
const findAccount = (tenant: string, environment: NodeJS.ProcessEnv): Promise<GraphAccount | undefined> =>
  showGraphAccount(tenant, environment).catch((error: unknown) => {
    if (isCharterError(error) && !hasCode(error, 'NotFound', 'ServiceUnavailable')) throw error;
    return undefined;
  });

/**
 * Signs in with the registration of the tenant, and compares its permissions with those that Charter needs.
 * Waits when Graph asks for a pause.
 * @throws CharterError: InvalidRequest without CHARTER_SUITE=graph or without a tenant, NotFound for a tenant without a
 * registration, Forbidden when Entra refuses the sign-in, ServiceUnavailable when Microsoft or the database can't be
 * reached, or when Graph is unavailable (then with the time to wait)
 */
export async function checkRegistration(options: CheckOptions = {}): Promise<RegistrationCheck> {
  const { off = [], tenant, environment = process.env, ...patience } = options;
  const config = readConfig(environment);
  const { cloud } = graphConfigOf(config);
  const registration = await findRegistration(config, tenant);
  const { token, roles, organisation } = await signInOnce(registration, cloud, {
    ...quietPatience,
    ...patience,
  });
  const { clientId } = registration;
  const { permissions, tooMuch } = comparePermissions(roles, off);
  // Without a public address there are no subscriptions, so a missing permission for them is not reported.
  const isTold = config.graphNotifications !== 'off' && config.publicUrl?.startsWith('https://');
  const needed = permissions.filter(
    ({ feature, state }) => isTold || feature !== 'notifications' || state !== 'missing',
  );
  const account = await findAccount(registration.tenant, environment);
  const isReportRead = permissions.some(
    ({ feature, state }) => feature === 'activity' && state !== 'missing',
  );
  const reportProblem = isReportRead ? await reportProblemOf(cloud.url, token) : undefined;
  return {
    ...{ tenant: registration.tenant, clientId, organisation, account },
    ...{ permissions: needed, tooMuch, reportProblem },
  };
}
