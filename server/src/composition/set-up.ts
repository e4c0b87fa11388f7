/** Sets up the organisation of an empty installation with the embedded issuer, for `charter setup`. */
import { type Config, readConfig } from '../config.ts';
import { type SetUpInput, setUpOrganisation } from '../domain/identity/set-up-organisation.ts';
import type { NewAuditRecord } from '../engine/audit/model.ts';
import { conflict } from '../kernel/errors.ts';
import { auditLog } from '../persistence/audit.ts';
import { findServiceUrl } from '../persistence/database.ts';
import { DatabaseClock } from '../persistence/database-clock.ts';
import { createLog } from './log.ts';
import { openInfrastructure, requestLimits } from './node.ts';

export { readConfig };

/** @throws CharterError when no service runs here, or the installation already has an organisation */
export async function setUp(input: SetUpInput, config: Config = readConfig()): Promise<{ tenantId: string }> {
  if (config.issuers.length > 0) {
    throw conflict(
      'CHARTER_OIDC_ISSUER is set, so people enter when they sign in there. CHARTER_FIRST_ADMINISTRATOR names the first administrator.',
    );
  }
  const log = createLog({ ...config, logLevel: 'silent' });
  const clock = new DatabaseClock();
  const infrastructure = await openInfrastructure(
    config,
    await findServiceUrl(config),
    log,
    clock,
    requestLimits(config),
  );
  const { directory, pool, roleAssignments: roles, suite, tenancy, tenants } = infrastructure;
  try {
    await clock.synchronise(pool);
    if (directory === undefined) {
      throw conflict('Microsoft Entra keeps the directory. Set CHARTER_OIDC_ISSUER.');
    }
    const record = (tenantId: string, added: NewAuditRecord, at: Date) =>
      tenancy
        .for(tenantId)
        .transaction()
        .execute((transaction) => auditLog(transaction, tenantId).append([added], at));
    return await setUpOrganisation({ tenants, directory, users: suite.users, roles, record, clock }, input);
  } finally {
    await pool.end();
  }
}
