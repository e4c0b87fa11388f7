/** Starts the API of a node. */

import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { signInPerson } from '../domain/identity/sign-in-person.ts';
import { ReadLog } from '../engine/audit/read-log.ts';
import type { IdempotencyStore } from '../engine/idempotency/ports.ts';
import { requestApprovals } from '../flows/approvals/request-approval.ts';
import { JobWatch } from '../flows/jobs/job-watch.ts';
import { SourceListings } from '../flows/provisioning/source-listings.ts';
import { createApp } from '../http/app.ts';
import { trustedProxies } from '../http/client-address.ts';
import { limitConnections, networkOf } from '../http/connections.ts';
import { permittedOperations } from '../http/gate.ts';
import { addGuides } from '../http/pages/guides/routes.ts';
import { addPages, closeConnectionsOf } from '../http/pages/health.ts';
import { addIssuer } from '../http/pages/issuer.ts';
import { addReference } from '../http/pages/reference.ts';
import { publicPathOf } from '../http/public-path.ts';
import { rateLimitGate } from '../http/rate-limits.ts';
import { logRequests } from '../http/request-log.ts';
import { addScim } from '../http/scim/routes.ts';
import { signInLimit } from '../http/sign-in-limit.ts';
import { recordSignIns } from '../http/sign-ins.ts';
import { createAuthenticator } from '../identity/authenticate.ts';
import type { EmbeddedIssuer } from '../identity/embedded-issuer/embedded-issuer.ts';
import { withTenantStorage } from '../identity/known-tenants.ts';
import { PrincipalChanges, withRoleAnnouncements } from '../identity/principal-changes.ts';
import { hashSecret } from '../identity/secret-hash.ts';
import { waitAtMost } from '../kernel/deadline.ts';
import { PEOPLE_CHANNEL } from '../persistence/people.ts';
import { listen } from '../persistence/queue-database.ts';
import type { SuiteNode } from '../suites/definition.ts';
import { addClients } from './clients.ts';
import type { OperatorPages } from './health.ts';
import { openIssuer } from './issuer.ts';
import { lifecycleCapOf, type Node } from './node.ts';
import { registeredTenants } from './registered-tenants.ts';
import { knownOrganisation } from './suite.ts';

function createNodeAuthenticator(
  { config, infrastructure, store, scrypt, clock, log }: Node,
  issuer: EmbeddedIssuer | undefined,
  changes: PrincipalChanges,
) {
  const { directory } = infrastructure;
  const admission = directory && { users: infrastructure.suite.users, directory, store, clock };
  const authenticator = createAuthenticator({
    trustedIssuers: config.issuers,
    allowedTenants: config.tenants,
    ...(infrastructure.isRegistered && {
      isRegistered: registeredTenants(
        infrastructure.tenants,
        infrastructure.isRegistered,
        config.suite.tenants,
        clock,
      ),
    }),
    ...(issuer && { ownTokens: issuer }),
    apps: infrastructure.apps,
    scrypt,
    roleAssignments: infrastructure.roleAssignments,
    users: infrastructure.suite.users,
    // The embedded issuer signs in only users that the directory already has. An external directory is read-only.
    ...(issuer === undefined &&
      admission !== undefined && {
        signIn: (tenantId, id, profile, known) => signInPerson(admission, tenantId, id, profile, known),
      }),
    changes,
    clock,
    log,
  });
  return withTenantStorage(authenticator, {
    tenants: infrastructure.tenants,
    open: (tenantId) =>
      knownOrganisation(infrastructure, infrastructure.tenants, tenantId, config.organisation),
  });
}

/** Maximum number of event streams of one principal on a node: enough for the browser tabs of a person. */
const STREAMS_PER_PRINCIPAL = 20;

const openJobWatch = ({ store, log }: Node): JobWatch =>
  new JobWatch({
    store,
    pause: (milliseconds, signal) => delay(milliseconds, undefined, { signal }).catch(() => undefined),
    report: (error, details) =>
      log.warn({ err: error, ...details }, 'The changes of followed jobs could not be read.'),
  });

/** Drops the caches of people who gained or lost access on any node. Without a connection, they expire in a minute. */
const followPeople = (directUrl: string, changes: PrincipalChanges, log: Node['log']) =>
  listen(directUrl, PEOPLE_CHANNEL, {
    onNotification: (payload) => {
      const [tenantId, personId] = JSON.parse(payload) as [string, string];
      changes.announce(tenantId, personId);
    },
    onReconnect: () => undefined,
    onError: (error) => log.warn({ err: error }, 'The connection that follows changes of people was lost.'),
  });

