import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { CAUSE } from '../../../test/cause.ts';
import { assertRejected } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { OTHER_TENANT, TENANT } from '../../../test/team-world.ts';
import { issueAccessToken } from '../../composition/issuer.ts';
import { readConfig } from '../../config.ts';
import { notifyOfExpiringSecrets } from '../../domain/identity/notify-of-expiring-secrets.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';

const OTHERS: Caller[] = ['olga', 'gus', 'ada', 'ivan', 'app'];
/** Callers who are neither global administrators nor integration managers. */
const UNPRIVILEGED: Caller[] = ['olga', 'gus', 'ada', 'app'];
const BODY = { displayName: 'Payroll' };

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
  const roles = createRoleAssignmentStore(service.world.database.tenancy);
  await roles.assign(TENANT, 'ida-id', 'GLOBAL_ADMIN', CAUSE);
  await roles.assign(OTHER_TENANT, 'ada-id', 'GLOBAL_ADMIN', CAUSE);
});
after(() => service.close());

/** Returns the status of a call with Basic credentials. */
async function statusWith({ appId, secret }: { appId: string; secret: string }): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${appId}:${secret}`).toString('base64')}`;
  const response = await fetch(`${service.url}/catalog/templates`, { headers: { authorization } });
  await response.body?.cancel();
  return response.status;
}

interface Credentials {
  appId: string;
  secretId: string;
  secret: string;
}

