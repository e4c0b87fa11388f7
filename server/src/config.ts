/**
 * Reads and validates the configuration. No other file of the server reads settings from process.env.
 * config/settings.ts declares the settings.
 */
import { hostname } from 'node:os';
import {
  authorizationParametersOf,
  checkMail,
  checkServiceNode,
  checkSuite,
  firstAdministratorOf,
  type IssuerConfig,
  issuersOf,
  type OrganisationConfig,
  organisationOf,
  warningsOf,
  withTenantIds,
} from './config/checks.ts';
import { oneOf, type Setting, setting } from './config/formats.ts';
import { withPreset } from './config/presets.ts';
import { settingsWith, type Values } from './config/settings.ts';
import { type Retention, retentionOf } from './domain/privacy/remove-expired.ts';
import { TRAIL_CODES } from './flows/definitions.ts';
import type { SuiteConfig } from './suites/definition.ts';
import { SUITES, suiteDefinitionOf } from './suites/registry.ts';

export type { IssuerConfig } from './config/checks.ts';

export interface Config
  extends Readonly<
    Omit<
      Values,
      | 'publicUrl'
      | 'addressConnections'
      | 'tenantConnections'
      | 'firstAdministrator'
      | 'organisation'
      | 'healthHost'
    >
  > {
  /** Undefined while the port is unknown: PORT is 0 and CHARTER_PUBLIC_URL is unset. */
  readonly publicUrl: string | undefined;
  /** Empty when the embedded issuer is used. */
  readonly issuers: readonly IssuerConfig[];
  readonly addressConnections: number;
  readonly tenantConnections: number;
  readonly healthHost: string;
  readonly organisation: OrganisationConfig | undefined;
  readonly suite: SuiteConfig & { readonly name: SuiteName };
  readonly firstAdministrator: { readonly tenantId: string; readonly id: string } | undefined;
  /** Days that jobs, approvals, events and notifications are stored. */
  readonly retention: Retention;
  /** Warnings about settings that are probably mistakes. */
  readonly warnings: readonly string[];
  /** Name of this node in the log: host name and process id. */
  readonly nodeName: string;
}

export type SuiteName = keyof typeof SUITES;

const SUITE_NAMES = Object.keys(SUITES) as [SuiteName, ...SuiteName[]];

const SUITE = setting(
  'CHARTER_SUITE',
  oneOf(SUITE_NAMES[0], SUITE_NAMES),
  `The collaboration suite that Charter governs: ${Object.entries(SUITES)
    .map(([name, { summary }]) => `\`${name}\`, ${summary}`)
    .join(', or ')}.`,
);

/** All settings, by their key in the configuration. */
const SETTINGS = settingsWith({
  suite: SUITE,
  ...Object.assign({}, ...Object.values(SUITES).map(({ settings }) => settings)),
} as Record<string, Setting<unknown>>);

/** Thrown for invalid settings. `problems` has a sentence for each, so that all are reported at once. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration can't be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Formats a host for a URL: IPv6 addresses go in brackets. */
export const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/**
 * Reads the configuration. An empty variable counts as unset.
 * @throws ConfigError naming every invalid setting
 */
export function readConfig(given: NodeJS.ProcessEnv = process.env): Config {
  const environment = withPreset(given);
  const problems: string[] = [];
  const read = Object.fromEntries(
    Object.entries(SETTINGS).map(([key, setting]: [string, Setting<unknown>]) => {
      try {
        return [key, setting.read(environment[setting.name]?.trim() || undefined)];
      } catch (error) {
        problems.push(`${setting.name} ${(error as Error).message}`);
        return [key, undefined];
      }
    }),
  );
  if (problems.length) throw new ConfigError(problems);
  const name = read.suite as SuiteName;
  const definition = suiteDefinitionOf(name);
  const suite = { name, ...definition.configure(read, problems) };
  const values = withTenantIds(read as Values, definition.toTenantId);
  checkSuite(values, definition, problems);
  const issuers = issuersOf(values, definition.registersTenants, problems);
  const firstAdministrator = firstAdministratorOf(values, suite.tenants, problems);
  const organisation = organisationOf(values, problems);
  checkMail(values, problems);
  checkServiceNode(values, problems);
  if (problems.length) throw new ConfigError(problems);
  const derivedUrl = values.port === 0 ? undefined : `http://${hostInUrl(values.host)}:${values.port}`;
  return Object.freeze({
    ...values,
    publicUrl: values.publicUrl ?? derivedUrl,
    addressConnections: values.addressConnections ?? Math.ceil(values.maxConnections / 2),
    healthHost: values.healthHost ?? values.host,
    tenantConnections: values.tenantConnections ?? Math.ceil(values.databasePoolSize / 2),
    issuers,
    oidcParameters: authorizationParametersOf(values),
    firstAdministrator,
    organisation,
    suite,
    retention: retentionOf(
      {
        jobs: values.retentionJobs,
        approvals: values.retentionApprovals,
        events: values.retentionEvents,
        notifications: values.retentionNotifications,
        reviews: values.retentionReviews,
      },
      values.auditRetention,
      TRAIL_CODES.length,
    ),
    warnings: [...warningsOf(values, environment, Object.values(SETTINGS)), ...suite.warnings],
    nodeName: `${hostname()}:${process.pid}`,
  });
}

/** Returns the table of settings as Markdown, for docs/configuration.md. */
export function configurationReference(): string {
  const rows = Object.values(SETTINGS).map(
    ({ name, defaultText, description }: Setting<unknown>) =>
      `| \`${name}\` | ${defaultText ? `\`${defaultText}\`` : ''} | ${description} |`,
  );
  return [
    '# Configuration',
    '',
    'Charter is configured by environment variables. A bad value stops the start with a sentence for each.',
    'This page is generated from `server/src/config/settings.ts` and the settings of the suites.',
    '',
    '| Variable | Default | Meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
