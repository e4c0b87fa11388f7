/** Access to an installation's database, for the operator's commands. */
import { type Config, readConfig } from '../config.ts';
import { invalidRequest } from '../kernel/errors.ts';
import { findServiceAccess } from '../persistence/database.ts';
import { DatabaseClock } from '../persistence/database-clock.ts';
import type { KeyedSecretBox } from '../persistence/secret-box.ts';
import type { Installation } from '../suites/definition.ts';
import { createLog } from './log.ts';
import { type Infrastructure, openInfrastructure, openSecretBox, requestLimits } from './node.ts';

interface OpenedInstallation {
  infrastructure: Infrastructure;
  secrets: KeyedSecretBox;
  clock: DatabaseClock;
}

/**
 * Runs the work with the database of an installed service.
 * @throws CharterError (ServiceUnavailable) when no service has run on the database
 */
export async function withDatabase<Result>(
  config: Config,
  work: (opened: OpenedInstallation) => Promise<Result>,
): Promise<Result> {
  const log = createLog({ ...config, logLevel: 'silent' });
  const access = await findServiceAccess(config);
  const clock = new DatabaseClock();
  const secrets = openSecretBox(config, access.secretKey);
  const infrastructure = await openInfrastructure(
    config,
    access.url,
    log,
    clock,
    requestLimits(config),
    secrets,
  );
  try {
    await clock.synchronise(infrastructure.pool);
    return await work({ infrastructure, secrets, clock });
  } finally {
    await infrastructure.pool.end();
  }
}

/** Returns the installation for the commands of a suite. @throws CharterError (InvalidRequest) for another suite */
export function installationOf<Own>(name: string, environment = process.env): Installation<Own> {
  const config = readConfig(environment);
  if (config.suite.name !== name) {
    throw invalidRequest(`Set CHARTER_SUITE=${name} and the settings of the service.`);
  }
  return {
    own: config.suite.own as Own,
    publicUrl: config.publicUrl,
    withDatabase: (work) =>
      withDatabase(config, ({ infrastructure, secrets, clock }) =>
        work({ ...infrastructure, roles: infrastructure.roleAssignments, secrets, clock }),
      ),
  };
}
