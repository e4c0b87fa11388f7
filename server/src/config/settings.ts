/** Declares every setting of the service. docs/configuration.md is generated from this table and the suites' tables. */

import { join } from 'node:path';
import { DEFAULT_CONTENT_LIMITS } from '../domain/catalog/store-blob.ts';
import { FOUR_EYES } from '../domain/identity/second-approval.ts';
import { NOTIFICATION_KINDS } from '../domain/notifications/kinds.ts';
import { TRAIL_CODES } from '../flows/definitions.ts';
import {
  appClaims,
  authorizationParameters,
  claimNames,
  claimValues,
  databaseUrl,
  daysOf,
  entryRules,
  type Format,
  headerPrefix,
  hours,
  integer,
  issuers,
  list,
  listOf,
  networks,
  oneOf,
  optional,
  optionalGuid,
  optionalInteger,
  optionalPath,
  organisation,
  path,
  principalInTenant,
  proxies,
  publicUrl,
  rate,
  ratio,
  roleMappings,
  secretKeys,
  sender,
  services,
  string,
  url,
  type ValuesOf,
} from './formats.ts';

import { PRESET_NAMES, PRESET_VARIABLE, presetName } from './presets.ts';

export interface Setting<T> extends Format<T> {
  /** Name of the environment variable. */
  name: string;
  /** One or two sentences for the operator. */
  description: string;
}

/** Default of the retention periods (domain/privacy/remove-expired.ts). */
const AS_AUDIT = 'the longest of CHARTER_AUDIT_RETENTION';

/** @param defaultText overrides the format's default in the documentation */
const setting = <T>(
  name: string,
  { read, defaultText: own }: Format<T>,
  description: string,
  defaultText = own,
): Setting<T> => ({ name, description, defaultText, read });

