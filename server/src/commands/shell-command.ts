/** Commands for a shell, as the service and `charter setup` print them. */
import { join } from 'node:path';
import { changeDatabaseUrl } from '../kernel/database-url.ts';
import type { Config } from '../main.ts';

/** Path of the command in the checkout. It works in any working directory, and npm never looks up a package for it. */
const PROGRAM = join(import.meta.dirname, '../../../node_modules/.bin/charter');

export const quoted = (text: string): string =>
  /^[\w./:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Replaces the password of a database URL, which must not be printed. */
const withoutPassword = (text: string): string =>
  changeDatabaseUrl(text, (url) => {
    if (url.password !== '') url.password = 'PASSWORD';
    if (url.searchParams.has('password')) url.searchParams.set('password', 'PASSWORD');
  });

/**
 * Returns a shell command with the settings of the service. It works in any working directory, once the operator
 * has replaced PASSWORD and KEY.
 */
export function shellCommand(
  url: string | undefined,
  config: Config,
  defaults: Config,
  command: string,
): string {
  const settings = {
    CHARTER_PUBLIC_URL: url === defaults.publicUrl ? undefined : url,
    CHARTER_DATA_DIR: config.dataDirectory === defaults.dataDirectory ? undefined : config.dataDirectory,
    DATABASE_URL: config.databaseUrl && withoutPassword(config.databaseUrl),
    CHARTER_SERVICE_DATABASE_URL: config.serviceDatabaseUrl && withoutPassword(config.serviceDatabaseUrl),
    CHARTER_SECRET_KEY: config.secretKeys.length > 0 ? 'KEY' : undefined,
  };
  const environment = Object.entries(settings).map(([name, value]) => value && `${name}=${quoted(value)}`);
  return [...environment.filter(Boolean), quoted(PROGRAM), command].join(' ');
}

/** Returns the command that signs in to the service at this address. */
export const loginCommand = (url: string | undefined, defaults: Config): string =>
  [
    quoted(PROGRAM),
    'login',
    ...(url === undefined || url === defaults.publicUrl ? [] : ['--url', quoted(url)]),
  ].join(' ');
