/** The commands of the Graph suite for the command line, with the installation that the environment configures. */

import { checkRegistration } from '../suites/graph/commands/check.ts';
import {
  connectGraphAccount,
  disconnectGraphAccount,
  type GraphInstallation,
  listGraphTenants,
  removeGraphTenant,
  setGraphTenant,
  showGraphAccount,
} from '../suites/graph/commands/tenants.ts';
import type { GraphConfig } from '../suites/graph/settings.ts';
import { installationOf } from './installation.ts';

export {
  ACCOUNT_PERMISSIONS,
  GRAPH_FEATURES,
  type GraphFeature,
  permissionsFor,
} from '../suites/graph/accounts/permissions.ts';
export type { GraphAccount, GraphTenant } from '../suites/graph/commands/tenants.ts';

/** @throws CharterError (InvalidRequest) from each command when the environment chooses another suite */
export function graphCommands(environment: NodeJS.ProcessEnv = process.env) {
  const over =
    <Input extends unknown[], Result>(
      run: (installation: GraphInstallation, ...input: Input) => Promise<Result>,
    ) =>
    async (...input: Input): Promise<Result> =>
      run(installationOf<GraphConfig>('graph', environment), ...input);
  return {
    connectAccount: over(connectGraphAccount),
    showAccount: over(showGraphAccount),
    disconnectAccount: over(disconnectGraphAccount),
    checkRegistration: over(checkRegistration),
    listTenants: over(listGraphTenants),
    setTenant: over(setGraphTenant),
    removeTenant: over(removeGraphTenant),
  };
}