async function created(more: object = {}): Promise<Credentials> {
  const { status, body } = await call('ida', 'POST', '/apps', { ...BODY, ...more });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

async function added(appId: string, secret?: object, as: Caller = 'ida'): Promise<Credentials> {
  const { status, body } = await call(as, 'POST', `/apps/${appId}/secrets`, secret);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

const appOf = async (appId: string) => (await call('ida', 'GET', `/apps/${appId}`)).body;

const setEnd = (secretId: string, at: Date) =>
  sql`update charter.app_secrets set expires_at = ${at} where tenant_id = ${TENANT} and secret_id = ${secretId}`.execute(
    service.world.database.tenancy.for(TENANT),
  );

const lastRecord = async (type: string) => {
  const { body } = await call('ida', 'GET', `/audittrails/security/records?$top=1&$filter=type eq '${type}'`);
  return body.value[0];
};

const APP = `/apps/${TENANT}-app`;

for (const [method, path, body, others] of [
  ['POST', '/apps', BODY, OTHERS],
  ['POST', `${APP}/rotate-secret`, undefined, OTHERS],
  ['GET', '/apps', undefined, UNPRIVILEGED],
  ['GET', APP, undefined, UNPRIVILEGED],
  ['PATCH', APP, BODY, UNPRIVILEGED],
  ['DELETE', APP, undefined, UNPRIVILEGED],
  ['POST', `${APP}/secrets`, {}, UNPRIVILEGED],
  ['DELETE', `${APP}/secrets/any`, undefined, UNPRIVILEGED],
] as const) {
  describe(`the access to ${method} ${path}`, () => {
    it('requires credentials', async () => {
      assertRejected(await call('nobody', method, path, body), 401, 'Unauthenticated');
    });

    it('is rejected with 403 for callers without the required role', async () => {
      for (const caller of others) assertRejected(await call(caller, method, path, body), 403, 'Forbidden');
    });
  });
}

describe('POST /apps', () => {
  it('registers an app that can authenticate with its secret, and records no secret', async () => {
    const app = await created();
    assert.equal(await statusWith(app), 200);
    const record = await lastRecord('app_registered');
    assert.deepEqual([record.actor.id, record.appId, record.appName], ['ida-id', app.appId, 'Payroll']);
    assert.equal(JSON.stringify(record).includes(app.secret), false);
  });

  it('registers one app when the call is repeated with its idempotency key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await call('ida', 'POST', '/apps', BODY, key);
    const second = await call('ida', 'POST', '/apps', BODY, key);
    assert.deepEqual([second.status, second.body], [201, first.body]);
  });

  it('rejects a name that is missing, blank or too long, and unknown fields', async () => {
    for (const [body, target] of [
      [{}, 'displayName'],
      [{ displayName: ' ' }, 'displayName'],
      [{ displayName: 'x'.repeat(257) }, 'displayName'],
      [{ ...BODY, roles: ['GLOBAL_ADMIN'] }, 'roles'],
    ] as const) {
      assertRejected(await call('ida', 'POST', '/apps', body), 400, 'InvalidRequest', [target]);
    }
  });
});

describe('POST /apps/{appId}/rotate-secret', () => {
  it('replaces the secret of the app, and records the added and the removed secret', async () => {
    const app = await created();
    const { status, body } = await call('ida', 'POST', `/apps/${app.appId}/rotate-secret`);
    assert.deepEqual([status, body.appId, body.displayName], [200, app.appId, 'Payroll']);
    assert.notEqual(body.secret, app.secret);
    assert.equal(await statusWith(body), 200);
    assert.equal(await statusWith(app), 401);
    assert.equal((await lastRecord('app_secret_added')).secretId, body.secretId);
    assert.equal((await lastRecord('app_secret_removed')).secretId, app.secretId);
  });

  it('returns 404 for a missing app, and for one of another tenant', async () => {
    for (const appId of ['nobody', `${OTHER_TENANT}-app`]) {
      assertRejected(await call('ida', 'POST', `/apps/${appId}/rotate-secret`), 404, 'NotFound');
    }
  });
});

describe('the API of apps', () => {
  it('lists the apps of the tenant in pages, counts them, and finds them by name and state', async () => {
    const { appId } = await created({ displayName: 'Zebra crossing' });
    const first = (await call('ivan', 'GET', '/apps?$top=1&$count=true')).body;
    const all = (await call('ivan', 'GET', '/apps')).body;
    assert.equal(first['@odata.count'], all.value.length);
    const second = (
      await call(
        'ivan',
        'GET',
        new URL(first['@odata.nextLink']).pathname.slice(5) + new URL(first['@odata.nextLink']).search,
      )
    ).body;
    assert.deepEqual([...first.value, ...second.value], all.value.slice(0, 2));
    assert.equal(
      all.value.some(({ id }: { id: string }) => id === `${OTHER_TENANT}-app`),
      false,
    );
    assert.equal(/secretHash|\$scrypt/.test(JSON.stringify(all)), false);
    const found = (await call('ivan', 'GET', '/apps?$search=zEBRA&enabled=true')).body.value;
    assert.deepEqual(
      found.map(({ id }: { id: string }) => id),
      [appId],
    );
    assert.deepEqual((await call('ivan', 'GET', '/apps?$search=zebra&enabled=false')).body.value, []);
  });

  it('returns 404 for a missing app, and for one of another tenant', async () => {
    for (const appId of ['nobody', `${OTHER_TENANT}-app`]) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', BODY],
        ['DELETE', '', undefined],
        ['POST', '/secrets', {}],
        ['DELETE', '/secrets/any', undefined],
      ] as const) {
        assertRejected(await call('ida', method, `/apps/${appId}${path}`, body), 404, 'NotFound');
      }
    }
  });
});

