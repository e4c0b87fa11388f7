/**
 * `npx node scripts/backup.ts <folder>`: backs up the database to a new folder. See docs/operations.md.
 *
 * With CHARTER_BACKUP_URL it dumps that database while the service runs. Otherwise it copies the data folder of
 * the embedded PostgreSQL, whose service must be stopped.
 */
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../server/src/config.ts';
import { findRunningEmbeddedPostgres } from '../server/src/persistence/embedded-postgres.ts';
import { fail, run, runOnDatabase } from './database-programs.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) fail('Give the folder of the backup: npx node scripts/backup.ts <folder>');
if (existsSync(folder)) fail(`${folder} exists already. Give a new folder.`);

const url = process.env.CHARTER_BACKUP_URL;
const { dataDirectory, databaseUrl } = readConfig();
if (url === undefined && databaseUrl !== undefined) {
  fail('Set CHARTER_BACKUP_URL to the URL of the database for a role with BYPASSRLS and pg_read_all_data.');
}
if (url === undefined && (await findRunningEmbeddedPostgres(dataDirectory)) !== undefined) {
  fail(
    `The service runs on ${dataDirectory}. Stop it, so that its files do not change while they are copied.`,
  );
}

mkdirSync(folder, { recursive: true, mode: 0o700 });
if (url === undefined) {
  run('cp', ['-a', dataDirectory, join(folder, 'data')]);
} else {
  const dump = join(folder, 'database.dump');
  runOnDatabase('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${dump}`]);
  chmodSync(dump, 0o600);
}
console.log(
  `The backup is in ${folder}. It contains the keys of the installation: make sure that only you can read it.`,
);
