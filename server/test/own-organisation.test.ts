/** Tests an organisation with its own OpenID provider, from an empty database to a provisioned team. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { createToken } from '../src/composition/scim-tokens.ts';
import { readConfig } from '../src/config.ts';
import type { Clock } from '../src/kernel/clock.ts';
import { type RunningService, serve } from '../src/main.ts';
import { bearerCall } from './bearer-call.ts';
import { createMigratedDatabase, type TestDatabase } from './database.ts';
import { TokenIssuer } from './token-issuer.ts';

const ADA = '690222be-ff1a-4d56-abd1-7e4f7d38e474';
const EVE = '0b8f2a1c-6a0e-4b59-9a2e-0d0f5f6f0a01';

const MANIFEST = {
  manifestVersion: '1.0',
  publisher: { name: 'Contoso' },
  templateConfiguration: { id: 'project', name: 'Project', version: '1.0', language: 'en', enabled: true },
  newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
};

let database: TestDatabase;
let issuer: TokenIssuer;
let service: RunningService;

const start = (change: NodeJS.ProcessEnv = {}, clock?: Clock) =>
  serve(
    readConfig({
      DATABASE_URL: database.ownerUrl,
      PORT: '0',
      CHARTER_LOG_LEVEL: 'silent',
      CHARTER_OIDC_ISSUER: issuer.issuer,
      CHARTER_OIDC_AUDIENCE: 'charter',
      CHARTER_OIDC_TENANT: 'contoso',
      CHARTER_FIRST_ADMINISTRATOR: ADA,
      CHARTER_ORGANISATION: 'Contoso <contoso.example>',
      ...change,
    }),
    { clock },
  );

/** Returns a token with the claims of Keycloak for a person. */
const tokenOf = (sub: string, name: string, change: object = {}) =>
  issuer.sign({
    iss: issuer.issuer,
    aud: ['charter', 'account'],
    exp: Math.floor(Date.now() / 1000) + 300,
    typ: 'Bearer',
    azp: 'charter-cli',
    sub,
    sid: 'session',
    scope: 'openid profile email',
    name: `${name} Person`,
    given_name: name,
    family_name: 'Person',
    preferred_username: name.toLowerCase(),
    email: `${name.toLowerCase()}@contoso.example`,
    email_verified: true,
    ...change,
  });

const call = (token: string, method: string, path: string, body?: unknown) =>
  bearerCall(token, method, `${service.url}/v1.0${path}`, body);

const findUser = async (token: string, id: string) =>
  (await call(token, 'GET', `/users?$filter=${encodeURIComponent(`id eq '${id}'`)}`)).body.value[0];

before(async () => {
  database = await createMigratedDatabase();
  issuer = await TokenIssuer.start('/realms/contoso');
  service = await start();
});
after(async () => {
  await service.stop();
  await issuer.stop();
  await database.drop();
});