describe('secrets of an app', () => {
  it('are valid side by side until they are removed, and each shows when it was last used', async () => {
    const first = await created();
    const second = await added(first.appId, { displayName: 'Blue' });
    assert.deepEqual([await statusWith(first), await statusWith(second)], [200, 200]);
    const { secrets } = await appOf(first.appId);
    assert.deepEqual(
      secrets.map(({ id, displayName, hint }: Record<string, string>) => [id, displayName, hint]),
      [
        [first.secretId, undefined, first.secret.slice(0, 4)],
        [second.secretId, 'Blue', second.secret.slice(0, 4)],
      ],
    );
    for (const { lastUsedDateTime } of secrets) assert.ok(lastUsedDateTime);
    await statusWith(first);
    assert.deepEqual((await appOf(first.appId)).secrets, secrets, 'a use within a minute is not recorded');
    const { status } = await call('ida', 'DELETE', `/apps/${first.appId}/secrets/${first.secretId}`);
    assert.equal(status, 204);
    assert.deepEqual([await statusWith(first), await statusWith(second)], [401, 200]);
    const record = await lastRecord('app_secret_removed');
    assert.deepEqual([record.secretId, record.actor.id], [first.secretId, 'ida-id']);
    const removed = `/apps/${first.appId}/secrets/${first.secretId}`;
    assertRejected(await call('ida', 'DELETE', removed), 404, 'NotFound');
  });

  it('expire at their end time', async () => {
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    assertRejected(
      await call('ida', 'POST', '/apps', { ...BODY, secret: { expiresDateTime: at(-1) } }),
      400,
      'InvalidRequest',
      ['expiresDateTime'],
    );
    const app = await created({ secret: { displayName: 'Short', expiresDateTime: at(3600) } });
    assert.equal(await statusWith(app), 200);
    await setEnd(app.secretId, new Date());
    // Any change invalidates the cached app.
    await call('ida', 'PATCH', `/apps/${app.appId}`, { displayName: 'Expired' });
    assert.equal(await statusWith(app), 401);
  });

  it('are limited to ten', async () => {
    const { appId } = await created();
    for (let count = 1; count < 10; count += 1) await added(appId);
    const { status, body } = await call('ida', 'POST', `/apps/${appId}/secrets`, {});
    assert.deepEqual([status, body.error.details[0].code], [400, 'LimitReached']);
  });

  it('cause an event, a record and a notification once before they expire and once after that', async () => {
    const { database, deps } = service.world;
    const { store } = deps;
    const { appId, secretId } = await created({ displayName: 'Ending' });
    let now = new Date();
    const ends = (days: number) => setEnd(secretId, new Date(now.getTime() + days * 24 * 3600_000));
    const round = () => notifyOfExpiringSecrets({ store, clock: { now: () => now } }, TENANT);
    const counts = async () => {
      const { rows } = await sql`
        select (select count(*)::integer from charter.domain_events
                 where payload #>> '{secret,id}' = ${secretId} and type = 'app_secret_expiring') as soon,
               (select count(*)::integer from charter.domain_events
                 where payload #>> '{secret,id}' = ${secretId} and type = 'app_secret_expired') as over,
               (select count(*)::integer from charter.audit_records
                 where fields ->> 'secretId' = ${secretId} and type like 'app_secret_expir%') as records,
               (select count(distinct kind)::integer from charter.notifications
                 where facts ->> 'appId' = ${appId}) as kinds`.execute(database.tenancy.for(TENANT));
      return rows[0];
    };
    await ends(15);
    await round();
    assert.deepEqual(await counts(), { soon: 0, over: 0, records: 0, kinds: 0 });
    await ends(14);
    await Promise.all([round(), round()]);
    await round();
    assert.deepEqual(await counts(), { soon: 1, over: 0, records: 1, kinds: 1 });
    now = new Date(now.getTime() + 14 * 24 * 3600_000);
    await Promise.all([round(), round()]);
    await round();
    assert.deepEqual(await counts(), { soon: 1, over: 1, records: 2, kinds: 2 });
  });
});

