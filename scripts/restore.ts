/**
 * `npx node scripts/restore.ts <folder>`: restores a backup of scripts/backup.ts. See docs/operations.md.
 *
 * Restores a dump into the empty database of DATABASE_URL, and a copied data folder to CHARTER_DATA_DIR. A dump has no
 * privileges: `charter migrate`, or a start with the owner's URL, grants them again.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../server/src/config.ts';
import { fail, run, runOnDatabase } from './database-programs.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) fail('Give the folder of the backup: npx node scripts/restore.ts <folder>');

const { dataDirectory, databaseUrl } = readConfig();
const dump = join(folder, 'database.dump');
if (existsSync(dump)) {
  if (databaseUrl === undefined)
    fail('Set DATABASE_URL to the URL of an empty database, for the role that will own it.');
  const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
  runOnDatabase('pg_restore', databaseUrl, [...options, dump]);
  console.log('Restored. Run charter migrate, then start the nodes.');
} else {
  const data = join(folder, 'data');
  if (!existsSync(data)) fail(`${folder} contains no backup.`);
  if (existsSync(dataDirectory)) fail(`${dataDirectory} exists already. Move it away first.`);
  run('cp', ['-a', data, dataDirectory]);
  console.log('Restored. Start the service.');
}
