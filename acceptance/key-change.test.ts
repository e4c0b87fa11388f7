/**
 * Changes the key of secrets while two nodes serve, as docs/operations.md describes.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from '@charter/sdk';
import { subjectOf } from './callers.ts';
import { charter, freePort, GIVEN_URL, openService, type Service, startNode } from './service.ts';
import { issueToken } from './tokens.ts';

const NEW = 'the key from now on has thirty-two characters or more';

const skip = GIVEN_URL === undefined ? false : 'needs nodes of its own';

describe('a node during the change from the key in the database to a configured one', { skip }, () => {
  /** A node without CHARTER_SECRET_KEY. */
  let first: Service;
  let second: Service | undefined;
  /** Settings that both nodes share. */
  let shared: Record<string, string>;
  let token: string;

  before(async () => {
    const port = String(await freePort());
    const address = { CHARTER_PUBLIC_URL: `http://127.0.0.1:${port}` };
    first = await openService({ environment: { ...address, PORT: port } });
    shared = { ...address, DATABASE_URL: first.databaseUrl ?? '' };
    token = await issueToken(first, subjectOf('admin'));
  });
  after(async () => {
    await second?.stop();
    await first?.stop();
  });

  const restartSecond = async (secretKey: string): Promise<Service> => {
    await second?.stop();
    second = await startNode({ environment: { ...shared, CHARTER_SECRET_KEY: secretKey } });
    return second;
  };

  /** Creates a webhook at one node, and repeats the call at another, which must decrypt the stored response. */
  async function createAndRepeat(at: Service, repeatedAt: Service): Promise<void> {
    const idempotencyKey = `created-at-${new URL(at.url).port}`;
    const create = ({ url }: Service) =>
      createClient({ baseUrl: url, token, retry: false }).webhooks.createHook(
        { events: ['team_created'], config: { url: 'https://hooks.example.com/charter' } },
        { idempotencyKey },
      );
    const created = await create(at);
    assert.deepEqual(await create(repeatedAt), created);
  }

  it('encrypts with the old key while the new one is last in the list, so that nodes without the new one can decrypt', async () => {
    const changed = await restartSecond(`database,${NEW}`);
    await createAndRepeat(changed, first);
    await createAndRepeat(first, changed);
  });

  it('encrypts with the new key when it is first in the list, and needs no other key after the rotation', async () => {
    const { environment } = await restartSecond(`${NEW},database`);
    const rotated = await charter({ environment }, ['secrets', 'rotate']);
    assert.equal(rotated.code, 0, rotated.stderr);
    const checked = await charter({ environment }, ['secrets', 'check', '--json']);
    assert.equal(checked.code, 0, checked.stderr);
    const states = new Set(JSON.parse(checked.stdout).map(({ state }: { state: string }) => state));
    assert.deepEqual([...states], ['current']);
  });

  it('rejects "database" as a key when it has only the service’s URL', async () => {
    const environment = {
      CHARTER_SERVICE_DATABASE_URL: 'postgres://charter_app@127.0.0.1/charter',
      CHARTER_SECRET_KEY: `database,${NEW}`,
    };
    const { code, stderr } = await charter({ environment }, ['serve']);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /CHARTER_SECRET_KEY can contain database only with DATABASE_URL/);
  });
});