/** @param suites the settings of the suites, which are listed after those of the service */
export const settingsWith = <Suites extends Record<string, Setting<unknown>>>(suites: Suites) => ({
  host: setting(
    'HOST',
    string('127.0.0.1'),
    'Address to listen on. With the embedded issuer it is a loopback address, unless CHARTER_EMBEDDED_ISSUER_BEYOND_LOOPBACK allows others.',
  ),
  port: setting('PORT', integer(3000, 0, 65535), 'Port to listen on; 0 takes a free one.'),
  healthPort: setting(
    'CHARTER_HEALTH_PORT',
    optionalInteger(0, 65535),
    'Port of a listener that serves `/livez`, `/readyz` and `/metrics` only, on every kind of node, from before the node reaches its database until it exits; 0 takes a free one. Unset: nodes with `api` serve these pages on PORT, and other nodes do not serve them.',
    'off',
  ),
  healthHost: setting('CHARTER_HEALTH_HOST', optional, 'Address that this listener listens on.', 'HOST'),
  maxConnections: setting(
    'CHARTER_MAX_CONNECTIONS',
    integer(5000, 1, 1_000_000),
    'HTTP connections that this node keeps open at a time. It closes further ones at once. The last twentieth is reserved for addresses with fewer than four.',
  ),
  addressConnections: setting(
    'CHARTER_ADDRESS_CONNECTIONS',
    optionalInteger(1, 1_000_000),
    'HTTP connections that one remote address, or one IPv6 network of 64 bits, may hold at a time. A proxy of CHARTER_TRUSTED_PROXIES may hold any number; behind it, the limit counts the open requests of each client.',
    'half of CHARTER_MAX_CONNECTIONS',
  ),
  trustedProxies: setting(
    'CHARTER_TRUSTED_PROXIES',
    proxies,
    'Reverse proxies in front of this node, separated by commas: addresses, networks in CIDR notation, and `loopback` for this machine. Only from them, `X-Forwarded-For` names the client: its rightmost address that is none of these. The address counts in limits, in the trail `security` and in the log. Scheme and host always come from CHARTER_PUBLIC_URL.',
    'none',
  ),
  requestHeadSeconds: setting(
    'CHARTER_REQUEST_HEAD_SECONDS',
    integer(10, 1, 60),
    'How long the head of a request may take to arrive on a new connection, or from its first byte on, before the connection is closed.',
  ),
  eventStreams: setting(
    'CHARTER_EVENT_STREAMS',
    integer(1000, 0, 1_000_000),
    'Streams of job events that this node keeps open at a time. Tenants share them evenly when they are scarce. Further ones get 503, and their readers poll.',
  ),
  services: setting(
    'CHARTER_SERVICES',
    services,
    'What this node does, separated by commas: `api` serves requests, `worker` runs jobs. The flag --services says the same.',
  ),
  publicUrl: setting(
    'CHARTER_PUBLIC_URL',
    publicUrl,
    'Address under which people and clients reach the service, without the base path. Used in links, OData contexts and as the name of the embedded issuer. It may have a path, such as `https://intranet.example.com/charter`: the proxy may strip the path or pass it on.',
    'http://<HOST>:<PORT>',
  ),
  dataDirectory: setting(
    'CHARTER_DATA_DIR',
    path(join(import.meta.dirname, '../../../.data')),
    'Folder of the embedded PostgreSQL, of the last audit checkpoints that this node has seen, and of the audit checkpoints and their key unless they have places of their own.',
    '.data in the project folder',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    databaseUrl,
    'PostgreSQL 15 or newer to use instead of the embedded one: a postgres:// URL of a role that owns the database and may create roles. The URL may name [several hosts](operations.md#several-hosts-of-postgresql) and [TLS settings](operations.md#tls-to-postgresql). The password may also come from PGPASSWORD or ~/.pgpass. Migrations run as this role, at each start or by `charter migrate`. The service connects as a role of its own, `charter_service_<database>`, which the start creates with a random password.',
    'the embedded PostgreSQL',
  ),
  serviceDatabaseUrl: setting(
    'CHARTER_SERVICE_DATABASE_URL',
    databaseUrl,
    'URL the service connects with. Its role must own nothing and must not bypass row-level security. With DATABASE_URL: for an owner who may not create roles. Without DATABASE_URL: the node changes nothing in the database, which `charter migrate` has migrated before, and needs CHARTER_SECRET_KEY.',
    'DATABASE_URL as charter_service_<database>',
  ),
  directDatabaseUrl: setting(
    'CHARTER_DIRECT_DATABASE_URL',
    databaseUrl,
    'URL of the role of CHARTER_SERVICE_DATABASE_URL that leads to PostgreSQL itself, or to a pool in session mode. Required when that URL leads to a [pooler](operations.md#poolers) in transaction mode: the queue and notifications need sessions.',
    'CHARTER_SERVICE_DATABASE_URL',
  ),
  databasePoolSize: setting(
    'CHARTER_DATABASE_POOL_SIZE',
    integer(10, 2, 500),
    'Connections that requests of this node share. Workers have as many of their own; queue, readiness and notifications take up to eight more.',
  ),
  tenantConnections: setting(
    'CHARTER_TENANT_CONNECTIONS',
    optionalInteger(1, 500),
    'Connections of a pool that one tenant may hold at a time. Its further requests wait for CHARTER_DATABASE_WAIT_SECONDS and are then rejected with 503.',
    'half of CHARTER_DATABASE_POOL_SIZE',
  ),
  databaseWaitSeconds: setting(
    'CHARTER_DATABASE_WAIT_SECONDS',
    integer(2, 1, 600),
    'How long a request waits for a free connection to the database before it is rejected with 503.',
  ),
  databaseLockSeconds: setting(
    'CHARTER_DATABASE_LOCK_SECONDS',
    integer(2, 1, 600),
    'How long a statement of a request waits for a lock before the request is rejected with 503.',
  ),
  databaseStatementSeconds: setting(
    'CHARTER_DATABASE_STATEMENT_SECONDS',
    integer(5, 1, 3600),
    'How long a statement of a request may run before the request is rejected with 503.',
  ),
  workerStatementSeconds: setting(
    'CHARTER_WORKER_STATEMENT_SECONDS',
    integer(60, 1, 86_400),
    'How long a statement of background work may run or wait before the work is tried again later.',
  ),
  oidcPreset: setting(
    PRESET_VARIABLE,
    presetName,
    `Provider whose settings apply where you give none: ${PRESET_NAMES.map((name) => `\`${name}\``).join(', ')}. [Your own organisation](your-own-organisation.md#presets) lists what each one sets.`,
  ),
  oidcIssuers: setting(
    'CHARTER_OIDC_ISSUER',
    issuers,
    'OpenID issuer whose access tokens are accepted, or several separated by commas, written exactly as in the token’s `iss`. `{tenantid}` stands for the tenant (Entra, several tenants): those of CHARTER_TENANTS and, with the suite `graph`, those with an app registration. Unset: the embedded issuer with the sample organisation.',
    'the embedded issuer',
  ),
  oidcAudiences: setting(
    'CHARTER_OIDC_AUDIENCE',
    list,
    'Accepted values of the token’s `aud`, separated by commas. Required with CHARTER_OIDC_ISSUER.',
  ),
  oidcTenantId: setting(
    'CHARTER_OIDC_TENANT',
    optional,
    'Tenant of tokens that carry no `tid` claim (Keycloak and most providers but Entra).',
  ),
  oidcAppClaims: setting(
    'CHARTER_OIDC_APP_CLAIM',
    appClaims,
    'Claim and value that only apps’ tokens carry, for example `gty=client-credentials` (Auth0); several separated by commas. With several issuers each begins with its issuer and a space. Apps are administrators, so it must be a claim that no person’s token can carry.',
  ),
  oidcSubjectClaims: setting(
    'CHARTER_OIDC_SUBJECT_CLAIM',
    claimNames('oid,sub'),
    'Claim with the id of a person, or several of which the first present one counts. Never change it later: ids are stored.',
  ),
  oidcNameClaims: setting(
    'CHARTER_OIDC_NAME_CLAIM',
    claimNames('name'),
    'Claim with the name of a person, or several of which the first present one counts. Without it, `given_name` and `family_name` count, then `/userinfo`.',
  ),
  oidcMailClaims: setting(
    'CHARTER_OIDC_MAIL_CLAIM',
    claimNames('email'),
    'Claim with the mail address of a person, or several of which the first usable one counts. `email` is usable only together with a true `email_verified` or `xms_edov`. Any other claim must hold addresses that the provider has verified.',
  ),
  oidcDomainClaim: setting(
    'CHARTER_OIDC_DOMAIN_CLAIM',
    optional,
    'Claim with the domain of a person for CHARTER_OIDC_ENTRY, for example `hd` (Google). Unset: the domain of the verified mail address.',
  ),
  oidcRoleClaims: setting(
    'CHARTER_OIDC_ROLE_CLAIM',
    list,
    'Further claims with roles, by name or dotted path. `roles`, `realm_access.roles` and the roles of the audience in `resource_access` always count.',
  ),
  oidcGroupClaims: setting(
    'CHARTER_OIDC_GROUP_CLAIM',
    claimNames('groups'),
    'Claims with the groups of a person, by name or dotted path. `{audience}` stands for the first audience. The groups count in rules and approvals like those of the directory.',
  ),
  oidcGuestClaims: setting(
    'CHARTER_OIDC_GUEST_CLAIM',
    claimValues,
    'Claim and value that make a person a guest, for example `acct=1` (Entra); several separated by commas. With another value of the claim, the person is a member. Without the claim, nothing changes.',
  ),
  oidcRoleMap: setting(
    'CHARTER_OIDC_ROLE_MAP',
    roleMappings,
    'Roles for groups and roles of the provider, separated by commas, for example `charter-admins=GLOBAL_ADMIN,/governance=GOVERNANCE_MANAGER`. Names are compared exactly.',
  ),
  oidcEntry: setting(
    'CHARTER_OIDC_ENTRY',
    entryRules,
    'Who may enter: `all` (everybody with a token that the issuer signs), or one or more of `known` (people of the directory), `domains:<list>` and `groups:<list>`, separated by semicolons. Whoever has a role of the service may always enter.',
  ),
  oidcUserinfo: setting(
    'CHARTER_OIDC_USERINFO',
    oneOf('on', ['on', 'off'] as const),
    'Whether to ask the issuer’s `/userinfo` for the name of a person whose token has none.',
  ),
  oidcToken: setting(
    'CHARTER_OIDC_TOKEN',
    oneOf('access_token', ['access_token', 'id_token'] as const),
    'Token that callers send: `access_token`, or `id_token` where the issuer’s access tokens are no JWTs for the audience (Google). CHARTER_OIDC_AUDIENCE then names the client ids.',
  ),
  oidcParameters: setting(
    'CHARTER_OIDC_PARAMETERS',
    authorizationParameters,
    'Further parameters of the authorization request at sign-in, separated by commas, for example `audience=https://charter.example` (Auth0), `resource=https://charter.example` (RFC 8707) or `prompt=login`. `{audience}` stands for the first audience.',
  ),
  portalClientId: setting(
    'CHARTER_PORTAL_CLIENT_ID',
    optional,
    'Client id of the portal at the first issuer of CHARTER_OIDC_ISSUER, a public client with PKCE. Unset: the service serves the portal only with the embedded issuer, which knows it.',
  ),
  portalClientSecret: setting(
    'CHARTER_PORTAL_CLIENT_SECRET',
    optional,
    'Secret of the portal’s client, for an issuer that requires one of every client (Google). The browser never receives it: the service adds it to the token requests of the portal. Unset: the portal is a public client.',
  ),
  portalScope: setting(
    'CHARTER_PORTAL_SCOPE',
    string('openid profile email'),
    'Scopes that the portal and `charter login` request, separated by spaces. Add the scope of the API where the issuer needs one.',
  ),
  cliClientId: setting(
    'CHARTER_CLI_CLIENT_ID',
    optional,
    'Client id of the command line at the first issuer of CHARTER_OIDC_ISSUER, a public client with PKCE and the redirect address `http://127.0.0.1/callback`. The service publishes it for `charter login`. Unset: people name one with `--client-id`; the embedded issuer has its own.',
  ),
  cliClientSecret: setting(
    'CHARTER_CLI_CLIENT_SECRET',
    optional,
    'Secret of that client, for an issuer that requires one of installed apps and does not treat it as confidential (Google). The service publishes it with the client id, so never set a confidential one.',
  ),
  portalTeamsApp: setting(
    'CHARTER_PORTAL_TEAMS_APP',
    optionalGuid,
    'Client id (GUID) of the app registration in Microsoft Entra for the portal inside Microsoft Teams. CHARTER_OIDC_AUDIENCE must accept its tokens. Unset: no other site may frame the portal.',
  ),
  firstAdministrator: setting(
    'CHARTER_FIRST_ADMINISTRATOR',
    principalInTenant,
    'Id (the token’s `oid`, else `sub`) of the person who has GLOBAL_ADMIN from the start, or `<tenant>/<id>`. It applies while no GLOBAL_ADMIN is assigned in the tenant. Needs CHARTER_OIDC_ISSUER.',
  ),
  organisation: setting(
    'CHARTER_ORGANISATION',
    organisation,
    'Name and mail domain of your organisation in the embedded suite, as `Contoso <contoso.example>`. Needs CHARTER_OIDC_TENANT, or an issuer of Entra with the tenant in its path. Unset: the tenant id, and a domain that ends in `.invalid`.',
  ),
  tenants: setting(
    'CHARTER_TENANTS',
    list,
    'Tenant ids that may use the service, separated by commas. With the suite `graph`, tenants with an app registration may too, without a restart (`charter graph-tenant set`). Unset: every tenant the issuer signs for.',
  ),
  embeddedIssuerBeyondLoopback: setting(
    'CHARTER_EMBEDDED_ISSUER_BEYOND_LOOPBACK',
    optional,
    'The embedded issuer asks for no password, so the service refuses to start with it on an address that others can reach, unless the value is exactly `anyone-who-reaches-this-service-may-sign-in-as-anyone`.',
  ),
  sampleData: setting(
    'CHARTER_SAMPLE_DATA',
    oneOf('auto', ['auto', 'on', 'off'] as const),
    'Whether an empty database is filled with the sample organisation: `on`, `off`, or `auto` (only with the embedded issuer).',
  ),
  ...suites,
  rateLimitTier1: setting(
    'CHARTER_RATE_LIMIT_TIER_1',
    rate(6),
    'Calls a minute that one principal may make to tier-1 operations (provisioning, archive, unarchive).',
  ),
  rateLimitTier2: setting(
    'CHARTER_RATE_LIMIT_TIER_2',
    rate(20),
    'Calls a minute that one principal may make to tier-2 operations (other writes).',
  ),
  rateLimitTier3: setting(
    'CHARTER_RATE_LIMIT_TIER_3',
    rate(60),
    'Calls a minute that one app may make to tier-3 operations (everything else).',
  ),
  rateLimitTier3People: setting(
    'CHARTER_RATE_LIMIT_TIER_3_PEOPLE',
    rate(300),
    'Calls a minute that one person may make to tier-3 operations. A page of the portal makes several calls.',
  ),
  rateLimitScim: setting(
    'CHARTER_RATE_LIMIT_SCIM',
    rate(3_000),
    'Calls a minute that one SCIM token may make. Microsoft asks for at least 25 a second.',
  ),
  rateLimitAll: setting(
    'CHARTER_RATE_LIMIT_ALL',
    rate(600),
    'Calls a minute that one principal may make to all operations together.',
  ),
  rateLimitSignIn: setting(
    'CHARTER_RATE_LIMIT_SIGN_IN',
    rate(1_200),
    'Requests a minute that one address, or one IPv6 network of 64 bits, may make at a node to sign in: to the pages and tokens of the embedded issuer, and to the token endpoint of the portal.',
  ),
  teamNameMaxLength: setting(
    'CHARTER_TEAM_NAME_MAX_LENGTH',
    integer(264, 1, 264),
    'Longest final name of a team, in characters. Entra itself permits 264; 63 keeps names short in every client.',
  ),
  fileMaxBytes: setting(
    'CHARTER_FILE_MAX_BYTES',
    integer(DEFAULT_CONTENT_LIMITS.fileBytes, 1024, 1024 * 1024 * 1024),
    'Largest file of a template, in bytes. A file must arrive within 90 seconds.',
  ),
  templateFilesMaxBytes: setting(
    'CHARTER_TEMPLATE_FILES_MAX_BYTES',
    integer(DEFAULT_CONTENT_LIMITS.templateBytes, 1024, 2_000_000_000),
    'Largest sum of the files of a template, in bytes.',
  ),
  approvalExpiryDays: setting(
    'CHARTER_APPROVAL_EXPIRY_DAYS',
    integer(14, 1, 365),
    'Days after which a request that nobody has approved or rejected expires.',
  ),
  fourEyes: setting(
    'CHARTER_FOUR_EYES',
    listOf(FOUR_EYES),
    'Changes by one administrator that a second administrator must approve, separated by commas: `bulk-deletion` (`POST /teams/bulk` with the action `delete`), `roles` (assigning and removing roles). Undecided changes expire after CHARTER_APPROVAL_EXPIRY_DAYS.',
  ),
  approvalReminderDays: setting(
    'CHARTER_APPROVAL_REMINDER_DAYS',
    integer(3, 0, 365),
    'Days after which approvers are reminded of a request that they have not decided; 0 for no reminders.',
  ),
  smtpUrl: setting(
    'CHARTER_SMTP_URL',
    url('smtp:', 'smtps:'),
    'URL of the mail server: smtp:// or smtps://, with user and password if it requires them. Without it, Charter sends no mail, and people read their notifications in the portal only.',
  ),
  mailFrom: setting(
    'CHARTER_MAIL_FROM',
    sender,
    'Sender of mail: an address, or `Name <address>`. Required with CHARTER_SMTP_URL.',
  ),
  mailKindsOff: setting(
    'CHARTER_MAIL_KINDS_OFF',
    listOf(NOTIFICATION_KINDS),
    `Kinds of notifications for which no mail is sent, separated by commas: ${NOTIFICATION_KINDS.map((kind) => `\`${kind}\``).join(', ')}.`,
  ),
  lifecycleHours: setting(
    'CHARTER_LIFECYCLE_HOURS',
    hours('2'),
    'Hours of the day (UTC), separated by commas, at which a lifecycle run begins for each tenant. It asks the owners of unused teams, and archives or deletes the teams whose time is over. `off`: only runs that an administrator starts.',
  ),
  lifecycleMaxPercent: setting(
    'CHARTER_LIFECYCLE_MAX_PERCENT',
    integer(5, 0, 100),
    'Largest share of a tenant’s governed teams that one lifecycle run may archive or delete, in percent. The larger of this and CHARTER_LIFECYCLE_MAX_TEAMS counts; both 0: none.',
  ),
  lifecycleMaxTeams: setting(
    'CHARTER_LIFECYCLE_MAX_TEAMS',
    integer(10, 0, 1_000_000),
    'Number of teams that one lifecycle run may archive or delete, even if it is more than the share of CHARTER_LIFECYCLE_MAX_PERCENT.',
  ),
  workerConcurrency: setting(
    'CHARTER_WORKER_CONCURRENCY',
    integer(128, 1, 1000),
    'Jobs that a worker node runs at once. A job mostly waits for the suite. A tenant takes another slot only while it holds fewer slots than are free. A tenant alone on a node therefore uses at most half of them, and a busy or slow tenant delays no other.',
  ),
  auditRetention: setting(
    'CHARTER_AUDIT_RETENTION',
    daysOf(TRAIL_CODES),
    'Days that the records of audit trails are stored, for example `teams=730,security=365`; `*=365` stands for every trail that is not named. Unset, or a trail without days: forever. Each removal is recorded (docs/audit.md). The same on every node: checkpoints sign it.',
    'forever',
  ),
  retentionJobs: setting(
    'CHARTER_RETENTION_JOBS',
    optionalInteger(1, 99_999),
    'Days after its end that a job is stored. Unset: as long as audit records, forever when a trail has no retention period. It stays while objects that it could not delete are left, and while a team’s lifecycle depends on it.',
    AS_AUDIT,
  ),
  retentionApprovals: setting(
    'CHARTER_RETENTION_APPROVALS',
    optionalInteger(1, 99_999),
    'Days after the decision that an approval is stored, with its decisions. It stays while its job has not ended.',
    AS_AUDIT,
  ),
  retentionEvents: setting(
    'CHARTER_RETENTION_EVENTS',
    optionalInteger(1, 99_999),
    'Days that an event is stored. It stays while one of its deliveries is stored. Ended deliveries are deleted after this time, or after 30 days if that is earlier.',
    AS_AUDIT,
  ),
  retentionNotifications: setting(
    'CHARTER_RETENTION_NOTIFICATIONS',
    optionalInteger(1, 99_999),
    'Days that a notification is stored, read or not. It stays while the request that it is about is pending.',
    AS_AUDIT,
  ),
  retentionReviews: setting(
    'CHARTER_RETENTION_REVIEWS',
    optionalInteger(1, 99_999),
    'Days after its end that a review of guests or members is stored, with its decisions. The latest of each kind stays while its team is governed.',
    AS_AUDIT,
  ),
  auditSigningKey: setting(
    'CHARTER_AUDIT_SIGNING_KEY',
    optionalPath,
    'File with the Ed25519 private key (PEM, PKCS #8) that signs audit checkpoints; created when it is missing. Only nodes with `worker` use it.',
    'audit-signing-key.pem in CHARTER_DATA_DIR',
  ),
  auditCheckpointDirectory: setting(
    'CHARTER_AUDIT_CHECKPOINT_DIR',
    optionalPath,
    'Folder that signed audit checkpoints are written to: after each minute with new records, and every hour. Best kept where nobody who can write the database can write.',
    'audit-checkpoints in CHARTER_DATA_DIR',
  ),
  secretKeys: setting(
    'CHARTER_SECRET_KEY',
    secretKeys,
    'Key that secrets of webhooks and credentials of tenants are encrypted with in the database: at least 32 random characters, the same on every node. Several, separated by commas, for a [change of key](operations.md#changing-the-key-of-secrets): the first encrypts, all decrypt. `database` stands for the key in the database. Unset: a random key that the service makes and keeps in the database, where only its owner can read it. Set one to keep the key out of backups of the database.',
    'made at the first start',
  ),
  hookAllowedRanges: setting(
    'CHARTER_HOOK_ALLOWED_RANGES',
    networks,
    'Networks that are not public, and that webhooks may be sent to in spite of that, as CIDR separated by commas, for example `10.20.0.0/16`.',
    'none',
  ),
  hookHeaderPrefix: setting(
    'CHARTER_HOOK_HEADER_PREFIX',
    headerPrefix('X-Charter'),
    'Prefix of the headers of webhook messages: `-Hook` and `-Webhook` (both the webhook’s id), `-Event`, `-Delivery` and `-Signature`. Receivers written for another service read its prefix, for example `X-SalesTim`. Not `Webhook`, the prefix of the Standard Webhooks headers.',
  ),
  drainSeconds: setting(
    'CHARTER_DRAIN_SECONDS',
    integer(0, 0, 600),
    'How long a node continues to accept requests after SIGTERM, while `/readyz` already responds with 503. Set it to at least twice the interval at which your balancer polls `/readyz`. SIGINT (Ctrl-C) and SIGHUP skip it. Workers stop at once in any case.',
  ),
  shutdownSeconds: setting(
    'CHARTER_SHUTDOWN_SECONDS',
    integer(15, 1, 600),
    'How long a stopping node waits for running requests and job steps, after CHARTER_DRAIN_SECONDS.',
  ),
  traceCollector: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    url('https:', 'http:'),
    'Address of a collector for traces, without `/v1/traces`, for example `http://otel-collector:4318`. Charter sends them by OTLP over HTTP, in JSON. Unset: no traces.',
  ),
  traceRatio: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    ratio(1),
    'Ratio of the traces that are sent, from 0 to 1, when a collector is set. For a request with a `traceparent` header, its caller decides.',
  ),
  logRequests: setting(
    'CHARTER_LOG_REQUESTS',
    oneOf('off', ['off', 'on'] as const),
    'Whether each request has a log line, at the level `info` and regardless of `CHARTER_LOG_LEVEL`: `on` or `off`.',
  ),
  logLevel: setting(
    'CHARTER_LOG_LEVEL',
    oneOf('warn', ['debug', 'info', 'warn', 'error', 'silent'] as const),
    'Lowest level that is logged: `debug`, `info`, `warn`, `error` or `silent`.',
  ),
});

/** The settings of the service, without those of the suites. */
export const SETTINGS = settingsWith({});

/** The parsed values of the service's settings. */
export type Values = ValuesOf<typeof SETTINGS>;