describe('an organisation with its own OpenID provider', () => {
  it('grants GLOBAL_ADMIN to the configured person only, from the start', async () => {
    const { status, body } = await call(await tokenOf(ADA, 'Ada'), 'GET', '/roles');
    assert.equal(status, 200);
    assert.deepEqual(body.value, [
      { principalId: ADA, kind: 'user', displayName: 'Ada Person', role: 'GLOBAL_ADMIN' },
    ]);
    assert.equal((await call(await tokenOf(EVE, 'Eve'), 'GET', '/roles')).status, 403);
  });

  it('adds a person to the directory at the first call, from the claims of the token', async () => {
    const id = 'a1';
    const token = await tokenOf(id, 'Grace');
    const grace = await findUser(token, id);
    assert.deepEqual(
      [grace.displayName, grace.givenName, grace.surname, grace.mail, grace.userPrincipalName],
      ['Grace Person', 'Grace', 'Person', 'grace@contoso.example', 'grace'],
    );
    const address = "/audittrails/security/records?$top=1&$filter=type eq 'user_added'";
    const { body } = await call(await tokenOf(ADA, 'Ada'), 'GET', address);
    assert.deepEqual([body.value[0].principalId, body.value[0].actor.id], [id, id]);
  });

  const NAMES: [what: string, claims: object, mail: string | undefined, name: string][] = [
    ['an unverified address', { email_verified: false }, undefined, 'first'],
    [
      'an unverified address as user name',
      { preferred_username: 'boss@contoso.example' },
      'first@contoso.example',
      'id',
    ],
    ["another person's user name", { preferred_username: 'ADA' }, 'first@contoso.example', 'id'],
    ["another person's id as user name", { preferred_username: ADA }, 'first@contoso.example', 'id'],
    ["another person's address", { email: 'ada@contoso.example' }, undefined, 'first'],
    ['no names', { preferred_username: undefined, email: undefined, name: undefined }, undefined, 'id'],
  ];
  for (const [index, [what, claims, mail, name]] of NAMES.entries()) {
    it(`uses the remaining names or the id for a new person when the token has ${what}`, async () => {
      const first = `first${index}`;
      const id = `stranger-${index}`;
      const user = await findUser(await tokenOf(id, first, claims), id);
      assert.deepEqual(
        [user.mail ?? undefined, user.userPrincipalName],
        [mail?.replace('first', first), name === 'id' ? id : name.replace('first', first)],
      );
    });
  }

  it('adds a person once when the first calls are concurrent', async () => {
    const token = await tokenOf('together', 'Together');
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(token, 'GET', '/me/labels')));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal((await findUser(token, 'together')).userPrincipalName, 'together');
  });

  it("treats a token as a person's when no claim proves that it is an app's", async () => {
    const token = await issuer.sign({
      iss: issuer.issuer,
      aud: 'charter',
      exp: Math.floor(Date.now() / 1000) + 300,
      azp: 'charter-cli',
      sub: 'quiet',
    });
    assert.equal((await call(token, 'GET', '/audittrails')).status, 403);
  });

  it('hashes the secret of an app at the default cost', async () => {
    const { status, body } = await call(await tokenOf(ADA, 'Ada'), 'POST', '/apps', {
      displayName: 'Payroll',
    });
    assert.equal(status, 201, JSON.stringify(body));
    const { rows } = await sql<{ hash: string }>`
      select secret_hash as hash from charter.app_secrets where secret_id = ${body.secretId}`.execute(
      database.tenancy.for('contoso'),
    );
    assert.match(rows[0]?.hash ?? '', /^\$scrypt\$ln=15,r=8,p=3\$/);
  });

  it('provisions a team for a person who was never imported', async () => {
    const admin = await tokenOf(ADA, 'Ada');
    const applied = await call(admin, 'POST', '/catalog/templates', { manifest: MANIFEST });
    assert.ok([200, 201].includes(applied.status), JSON.stringify(applied.body));
    const eve = await tokenOf(EVE, 'Eve');
    const asked = await call(eve, 'POST', '/teams/provisioning', {
      template: { id: 'project' },
      team: { name: 'Apollo' },
    });
    assert.equal(asked.status, 201, JSON.stringify(asked.body));
    let job = asked.body;
    while (!['completed', 'failed'].includes(job.status)) {
      await delay(20);
      job = (await call(eve, 'GET', `/jobs/${job.id}`)).body;
    }
    assert.equal(job.status, 'completed', JSON.stringify(job));
    assert.deepEqual(job.data.plan.organisation, {
      initialDomainName: 'contoso.example',
      defaultDomainName: 'contoso.example',
    });
  });

  it('recognises a person of its SCIM connector by the id in their tokens, until the connector deletes the person', async () => {
    const environment = { DATABASE_URL: database.ownerUrl, CHARTER_OIDC_ISSUER: issuer.issuer };
    const { token: secret } = await createToken(
      { name: 'Okta', expiresAt: null },
      { ...environment, CHARTER_OIDC_AUDIENCE: 'charter' },
    );
    const scim = (method: string, path: string, body?: unknown) =>
      bearerCall(secret, method, `${service.url}/scim/v2${path}`, body);
    const user = { externalId: '00uhedy', userName: 'hedy@contoso.example', displayName: 'Hedy Lamarr' };
    assert.equal((await scim('POST', '/Users', user)).status, 201);

    const token = await tokenOf('00uhedy', 'Hedwig', { groups: ['Actors'] });
    const hedy = await findUser(token, '00uhedy');
    // The names come from the connector, not from the token.
    assert.deepEqual([hedy.displayName, hedy.userPrincipalName], ['Hedy Lamarr', 'hedy@contoso.example']);

    // Time stands still on the other node, so its caches never expire.
    const now = new Date();
    const another = await start({}, { now: () => now });
    try {
      const there = () => bearerCall(token, 'GET', `${another.url}/v1.0/me`);
      const close = (active: boolean) =>
        scim('PATCH', '/Users/00uhedy', {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
          Operations: [{ op: 'replace', value: { active } }],
        });
      const answersThere = async (status: number) => {
        // Pauses between the calls, because the rate limit of a node whose time stands still never resets.
        while ((await there()).status !== status) await delay(100);
      };
      assert.equal((await there()).status, 200);
      await close(false);
      await answersThere(403);
      await close(true);
      await answersThere(200);
      assert.equal((await scim('DELETE', '/Users/00uhedy')).status, 204);
      await answersThere(403);
    } finally {
      await another.stop();
    }
    assert.equal((await call(token, 'GET', '/me')).status, 403);
    assert.equal(await findUser(await tokenOf(ADA, 'Ada'), '00uhedy'), undefined);
    assert.equal((await scim('POST', '/Users', user)).status, 201);
    assert.equal((await call(token, 'GET', '/me')).status, 200);
  });

  it('keeps role changes after a restart', async () => {
    const admin = await tokenOf(ADA, 'Ada');
    assert.equal((await call(admin, 'PUT', `/roles/${EVE}/GLOBAL_ADMIN`)).status, 200);
    assert.equal((await call(admin, 'DELETE', `/roles/${ADA}/GLOBAL_ADMIN`)).status, 204);
    await service.stop();
    service = await start();
    assert.equal((await call(admin, 'GET', '/roles')).status, 403);
    assert.equal((await call(await tokenOf(EVE, 'Eve'), 'GET', '/roles')).status, 200);
  });
});
