/** Opens the registrations in the database for the Graph suite. */
import type { GraphConfig } from '../config/checks.ts';
import { credentialContext, type TenantRegistration } from '../domain/registrations/model.ts';
import type { RegistrationStore } from '../domain/registrations/ports.ts';
import type { SecretBox } from '../domain/webhooks/ports.ts';
import { CharterError, isCharterError } from '../kernel/errors.ts';
import type { GraphRegistration, KeptRegistrations } from '../suites/graph/accounts/registrations.ts';

/** Seconds until a job retries. The wait is long, because the operator must first correct a setting. */
const WAIT = 300;

const waitForOperator = (message: string, cause?: unknown): CharterError =>
  new CharterError('ServiceUnavailable', message, { retryAfterSeconds: WAIT, cause });

/** Returns the registration with its decrypted credential. @throws CharterError (ServiceUnavailable) */
export function openRegistration(
  { tenantId, clientId, credential, sealedCredential }: TenantRegistration,
  secrets: SecretBox,
  shared: GraphConfig['registration'],
): GraphRegistration {
  if (clientId === undefined) {
    if (shared !== undefined) return { tenant: tenantId, ...shared };
    throw waitForOperator('This organisation uses the app registration of the settings, and there is none.');
  }
  if (sealedCredential === undefined) return { tenant: tenantId, clientId };
  let opened: string;
  try {
    opened = secrets.open(sealedCredential, credentialContext(tenantId, clientId));
  } catch (cause) {
    throw waitForOperator(
      "The credential of this organisation can't be decrypted on this node. 'charter secrets check' names the key that it needs.",
      cause,
    );
  }
  return credential === 'secret'
    ? { tenant: tenantId, clientId, clientSecret: opened }
    : { tenant: tenantId, clientId, certificatePem: opened };
}

export const keptRegistrations = (
  registrations: Pick<RegistrationStore, 'find'>,
  secrets: SecretBox,
  shared: GraphConfig['registration'],
): KeptRegistrations => ({
  async find(tenantId) {
    const found = await registrations.find(tenantId);
    if (found === undefined) return undefined;
    try {
      return openRegistration(found, secrets, shared);
    } catch (error) {
      if (!isCharterError(error)) throw error;
      // Calls that need no Graph go on.
      return { tenant: tenantId, clientId: found.clientId ?? '', unusable: error.message };
    }
  },
});
