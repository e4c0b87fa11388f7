/**
 * Reads the configuration: typed, checked and frozen. No other file of the server reads settings from process.env.
 * config/settings.ts declares the settings.
 */
import { hostname } from 'node:os';
import {
  checkMail,
  firstAdministratorOf,
  type GraphConfig,
  graphOf,
  type IssuerConfig,
  issuersOf,
  type OrganisationConfig,
  organisationOf,
  warningsOf,
  withEntraTenants,
} from './config/checks.ts';
import { SETTINGS, type Setting, type Values } from './config/settings.ts';

export type { IssuerConfig } from './config/checks.ts';

export interface Config
  extends Readonly<
    Omit<
      Values,
      'publicUrl' | 'addressConnections' | 'tenantConnections' | 'firstAdministrator' | 'organisation'
    >
  > {
  /** Undefined while the port is unknown: PORT is 0 and CHARTER_PUBLIC_URL is unset. */
  readonly publicUrl: string | undefined;
  /** Empty when the embedded issuer is used. */
  readonly issuers: readonly IssuerConfig[];
  readonly addressConnections: number;
  readonly tenantConnections: number;
  readonly organisation: OrganisationConfig | undefined;
  /** Undefined unless CHARTER_SUITE is graph. */
  readonly graph: GraphConfig | undefined;
  readonly firstAdministrator: { readonly tenantId: string; readonly id: string } | undefined;
  /** Warnings about settings that are probably mistakes. */
  readonly warnings: readonly string[];
  /** Name of this node in the log: host name and process id. */
  readonly nodeName: string;
}

/** Invalid settings. `problems` names each one, so that a start reports all of them at once. */
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
 * @throws ConfigError naming every bad setting.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const given = Object.fromEntries(
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
  const values = withEntraTenants(given);
  const issuers = issuersOf(values, problems);
  const firstAdministrator = firstAdministratorOf(values, problems);
  const organisation = organisationOf(values, problems);
  const graph = graphOf(values, problems);
  checkMail(values, problems);
  if (problems.length) throw new ConfigError(problems);
  const derivedUrl = values.port === 0 ? undefined : `http://${hostInUrl(values.host)}:${values.port}`;
  return Object.freeze({
    ...values,
    publicUrl: values.publicUrl ?? derivedUrl,
    addressConnections: values.addressConnections ?? Math.ceil(values.maxConnections / 2),
    tenantConnections: values.tenantConnections ?? Math.ceil(values.databasePoolSize / 2),
    issuers,
    firstAdministrator,
    organisation,
    graph,
    warnings: warningsOf(values, environment),
    nodeName: `${hostname()}:${process.pid}`,
  });
}

/** Returns the table of settings as Markdown, for docs/configuration.md. */
export function configurationReference(): string {
  const rows = Object.values(SETTINGS).map(
    ({ name, defaultText, description }) =>
      `| \`${name}\` | ${defaultText ? `\`${defaultText}\`` : ''} | ${description} |`,
  );
  return [
    '# Configuration',
    '',
    'Charter is configured by environment variables. A bad value stops the start with a sentence for each.',
    'This page is generated from `server/src/config/settings.ts`.',
    '',
    '| Variable | Default | Meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