/**
 * @param suite the part of the suite that works on the node
 * @param directUrl the database URL for LISTEN
 */
export async function startApi(
  node: Node,
  publicUrl: () => string,
  { health, metrics, pages }: OperatorPages,
  suite: SuiteNode | undefined,
  directUrl: string,
): Promise<FastifyInstance> {
  const { config, infrastructure, store, calls, rules, clock, log } = node;
  const { directory } = infrastructure;
  const changes = new PrincipalChanges();
  const announce = (tenantId: string, principalId: string) => changes.announce(tenantId, principalId);
  const proxies = trustedProxies(config.trustedProxies);
  const issuer = openIssuer(config, infrastructure, log, clock, publicUrl, node.secrets, {
    changes,
    authenticate: (authorization, request) =>
      authenticator.authenticate(authorization, () => networkOf(proxies.clientOf(request))),
  });
  const authenticator = createNodeAuthenticator(node, issuer, changes);
  const app = await createApp({
    deps: {
      store,
      suite: infrastructure.suite,
      auditKeys: infrastructure.auditKeys,
      reads: new ReadLog({ store, clock }),
      rules,
      approvals: requestApprovals({ suite: infrastructure.suite, rules }, config),
      sourceListings: new SourceListings(infrastructure.suite, clock),
      secrets: node.secrets,
      contentLimits: { fileBytes: config.fileMaxBytes, templateBytes: config.templateFilesMaxBytes },
      hookTargets: node.hooks.targets,
      clock,
      settings: {
        auditRetention: config.auditRetention,
        fourEyes: { rules: config.fourEyes, expiryDays: config.approvalExpiryDays },
        teamNameMaxLength: config.teamNameMaxLength,
        approvalExpiryDays: config.approvalExpiryDays,
        lifecycleCap: lifecycleCapOf(config),
        mail: { isSent: config.smtpUrl !== undefined, kindsOff: config.mailKindsOff },
      },
      roles: withRoleAnnouncements(infrastructure.roleAssignments, changes),
      apps: infrastructure.apps,
      scimTokens: infrastructure.scimTokens,
      announce,
      hashSecret: (secret) => hashSecret(secret, node.scrypt),
      directory,
      jobWatch: openJobWatch(node),
      permittedOperations,
    },
    authenticator,
    limit: rateLimitGate(calls.rates),
    idempotency: calls.idempotency,
    headMilliseconds: config.requestHeadSeconds * 1000,
    proxies,
    openRequestsPerAddress: config.addressConnections,
    streams: { perPrincipal: STREAMS_PER_PRINCIPAL, perNode: config.eventStreams },
    onPrincipalChange: (listener) => changes.listen(listener),
    onRejected: (rejected) => node.rejected.record(rejected),
    log,
    publicUrl,
    beforeRoutes: async (bare) => {
      closeConnectionsOf(bare, health);
      metrics.measureOperations(bare);
      logRequests(bare, config);
      if (directory !== undefined) recordSignIns(bare, { directory, clock, log });
    },
  });
  addPages(app, pages);
  await suite?.addPages(app);
  addReference(app, publicPathOf(config.publicUrl));
  addGuides(app, publicPathOf(config.publicUrl));
  await addScim(app, {
    ...{ store, clock, publicUrl, announce },
    tokens: infrastructure.scimTokens,
    isDirectoryStored: infrastructure.directory !== undefined,
    limit: rateLimitGate(calls.scimRates),
  });
  const limit = signInLimit(config.rateLimitSignIn, clock, proxies);
  await addClients(app, config, issuer, { clock, log }, limit);
  if (issuer) await addIssuer(app, issuer, limit);
  const followed = await followPeople(directUrl, changes, log);
  app.addHook('onClose', () => followed.close());
  const { maxConnections: perNode, addressConnections: perAddress } = config;
  limitConnections(app.server, { perNode, perAddress }, proxies);
  await app.listen({ host: config.host, port: config.port });
  return app;
}

/**
 * Stops accepting connections, and waits for requests in progress for at most `milliseconds`. Then closes the remaining
 * connections, and releases the idempotency keys of unfinished requests, so that another node can process a retry at
 * once.
 */
export async function closeApi(
  app: FastifyInstance,
  idempotency: Pick<IdempotencyStore, 'releaseHeld'>,
  milliseconds: number,
): Promise<void> {
  const closed = app.close();
  await waitAtMost(milliseconds, closed);
  app.server.closeAllConnections();
  await idempotency.releaseHeld();
  await closed;
}