describe('PATCH /apps/{appId}', () => {
  it('limits an app to its scopes at once, and records the change', async () => {
    const app = await created();
    assert.equal(await statusWith(app), 200);
    const scopes = ['jobs.read'];
    const { status, body } = await call('ida', 'PATCH', `/apps/${app.appId}`, { scopes });
    assert.deepEqual([status, body.scopes], [200, scopes]);
    assert.equal(await statusWith(app), 403);
    assert.deepEqual((await lastRecord('app_changed')).changes, { scopes });
    await call('ida', 'PATCH', `/apps/${app.appId}`, { scopes: null });
    assert.equal(await statusWith(app), 200);
    assert.equal('scopes' in (await appOf(app.appId)), false);
  });

  it('disables and enables an app', async () => {
    const app = await created({ scopes: ['catalog.read'] });
    assert.equal((await call('ivan', 'PATCH', `/apps/${app.appId}`, { enabled: false })).status, 200);
    assert.equal(await statusWith(app), 401);
    await call('ivan', 'PATCH', `/apps/${app.appId}`, { enabled: true });
    assert.equal(await statusWith(app), 200);
  });

  it('rejects an empty list of scopes, an unknown scope, a blank name and an unknown field', async () => {
    const { appId } = await created();
    for (const [body, target] of [
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['everything'] }, 'scopes[0]'],
      [{ displayName: ' ' }, 'displayName'],
      [{ roles: ['GLOBAL_ADMIN'] }, 'roles'],
    ] as const) {
      assertRejected(await call('ida', 'PATCH', `/apps/${appId}`, body), 400, 'InvalidRequest', [target]);
    }
  });

  it('records nothing when no field changes', async () => {
    const { appId } = await created({ scopes: ['jobs.read'] });
    const before = await lastRecord('app_changed');
    await call('ida', 'PATCH', `/apps/${appId}`, { ...BODY, enabled: true, scopes: ['jobs.read'] });
    assert.deepEqual(await lastRecord('app_changed'), before);
  });
});

describe('an integration manager', () => {
  const rejects = async (method: string, path: string, body?: object) =>
    assertRejected(await call('ivan', method, path, body), 403, 'Forbidden');

  it('cannot add a secret to an app with more rights, change its scopes or enable it', async () => {
    const { appId } = await created();
    const path = `/apps/${appId}`;
    await rejects('POST', `${path}/secrets`, {});
    await rejects('PATCH', path, { scopes: ['teams.read'] });
    assert.equal((await call('ivan', 'PATCH', path, { enabled: false })).status, 200);
    await rejects('PATCH', path, { enabled: true });
    const limited = await created({ scopes: ['teams.read'] });
    const roles = createRoleAssignmentStore(service.world.database.tenancy);
    await roles.assign(TENANT, limited.appId, 'GLOBAL_ADMIN', CAUSE);
    await rejects('POST', `/apps/${limited.appId}/secrets`, {});
  });

  it('can remove scopes, but not add any', async () => {
    const app = await created({ scopes: ['teams.read', 'catalog.read'] });
    const path = `/apps/${app.appId}`;
    await rejects('PATCH', path, { scopes: ['teams.read', 'teams.delete'] });
    await rejects('PATCH', path, { scopes: null });
    assert.equal((await call('ivan', 'PATCH', path, { scopes: ['catalog.read'] })).status, 200);
    assert.equal(await statusWith(await added(app.appId, {}, 'ivan')), 200);
  });
});

describe('DELETE /apps/{appId}', () => {
  it('deletes the app with its secrets and its webhooks', async () => {
    const app = await created();
    const authorization = `Basic ${Buffer.from(`${app.appId}:${app.secret}`).toString('base64')}`;
    const events = (await call('ida', 'GET', '/hooks/events')).body.value;
    const hook = await fetch(`${service.url}/hooks`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ events: [events[0].code], config: { url: 'https://hooks.example.com/x' } }),
    });
    assert.equal(hook.status, 201);
    const { id } = (await hook.json()) as { id: string };
    assert.equal((await call('ivan', 'DELETE', `/apps/${app.appId}`)).status, 204);
    assert.equal(await statusWith(app), 401);
    assertRejected(await call('ida', 'GET', `/hooks/${id}`), 404, 'NotFound');
    assertRejected(await call('ida', 'GET', `/apps/${app.appId}`), 404, 'NotFound');
    assert.equal((await lastRecord('app_deleted')).appId, app.appId);
  });

  it('invalidates the tokens of the app', async () => {
    const { appId } = await created({ scopes: ['catalog.read'] });
    const config = readConfig({ DATABASE_URL: service.world.database.ownerUrl });
    const token = await issueAccessToken(
      { app: appId },
      { ...config, publicUrl: new URL(service.url).origin },
    );
    const status = async () =>
      (await fetch(`${service.url}/catalog/templates`, { headers: { authorization: `Bearer ${token}` } }))
        .status;
    assert.equal(await status(), 200);
    await call('ida', 'DELETE', `/apps/${appId}`);
    assert.equal(await status(), 401);
  });
});
