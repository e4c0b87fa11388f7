/**
 * Backs up a database of an external PostgreSQL while a node serves, and restores it, as docs/operations.md describes.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createClient } from '@charter/sdk';
import { TEST_SECRET_KEY } from '../../server/test/secrets.ts';
import { CALLERS, MANIFEST, subjectOf, TEMPLATE } from '../callers.ts';
import { ROOT } from '../documented-commands.ts';
import {
  bareEnvironment,
  charter,
  type Environment,
  GIVEN_URL,
  RAISED_LIMITS,
  type Service,
  startNode,
} from '../service.ts';
import { waitForCompletedJob } from '../stage.ts';
import { issueToken } from '../tokens.ts';
import { ArchivedPostgres } from './archived-postgres.ts';
import { serverPrograms } from './debian-postgres.ts';

const PASSWORD = 'drill';

const missing =
  serverPrograms() === undefined && "needs PostgreSQL's client programs: apt install postgresql";
const skip = GIVEN_URL === undefined ? missing : 'needs nodes of its own';

describe('a backup of an external PostgreSQL', { skip }, () => {
  let server: ArchivedPostgres;
  let folder: string;
  const nodes: Service[] = [];

  const urlAs = (role: string, database: string): string => {
    const url = new URL(server.url(database));
    url.username = role;
    return url.href;
  };
  /** Migrates the database as its owner, and starts a node that has only the service's URL. */
  async function install(database: string): Promise<Service> {
    const environment = {
      ...RAISED_LIMITS,
      CHARTER_SERVICE_DATABASE_URL: urlAs('charter_app', database),
      CHARTER_SECRET_KEY: TEST_SECRET_KEY,
    };
    const owner = { ...environment, DATABASE_URL: urlAs('charter_owner', database) };
    const { code, stderr } = await charter({ environment: owner }, ['migrate']);
    assert.equal(code, 0, stderr);
    const node = await startNode({ environment });
    nodes.push(node);
    return node;
  }
  const clientOf = async ({ environment, url }: Service) => {
    const token = await issueToken({ environment }, subjectOf('admin'));
    return createClient({ baseUrl: url, token });
  };
  function runScript(name: 'backup' | 'restore', environment: Environment) {
    const env = {
      ...bareEnvironment(),
      PATH: `${serverPrograms()}:${process.env.PATH}`,
      CHARTER_DATA_DIR: join(folder, 'data'),
      ...environment,
    };
    const script = join(ROOT, `scripts/${name}.ts`);
    return spawnSync(process.execPath, [script, join(folder, 'backup')], { env, encoding: 'utf8' });
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-backup-'));
    server = await ArchivedPostgres.start();
    for (const statement of [
      `create role charter_owner login password '${PASSWORD}'`,
      'create database charter owner charter_owner',
      `create role charter_app login password '${PASSWORD}'`,
      `create role charter_backup login bypassrls password '${PASSWORD}'`,
      'grant pg_read_all_data to charter_backup',
      'create database restored owner charter_owner',
    ])
      await server.ask(statement);
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('succeeds with the backup role, and fails with the owner, whom row-level security restricts', async () => {
    const client = await clientOf(await install('charter'));
    await client.catalog.applyCatalogTemplate({ manifest: MANIFEST });
    const { id } = await client.teams.createTeamProvisioningJob({
      template: { id: TEMPLATE },
      team: { name: 'Backed up', membership: { owners: [{ id: CALLERS.owner.name }] } },
    });
    await waitForCompletedJob(client, id);
    const rejected = runScript('backup', { CHARTER_BACKUP_URL: urlAs('charter_owner', 'charter') });
    assert.equal(rejected.status, 1);
    assert.match(rejected.stderr, /row-level security/);
    await rm(join(folder, 'backup'), { recursive: true, force: true });
    const made = runScript('backup', { CHARTER_BACKUP_URL: urlAs('charter_backup', 'charter') });
    assert.equal(made.status, 0, made.stderr);
    assert.equal((await stat(join(folder, 'backup/database.dump'))).mode & 0o777, 0o600);
  });

  it('can be restored by the owner, and a node serves the restored database after a migration', async () => {
    const restored = runScript('restore', { DATABASE_URL: urlAs('charter_owner', 'restored') });
    assert.equal(restored.status, 0, restored.stderr);
    const client = await clientOf(await install('restored'));
    const { value } = await client.teams.getTeams({ $top: 999 });
    assert.equal(value.filter(({ displayName }) => displayName === 'Backed up').length, 1);
  });
});
