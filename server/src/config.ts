/**
 * Every setting, in one place, documented where it is read: docs/configuration.md is generated from this
 * table. The only file that looks at process.env. As long as there are settings: one table beats two.
 */

import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { resolve } from 'node:path';

export type Service = 'api' | 'worker';

/** An OpenID issuer whose tokens are accepted (contract 3). */
export interface IssuerConfig {
  issuer: string;
  audiences: string[];
  tenantId?: string;
  appClaims: { claim: string; value: string }[];
}

/** The addresses that begin as `network` does, for `prefix` bits. */
export interface NetworkConfig {
  network: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

interface Setting<T> {
  /** Environment variable. */
  name: string;
  /** One or two sentences for the operator. */
  description: string;
  /** The default, as it would be written. */
  defaultText: string;
  /** Throws an Error whose message says what a good value looks like. `undefined` = not set. */
  read(text: string | undefined): T;
}

const integer =
  (fallback: number, min: number, max: number) =>
  (text: string | undefined): number => {
    if (text === undefined) return fallback;
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new Error(`must be a whole number from ${min} to ${max}`);
    return value;
  };

const optionalInteger =
  (min: number, max: number) =>
  (text: string | undefined): number | undefined =>
    text === undefined ? undefined : integer(min, min, max)(text);

const oneOf =
  <T extends string>(fallback: T, values: readonly T[]) =>
  (text: string | undefined): T => {
    if (text === undefined) return fallback;
    if (!values.includes(text as T)) throw new Error(`must be one of ${values.join(', ')}`);
    return text as T;
  };

const list = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

const url =
  (protocols: readonly string[]) =>
  (text: string | undefined): string | undefined => {
    if (text === undefined) return undefined;
    const parsed = URL.parse(text);
    if (parsed === null || !protocols.includes(parsed.protocol)) {
      throw new Error(`must be a URL beginning with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return text.replace(/\/+$/, '');
  };

/** A URL of PostgreSQL. `user@/database`, the form for a Unix socket, gets the host that WHATWG URLs need. */
const databaseUrl = (text: string | undefined): string | undefined =>
  url(['postgres:', 'postgresql:'])(text?.replace(/^(\w+:\/\/[^/@]*@)(?=\/)/, '$1localhost'));

const urls = (text: string | undefined): string[] => {
  const read = url(['https:', 'http:']);
  return list(text).map((item) => {
    const value = read(item);
    // An issuer's name is compared letter by letter, so a closing slash is kept (Entra v1 has one).
    return item.endsWith('/') ? `${value}/` : (value as string);
  });
};

const text =
  (fallback: string) =>
  (value: string | undefined): string =>
    value ?? fallback;

/** Kinds of notifications (domain/notifications/model.ts; config.test.ts compares them). */
const MAIL_KINDS = [
  'approval_requested',
  'approval_reminder',
  'approval_withdrawn',
  'request_approved',
  'request_rejected',
  'request_expired',
  'webhook_disabled',
  'team_inactive',
  'team_expired',
  'lifecycle_run_capped',
] as const;
type MailKind = (typeof MAIL_KINDS)[number];

const sender = (value: string | undefined): string | undefined => {
  if (value === undefined || /^([^<>\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/.test(value)) return value;
  throw new Error('must be a mail address, or a name and <address>');
};

/** Networks, written as CIDR. */
const networks = (value: string | undefined): NetworkConfig[] =>
  list(value).map((range) => {
    const [, network = '', length = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(range) ?? [];
    const version = isIP(network);
    const prefix = Number(length);
    if (version === 0 || prefix > (version === 4 ? 32 : 128)) {
      throw new Error('must be networks such as 10.20.0.0/16 or fd00:1::/32, separated by commas');
    }
    return { network, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
  });

const secretKeys = (value: string | undefined): string[] => {
  const keys = list(value);
  if (keys.some((key) => key.length < 32)) throw new Error('must be keys of at least 32 characters each');
  return keys;
};

/** The beginning of header names (RFC 9110, 5.1). */
const headerPrefix = (value: string | undefined): string => {
  if (value === undefined) return 'X-Charter';
  if (/^webhook$/i.test(value)) {
    throw new Error(
      `must not be ${value}: its ${value}-Signature would be the webhook-signature of Standard Webhooks, which messages carry too. Choose another`,
    );
  }
  if (/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/.test(value) && value.length <= 64) return value;
  throw new Error('must be letters, digits and single hyphens, such as X-Charter');
};

interface IssuerAppClaim {
  /** Undefined where only one issuer is configured. */
  issuer: string | undefined;
  claim: string;
  value: string;
}

const appClaims = (value: string | undefined): IssuerAppClaim[] =>
  list(value).map((item) => {
    const [, issuer, claim, expected] = /^(?:(\S+)\s+)?([^\s=]+)=(\S+)$/.exec(item) ?? [];
    if (claim === undefined || expected === undefined) {
      throw new Error('must be claims with their values, such as gty=client-credentials');
    }
    return { issuer, claim, value: expected };
  });

/** `<id>`, or `<tenant>/<id>`. */
const principalInTenant = (value: string | undefined): { tenantId?: string; id: string } | undefined => {
  if (value === undefined) return undefined;
  const [, tenantId, id] = /^(?:([^/\s]+)\/)?([^/\s]+)$/.exec(value) ?? [];
  if (id === undefined) throw new Error("must be a person's id, or <tenant>/<id>");
  return tenantId === undefined ? { id } : { tenantId, id };
};

const optional = (value: string | undefined): string | undefined => value;

const optionalPath = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : resolve(value);

/** The audit trails, by their codes (domain/audit/trails.ts; config.test.ts compares them). */
const AUDIT_TRAILS = [
  'teams',
  'provisioning',
  'approvals',
  'catalog',
  'policies',
  'webhooks',
  'security',
] as const;
type AuditTrailCode = (typeof AUDIT_TRAILS)[number];

/** `teams=730,security=365`; `*` stands for every trail that is not named. */
function retention(value: string | undefined): Readonly<Partial<Record<AuditTrailCode, number>>> {
  const days: Partial<Record<AuditTrailCode | '*', number>> = {};
  for (const item of list(value)) {
    const [, trail, number] = /^([a-z]+|\*)\s*=\s*(\d{1,5})$/.exec(item) ?? [];
    const known = AUDIT_TRAILS.find((code) => code === trail) ?? (trail === '*' ? '*' : undefined);
    if (known === undefined || Number(number) < 1) {
      throw new Error(
        `must be pairs such as teams=730, with days from 1 to 99999 and the trails ${AUDIT_TRAILS.join(', ')} or *`,
      );
    }
    days[known] = Number(number);
  }
  const { '*': others, ...named } = days;
  if (others === undefined) return named;
  return { ...Object.fromEntries(AUDIT_TRAILS.map((code) => [code, others])), ...named };
}

const SETTINGS = {
  host: {
    name: 'HOST',
    description: 'Address to listen on. The embedded issuer only works on loopback addresses.',
    defaultText: '127.0.0.1',
    read: text('127.0.0.1'),
  },
  port: {
    name: 'PORT',
    description: 'Port to listen on; 0 takes a free one.',
    defaultText: '3000',
    read: integer(3000, 0, 65535),
  },
  services: {
    name: 'CHARTER_SERVICES',
    description:
      'What this node does, separated by commas: `api` answers requests, `worker` runs jobs. The flag --services says the same.',
    defaultText: 'api,worker',
    read: (value: string | undefined): Service[] => {
      const services = list(value ?? 'api,worker');
      if (!services.length || services.some((service) => service !== 'api' && service !== 'worker')) {
        throw new Error('must be api, worker, or both separated by a comma');
      }
      return services as Service[];
    },
  },
  publicUrl: {
    name: 'CHARTER_PUBLIC_URL',
    description:
      'Address under which people and clients reach the service, without the base path. Used in links, OData contexts and as the name of the embedded issuer.',
    defaultText: 'http://<HOST>:<PORT>',
    read: url(['https:', 'http:']),
  },
  dataDirectory: {
    name: 'CHARTER_DATA_DIR',
    description:
      'Folder of the embedded PostgreSQL, and of the audit checkpoints and their key unless they have places of their own.',
    defaultText: '.data in the project folder',
    read: (value: string | undefined): string =>
      value === undefined ? resolve(import.meta.dirname, '../../.data') : resolve(value),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    description:
      'PostgreSQL 15 or newer to use instead of the embedded one: a postgres:// URL of a role that owns the database and may create roles. The password may also come from PGPASSWORD or ~/.pgpass. Migrations run as this role. The service connects as a role of its own, `charter_service_<database>`, which the start makes with a random password.',
    defaultText: 'the embedded PostgreSQL',
    read: databaseUrl,
  },
  serviceDatabaseUrl: {
    name: 'CHARTER_SERVICE_DATABASE_URL',
    description:
      'URL the service connects with, where the owner may not create roles. The role must own nothing and must not bypass row-level security. Needs DATABASE_URL.',
    defaultText: 'DATABASE_URL as charter_service_<database>',
    read: databaseUrl,
  },
  databasePoolSize: {
    name: 'CHARTER_DATABASE_POOL_SIZE',
    description:
      'Connections that requests of this node share. Workers have as many of their own; queue, readiness and notifications take up to eight more.',
    defaultText: '10',
    read: integer(10, 2, 500),
  },
  tenantConnections: {
    name: 'CHARTER_TENANT_CONNECTIONS',
    description:
      'Connections of a pool that one tenant may hold at a time. Its further requests wait for CHARTER_DATABASE_WAIT_SECONDS and are then answered with 503.',
    defaultText: 'half of CHARTER_DATABASE_POOL_SIZE',
    read: optionalInteger(1, 500),
  },
  databaseWaitSeconds: {
    name: 'CHARTER_DATABASE_WAIT_SECONDS',
    description:
      'How long a request waits for a free connection to the database before it is answered with 503.',
    defaultText: '2',
    read: integer(2, 1, 600),
  },
  databaseLockSeconds: {
    name: 'CHARTER_DATABASE_LOCK_SECONDS',
    description:
      'How long a statement of a request waits for a lock before the request is answered with 503.',
    defaultText: '2',
    read: integer(2, 1, 600),
  },
  databaseStatementSeconds: {
    name: 'CHARTER_DATABASE_STATEMENT_SECONDS',
    description: 'How long a statement of a request may run before the request is answered with 503.',
    defaultText: '5',
    read: integer(5, 1, 3600),
  },
  workerStatementSeconds: {
    name: 'CHARTER_WORKER_STATEMENT_SECONDS',
    description:
      'How long a statement of background work may run or wait before the work is tried again later.',
    defaultText: '60',
    read: integer(60, 1, 86_400),
  },
  oidcIssuers: {
    name: 'CHARTER_OIDC_ISSUER',
    description:
      'OpenID issuer whose access tokens are accepted, or several separated by commas, written exactly as in the token’s `iss`. `{tenantid}` stands for the tenant (Entra, several tenants; needs CHARTER_TENANTS). Unset: the embedded issuer with the sample organisation.',
    defaultText: 'the embedded issuer',
    read: urls,
  },
  oidcAudiences: {
    name: 'CHARTER_OIDC_AUDIENCE',
    description:
      'Accepted values of the token’s `aud`, separated by commas. Required with CHARTER_OIDC_ISSUER.',
    defaultText: '',
    read: list,
  },
  oidcTenantId: {
    name: 'CHARTER_OIDC_TENANT',
    description: 'Tenant of tokens that carry no `tid` claim (Keycloak and most providers but Entra).',
    defaultText: '',
    read: optional,
  },
  oidcAppClaims: {
    name: 'CHARTER_OIDC_APP_CLAIM',
    description:
      'Claim and value that only apps’ tokens carry, for example `gty=client-credentials` (Auth0); several separated by commas. With several issuers each begins with its issuer and a space. Apps are administrators, so it must be a claim that no person’s token can carry.',
    defaultText: '',
    read: appClaims,
  },
  firstAdministrator: {
    name: 'CHARTER_FIRST_ADMINISTRATOR',
    description:
      'Id (the token’s `oid`, else `sub`) of the person who has GLOBAL_ADMIN from the start, or `<tenant>/<id>`. It counts while the service keeps no GLOBAL_ADMIN for the tenant. Needs CHARTER_OIDC_ISSUER.',
    defaultText: '',
    read: principalInTenant,
  },
  tenants: {
    name: 'CHARTER_TENANTS',
    description:
      'Tenant ids that may use the service, separated by commas. Unset: every tenant the issuer signs for.',
    defaultText: '',
    read: list,
  },
  embeddedIssuerBeyondLoopback: {
    name: 'CHARTER_EMBEDDED_ISSUER_BEYOND_LOOPBACK',
    description:
      'The embedded issuer asks for no password, so the service refuses to start with it on an address others can reach, unless this says, word for word, `anyone-who-reaches-this-service-may-sign-in-as-anyone`.',
    defaultText: '',
    read: optional,
  },
  sampleData: {
    name: 'CHARTER_SAMPLE_DATA',
    description:
      'Whether an empty database is filled with the sample organisation: `on`, `off`, or `auto` (only with the embedded issuer).',
    defaultText: 'auto',
    read: oneOf('auto', ['auto', 'on', 'off'] as const),
  },
  rateLimitTier1: {
    name: 'CHARTER_RATE_LIMIT_TIER_1',
    description:
      'Calls a minute that one principal may make to tier-1 operations (provisioning, archive, unarchive).',
    defaultText: '6',
    read: integer(6, 1, 1_000_000_000),
  },
  rateLimitTier2: {
    name: 'CHARTER_RATE_LIMIT_TIER_2',
    description: 'Calls a minute that one principal may make to tier-2 operations (other writes).',
    defaultText: '20',
    read: integer(20, 1, 1_000_000_000),
  },
  rateLimitTier3: {
    name: 'CHARTER_RATE_LIMIT_TIER_3',
    description: 'Calls a minute that one principal may make to tier-3 operations (everything else).',
    defaultText: '60',
    read: integer(60, 1, 1_000_000_000),
  },
  rateLimitAll: {
    name: 'CHARTER_RATE_LIMIT_ALL',
    description: 'Calls a minute that one principal may make to all operations together.',
    defaultText: '600',
    read: integer(600, 1, 1_000_000_000),
  },
  teamNameMaxLength: {
    name: 'CHARTER_TEAM_NAME_MAX_LENGTH',
    description:
      'Longest final name of a team, in characters. Entra itself permits 264; 63 keeps names short in every client.',
    defaultText: '264',
    read: integer(264, 1, 264),
  },
  approvalExpiryDays: {
    name: 'CHARTER_APPROVAL_EXPIRY_DAYS',
    description: 'Days after which a request for a team expires that nobody has approved or rejected.',
    defaultText: '14',
    read: integer(14, 1, 365),
  },
  approvalReminderDays: {
    name: 'CHARTER_APPROVAL_REMINDER_DAYS',
    description:
      'Days after which approvers are told again of a request that waits for them; 0 tells them once.',
    defaultText: '3',
    read: integer(3, 0, 365),
  },
  smtpUrl: {
    name: 'CHARTER_SMTP_URL',
    description:
      'Server that mail goes out through: smtp:// or smtps://, with user and password where it asks for them. Unset: no mail; people read their notifications in the portal.',
    defaultText: '',
    read: url(['smtp:', 'smtps:']),
  },
  mailFrom: {
    name: 'CHARTER_MAIL_FROM',
    description: 'Sender of mail: an address, or `Name <address>`. Required with CHARTER_SMTP_URL.',
    defaultText: '',
    read: sender,
  },
  mailKindsOff: {
    name: 'CHARTER_MAIL_KINDS_OFF',
    description: `Kinds of notifications that no mail is sent of, separated by commas: ${MAIL_KINDS.map((kind) => `\`${kind}\``).join(', ')}.`,
    defaultText: '',
    read: (value: string | undefined): MailKind[] => {
      const kinds = list(value);
      const unknown = kinds.filter((kind) => !MAIL_KINDS.includes(kind as MailKind));
      if (unknown.length > 0) throw new Error(`must be some of ${MAIL_KINDS.join(', ')}`);
      return kinds as MailKind[];
    },
  },
  lifecycleHours: {
    name: 'CHARTER_LIFECYCLE_HOURS',
    description:
      'Hours of the day (UTC), separated by commas, at which a lifecycle run begins for each tenant: who has not been active is asked, what has expired is archived or deleted. `off`: only runs that an administrator starts.',
    defaultText: '2',
    read: (value: string | undefined): number[] => {
      if (value === 'off') return [];
      const hours = list(value ?? '2');
      if (hours.length === 0 || hours.some((hour) => !/^([01]?\d|2[0-3])$/.test(hour))) {
        throw new Error('must be hours from 0 to 23 separated by commas, or off');
      }
      return hours.map(Number);
    },
  },
  lifecycleMaxPercent: {
    name: 'CHARTER_LIFECYCLE_MAX_PERCENT',
    description:
      'How many of the teams that Charter looks after one lifecycle run may archive or delete at most, in percent. The larger of this and CHARTER_LIFECYCLE_MAX_TEAMS counts; both 0: none.',
    defaultText: '5',
    read: integer(5, 0, 100),
  },
  lifecycleMaxTeams: {
    name: 'CHARTER_LIFECYCLE_MAX_TEAMS',
    description: 'How many teams one lifecycle run may archive or delete in any case.',
    defaultText: '10',
    read: integer(10, 0, 1_000_000),
  },
  workerConcurrency: {
    name: 'CHARTER_WORKER_CONCURRENCY',
    description: 'Jobs that a worker node runs at once.',
    defaultText: '4',
    read: integer(4, 1, 100),
  },
  auditRetention: {
    name: 'CHARTER_AUDIT_RETENTION',
    description:
      'Days that the records of audit trails are kept, for example `teams=730,security=365`; `*=365` stands for every trail that is not named. Unset, or a trail without days: for ever. What is removed leaves a record (docs/audit.md).',
    defaultText: 'for ever',
    read: retention,
  },
  auditSigningKey: {
    name: 'CHARTER_AUDIT_SIGNING_KEY',
    description:
      'File with the Ed25519 private key (PEM, PKCS #8) that signs audit checkpoints; made when it is missing. Only nodes with `worker` use it.',
    defaultText: 'audit-signing-key.pem in CHARTER_DATA_DIR',
    read: optionalPath,
  },
  auditCheckpointDirectory: {
    name: 'CHARTER_AUDIT_CHECKPOINT_DIR',
    description:
      'Folder that signed audit checkpoints are written to, each minute in which something was recorded. Best kept where nobody who can write the database can write.',
    defaultText: 'audit-checkpoints in CHARTER_DATA_DIR',
    read: optionalPath,
  },
  secretKeys: {
    name: 'CHARTER_SECRET_KEY',
    description:
      'Key that secrets of webhooks are encrypted with in the database: at least 32 random characters, the same on every node. Several, separated by commas, for a change of key: the first encrypts, all decrypt. Unset: a random key that the service makes and keeps in the database, where only its owner can read it. Set one to keep the key out of backups of the database.',
    defaultText: 'made at the first start',
    read: secretKeys,
  },
  hookAllowedRanges: {
    name: 'CHARTER_HOOK_ALLOWED_RANGES',
    description:
      'Networks that are not public and that webhooks may be sent to all the same, as CIDR separated by commas, for example `10.20.0.0/16`.',
    defaultText: 'none',
    read: networks,
  },
  hookHeaderPrefix: {
    name: 'CHARTER_HOOK_HEADER_PREFIX',
    description:
      'Beginning of the names of the headers that webhooks carry (`X-Charter-Signature` and others), for receivers that read another one. Not `Webhook`: that is the beginning of the Standard Webhooks headers, which they carry too.',
    defaultText: 'X-Charter',
    read: headerPrefix,
  },
  shutdownSeconds: {
    name: 'CHARTER_SHUTDOWN_SECONDS',
    description: 'How long a stopping node waits for requests and job steps that are under way.',
    defaultText: '15',
    read: integer(15, 1, 600),
  },
  logLevel: {
    name: 'CHARTER_LOG_LEVEL',
    description: 'What is logged: `debug`, `info`, `warn`, `error` or `silent`.',
    defaultText: 'warn',
    read: oneOf('warn', ['debug', 'info', 'warn', 'error', 'silent'] as const),
  },
} satisfies Record<string, Setting<unknown>>;

type Values = { [Key in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Key]['read']> };

export interface Config
  extends Readonly<
    Omit<
      Values,
      | 'publicUrl'
      | 'tenantConnections'
      | 'oidcIssuers'
      | 'oidcAudiences'
      | 'oidcTenantId'
      | 'oidcAppClaims'
      | 'firstAdministrator'
    >
  > {
  /** Undefined until the port is known, when PORT is 0 and CHARTER_PUBLIC_URL is unset. */
  readonly publicUrl: string | undefined;
  /** Empty: the embedded issuer is used. */
  readonly issuers: readonly IssuerConfig[];
  readonly tenantConnections: number;
  readonly firstAdministrator: { readonly tenantId: string; readonly id: string } | undefined;
  /** Name of this node in logs and leases. */
  readonly nodeName: string;
}

/** Settings that don't make sense; `problems` names each, for a start that fails with all of them at once. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration can't be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

function checkMail({ smtpUrl, mailFrom }: Values, problems: string[]): void {
  if (smtpUrl !== undefined && mailFrom === undefined) {
    problems.push('CHARTER_MAIL_FROM must name the sender when CHARTER_SMTP_URL is set');
  }
}

function checkAppClaims({ oidcAppClaims, oidcIssuers }: Values, problems: string[]): void {
  if (oidcIssuers.length > 1 && oidcAppClaims.some(({ issuer }) => issuer === undefined)) {
    problems.push('CHARTER_OIDC_APP_CLAIM must begin with the issuer when there are several issuers');
  }
  if (oidcAppClaims.some(({ issuer }) => issuer !== undefined && !oidcIssuers.includes(issuer))) {
    problems.push('CHARTER_OIDC_APP_CLAIM must name an issuer of CHARTER_OIDC_ISSUER');
  }
}

function firstAdministratorOf(values: Values, problems: string[]): Config['firstAdministrator'] {
  const { firstAdministrator, oidcIssuers, oidcTenantId, tenants } = values;
  if (firstAdministrator === undefined) return undefined;
  if (oidcIssuers.length === 0) {
    problems.push(
      'CHARTER_FIRST_ADMINISTRATOR needs CHARTER_OIDC_ISSUER: the sample organisation has its own',
    );
  }
  const onlyTenant = tenants.length === 1 ? tenants[0] : undefined;
  const tenantId = firstAdministrator.tenantId ?? oidcTenantId ?? onlyTenant;
  if (tenantId === undefined) {
    problems.push('CHARTER_FIRST_ADMINISTRATOR must be <tenant>/<id> unless CHARTER_OIDC_TENANT is set');
    return undefined;
  }
  return { tenantId, id: firstAdministrator.id };
}

function issuersOf(values: Values, problems: string[]): IssuerConfig[] {
  if (values.oidcIssuers.length && !values.oidcAudiences.length) {
    problems.push(
      'CHARTER_OIDC_AUDIENCE must name the audience of your tokens when CHARTER_OIDC_ISSUER is set',
    );
  }
  if (values.oidcIssuers.some((issuer) => issuer.includes('{tenantid}')) && !values.tenants.length) {
    problems.push('CHARTER_TENANTS must list the tenants when CHARTER_OIDC_ISSUER holds {tenantid}');
  }
  checkAppClaims(values, problems);
  return values.oidcIssuers.map((issuer) => ({
    issuer,
    audiences: values.oidcAudiences,
    appClaims: values.oidcAppClaims.filter((item) => item.issuer === undefined || item.issuer === issuer),
    ...(values.oidcTenantId === undefined ? {} : { tenantId: values.oidcTenantId }),
  }));
}

/** Host as it stands in a URL: IPv6 in brackets. */
export const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/**
 * Reads the configuration. An empty variable counts as unset.
 * @throws ConfigError naming every bad setting.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const values = Object.fromEntries(
    Object.entries(SETTINGS).map(([key, setting]: [string, Setting<unknown>]) => {
      try {
        return [key, setting.read(environment[setting.name]?.trim() || undefined)];
      } catch (error) {
        problems.push(`${setting.name} ${(error as Error).message}`);
        return [key, undefined];
      }
    }),
  ) as Values;
  if (problems.length) throw new ConfigError(problems);
  const issuers = issuersOf(values, problems);
  const firstAdministrator = firstAdministratorOf(values, problems);
  checkMail(values, problems);
  if (problems.length) throw new ConfigError(problems);
  const {
    oidcIssuers: _issuers,
    oidcAudiences: _audiences,
    oidcTenantId: _tenant,
    oidcAppClaims: _appClaims,
    firstAdministrator: _first,
    publicUrl,
    ...rest
  } = values;
  const derivedUrl = values.port === 0 ? undefined : `http://${hostInUrl(values.host)}:${values.port}`;
  return Object.freeze({
    ...rest,
    publicUrl: publicUrl ?? derivedUrl,
    tenantConnections: values.tenantConnections ?? Math.ceil(values.databasePoolSize / 2),
    issuers,
    firstAdministrator,
    nodeName: `${hostname()}:${process.pid}`,
  });
}

/** The table of settings as Markdown; docs/configuration.md is exactly this. */
export function configurationReference(): string {
  const rows = Object.values(SETTINGS).map(
    ({ name, defaultText, description }) =>
      `| \`${name}\` | ${defaultText ? `\`${defaultText}\`` : ''} | ${description} |`,
  );
  return [
    '# Configuration',
    '',
    'Charter is configured by environment variables. A bad value stops the start with a sentence for each.',
    'This page is generated from `server/src/config.ts`.',
    '',
    '| Variable | Default | Meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
