/** The embedded issuer and the tokens that it issues for scripts. */

import type { Logger } from 'pino';
import { type Config, readConfig } from '../config.ts';
import type { SecretBox } from '../domain/webhooks/ports.ts';
import type { Scope } from '../engine/principal.ts';
import { EmbeddedIssuer, type EmbeddedIssuerDeps } from '../identity/embedded-issuer/embedded-issuer.ts';
import { People } from '../identity/embedded-issuer/people.ts';
import type { Clock } from '../kernel/clock.ts';
import { conflict } from '../kernel/errors.ts';
import { findServiceAccess } from '../persistence/database.ts';
import { DatabaseClock } from '../persistence/database-clock.ts';
import { createSigningKeyStore } from '../persistence/signing-keys.ts';
import { suiteDefinitionOf } from '../suites/registry.ts';
import { createLog } from './log.ts';
import { type Infrastructure, openInfrastructure, openSecretBox, requestLimits } from './node.ts';

/** `aud` of the embedded issuer's tokens. */
const EMBEDDED_AUDIENCE = 'charter';

/** Returns the embedded issuer, or undefined when the configuration names another issuer. */
export function openIssuer(
  config: Config,
  { apps, roleAssignments, sessions, suite, tenancy, tenants }: Infrastructure,
  log: Logger,
  clock: Clock,
  publicUrl: () => string,
  secrets: SecretBox,
  onNode?: Pick<EmbeddedIssuerDeps, 'changes' | 'authenticate'>,
): EmbeddedIssuer | undefined {
  if (config.issuers.length > 0) return undefined;
  return new EmbeddedIssuer({
    publicUrl,
    audience: EMBEDDED_AUDIENCE,
    signingKeys: createSigningKeyStore(tenancy, secrets),
    sessions,
    tenants,
    users: suite.users,
    roleAssignments,
    apps,
    clock,
    log,
    ...onNode,
  });
}

/** A person of the sample organisation without administrative roles. */
const SAMPLE_PERSON = 'sofia.rossi@meridian.example';
/** Tenants in which a start looks for an example. */
const MAX_TENANTS = 10;

/**
 * Returns the user name of somebody who can sign in at the embedded issuer, from the sample organisation if it exists.
 */
export async function findExamplePerson(
  config: Config,
  { roleAssignments, suite, tenants }: Infrastructure,
): Promise<string | undefined> {
  if (config.issuers.length > 0 || !suiteDefinitionOf(config.suite.name).keepsDirectory) return undefined;
  const people = new People({ tenants, users: suite.users, roleAssignments });
  // Searches only a few tenants: any person who can sign in will do.
  const some = (await tenants.list()).slice(0, MAX_TENANTS);
  for (const { id } of some) {
    const [sample] = await people.findByReference(SAMPLE_PERSON, id);
    if (sample !== undefined) return sample.user.userPrincipalName;
  }
  for (const { id } of some) {
    const enabled = { field: 'accountEnabled', operator: 'eq', value: true } as const;
    const { users } = await suite.users.list(id, { top: 1, filter: [enabled] });
    if (users[0] !== undefined) return users[0].userPrincipalName;
  }
  return undefined;
}

/**
 * Issues an access token of the embedded issuer with the database of a running service.
 * @throws CharterError when no service runs here, another issuer is configured, or the subject is unknown
 */
export async function issueAccessToken(
  subject: { user: string } | { app: string; scopes?: readonly Scope[] | undefined },
  config: Config = readConfig(),
): Promise<string> {
  const log = createLog({ ...config, logLevel: 'silent' });
  const { url: serviceUrl, secretKey } = await findServiceAccess(config);
  const clock = new DatabaseClock();
  const infrastructure = await openInfrastructure(config, serviceUrl, log, clock, requestLimits(config));
  const issuer = openIssuer(
    config,
    infrastructure,
    log,
    clock,
    () => config.publicUrl ?? 'http://127.0.0.1',
    openSecretBox(config, secretKey),
  );
  try {
    await clock.synchronise(infrastructure.pool);
    if (issuer === undefined) {
      throw conflict('CHARTER_OIDC_ISSUER is set, so tokens come from that issuer. The embedded one is off.');
    }
    const request =
      'user' in subject
        ? ({ kind: 'user', user: subject.user } as const)
        : ({ kind: 'app', appId: subject.app, scopes: subject.scopes } as const);
    return (await issuer.issueToken(request)).accessToken;
  } finally {
    await infrastructure.pool.end();
  }
}
