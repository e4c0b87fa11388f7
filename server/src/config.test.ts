import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, readConfig } from './config.ts';
import { TRAIL_CODES } from './flows/definitions.ts';

const problemsOf = (environment: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
};

describe('the configuration', () => {
  it('is valid without any settings', () => {
    const config = readConfig({});
    assert.deepEqual([config.host, config.port, config.services], ['127.0.0.1', 3000, ['api', 'worker']]);
    assert.equal(config.publicUrl, 'http://127.0.0.1:3000');
    assert.deepEqual(config.issuers, []);
    assert.ok(Object.isFrozen(config));
  });

  it('treats an empty variable as unset', () => {
    assert.equal(readConfig({ PORT: '', DATABASE_URL: ' ' }).port, 3000);
  });

  it('reads a database URL with several hosts, and rejects parameters that the service cannot use', () => {
    const urlOf = (value: string) => readConfig({ DATABASE_URL: value }).databaseUrl;
    const url = 'postgres://u:p@a:5432,b/db?target_session_attrs=read-write&sslmode=verify-full';
    assert.equal(urlOf(url), url);
    assert.equal(urlOf('postgres://u@/db'), 'postgres://u@localhost/db');
    const rejected: Record<string, RegExp> = {
      'a:x,b/db': /must be a URL beginning with/,
      'a/db?host=a,b': /several hosts before the path/,
      'a,b/db?target_session_attrs=standby': /target_session_attrs=read-write or primary/,
      'a/db?sslmode=prefer': /sslmode of disable, require, verify-ca, verify-full/,
      'a/db?sslmode=verify-ca': /in sslrootcert/,
      'a/db?sslmode=require&sslcert=c': /both sslcert and sslkey/,
      'a/db?sslrootcert=c': /an sslmode when it names certificate files/,
    };
    for (const [rest, problem] of Object.entries(rejected)) {
      assert.match(problemsOf({ DATABASE_URL: `postgres://u:p@${rest}` }).join(), problem, rest);
    }
  });

  it("reads the hours of lifecycle runs, and the value 'off'", () => {
    const hoursOf = (value?: string) =>
      readConfig(value === undefined ? {} : { CHARTER_LIFECYCLE_HOURS: value }).lifecycleHours;
    assert.deepEqual([hoursOf(), hoursOf('2, 14'), hoursOf('off')], [[2], [2, 14], []]);
    for (const bad of ['24', 'daily', '-1', '2;14', ',']) {
      assert.match(problemsOf({ CHARTER_LIFECYCLE_HOURS: bad }).join(), /hours from 0 to 23/, bad);
    }
  });

  it('reports all invalid values at once, and says which values are valid', () => {
    const problems = problemsOf({
      PORT: 'http',
      CHARTER_SERVICES: 'api,portal',
      DATABASE_URL: 'mysql://x',
      CHARTER_LOG_LEVEL: 'loud',
      CHARTER_RATE_LIMIT_TIER_1: '-1',
      CHARTER_TEAM_NAME_MAX_LENGTH: '300',
    });
    assert.equal(problems.length, 6);
    assert.match(problems.join('\n'), /PORT must be a whole number from 0 to 65535/);
    assert.match(problems.join('\n'), /DATABASE_URL must be a URL beginning with postgres:\/\//);
  });

  it('requires an audience for an external issuer, and tenants for a multi-tenant issuer', () => {
    const issuer = 'https://login.example/{tenantid}/v2.0';
    assert.deepEqual(problemsOf({ CHARTER_OIDC_ISSUER: issuer }).length, 2);
    const config = readConfig({
      CHARTER_OIDC_ISSUER: 'https://sts.example/t/, https://id.example/realms/x',
      CHARTER_OIDC_AUDIENCE: 'api://charter,charter',
      CHARTER_OIDC_TENANT: 'x',
    });
    assert.deepEqual(
      config.issuers.map(({ issuer, audiences, tenantId }) => [issuer, audiences, tenantId]),
      ['https://sts.example/t/', 'https://id.example/realms/x'].map((issuer) => [
        issuer,
        ['api://charter', 'charter'],
        'x',
      ]),
    );
  });

  it('reads the claims that only apps carry, for each issuer', () => {
    const claimsOf = (issuers: string, value: string) => {
      const environment = {
        CHARTER_OIDC_ISSUER: issuers,
        CHARTER_OIDC_AUDIENCE: 'charter',
        CHARTER_OIDC_APP_CLAIM: value,
      };
      const problems = problemsOf(environment);
      return problems.length > 0
        ? problems.join()
        : readConfig(environment).issuers.map(({ appClaims }) =>
            appClaims.map(({ claim, value }) => `${claim} is ${value}`).join(),
          );
    };
    const [one, two] = ['https://one.example/', 'https://two.example'];
    assert.deepEqual(claimsOf(one, 'gty=client-credentials, https://c.example/app=true'), [
      'gty is client-credentials,https://c.example/app is true',
    ]);
    assert.deepEqual(claimsOf(`${one},${two}`, `${two} app=yes`), ['', 'app is yes']);
    assert.match(String(claimsOf(`${one},${two}`, 'app=yes')), /must begin with the issuer/);
    assert.match(String(claimsOf(one, `${two} app=yes`)), /must name an issuer of CHARTER_OIDC_ISSUER/);
    for (const bad of ['gty', '=x', 'gty=', 'gty = x']) {
      assert.match(String(claimsOf(one, bad)), /CHARTER_OIDC_APP_CLAIM must/, bad);
    }
  });

  const PROVIDER = {
    CHARTER_OIDC_ISSUER: 'https://id.example',
    CHARTER_OIDC_AUDIENCE: 'https://charter.example/',
  };

  it('applies a preset to the variables that are unset', () => {
    const read = (change: NodeJS.ProcessEnv) => readConfig({ ...PROVIDER, ...change });
    const auth0 = read({ CHARTER_OIDC_PRESET: 'auth0', CHARTER_OIDC_ROLE_CLAIM: '' });
    assert.deepEqual(auth0.oidcParameters, { audience: 'https://charter.example/' });
    const [issuer] = auth0.issuers;
    assert.deepEqual(
      [issuer?.appClaims.map(({ value }) => value), issuer?.groupClaims, issuer?.roleClaims],
      [
        ['client-credentials'],
        ['https://charter.example/groups'],
        ['https://charter.example/roles', 'permissions'],
      ],
    );
    const explicit = read({ CHARTER_OIDC_PRESET: 'okta', CHARTER_OIDC_SUBJECT_CLAIM: 'employee' });
    assert.deepEqual(explicit.issuers[0]?.subjectClaims, ['employee']);
    const google = readConfig({ CHARTER_OIDC_PRESET: 'google', CHARTER_OIDC_AUDIENCE: 'client' });
    assert.deepEqual(
      google.issuers.map(({ issuer: name, acceptsIdTokens, domainClaim }) => [
        name,
        acceptsIdTokens,
        domainClaim,
      ]),
      [['https://accounts.google.com', true, 'hd']],
    );
  });

  it('reads the rules of entry and the map from groups to roles', () => {
    const { issuers } = readConfig({
      ...PROVIDER,
      CHARTER_OIDC_ENTRY: 'known; domains:Contoso.example, fabrikam.example; groups:All Staff,/teams',
      CHARTER_OIDC_ROLE_MAP: 'Charter Admins=GLOBAL_ADMIN, a=b=GOVERNANCE_MANAGER',
    });
    assert.deepEqual(issuers[0]?.entry, {
      all: false,
      known: true,
      domains: ['contoso.example', 'fabrikam.example'],
      groups: ['All Staff', '/teams'],
    });
    assert.deepEqual(issuers[0]?.roleMap, [
      { name: 'Charter Admins', role: 'GLOBAL_ADMIN' },
      { name: 'a=b', role: 'GOVERNANCE_MANAGER' },
    ]);
  });

  for (const [name, value, sentence] of [
    ['CHARTER_OIDC_PRESET', 'azure', /must be one of entra, okta, auth0, keycloak, google/],
    ['CHARTER_OIDC_ENTRY', 'everybody', /must be all, or known/],
    ['CHARTER_OIDC_ENTRY', 'domains:', /must be all, or known/],
    ['CHARTER_OIDC_ENTRY', 'known:ada', /must be all, or known/],
    ['CHARTER_OIDC_ENTRY', 'domains:ada@contoso.example', /'ada@contoso.example' is none/],
    ['CHARTER_OIDC_ENTRY', 'all;known', /must be all alone/],
    ['CHARTER_OIDC_ROLE_MAP', 'admins=AUTHORIZED_APP', /'admins=AUTHORIZED_APP' is none/],
    ['CHARTER_OIDC_ROLE_MAP', '=GLOBAL_ADMIN', /is none/],
    ['CHARTER_OIDC_PARAMETERS', 'audience', /must be parameters with their values/],
    ['CHARTER_OIDC_PARAMETERS', 'redirect_uri=https://evil.example', /must not hold redirect_uri/],
    ['CHARTER_OIDC_PARAMETERS', 'prompt=login,prompt=none', /must name each parameter once/],
    ['CHARTER_OIDC_GUEST_CLAIM', 'acct', /must be claims with their values/],
    ['CHARTER_OIDC_SUBJECT_CLAIM', 'the id', /must be names of claims/],
    ['CHARTER_PORTAL_CLIENT_SECRET', 'a secret', /needs CHARTER_PORTAL_CLIENT_ID/],
    ['CHARTER_CLI_CLIENT_SECRET', 'a secret', /needs CHARTER_CLI_CLIENT_ID/],
    ['CHARTER_OIDC_TOKEN', 'jwt', /must be one of access_token, id_token/],
    ['CHARTER_OIDC_USERINFO', 'yes', /must be one of on, off/],
  ] as const) {
    it(`rejects ${name}=${value}`, () => {
      const problems = problemsOf({ ...PROVIDER, [name]: value });
      assert.equal(problems.length, 1);
      assert.ok(problems[0]?.startsWith(`${name} `), problems[0]);
      assert.match(problems[0] ?? '', sentence);
    });
  }

  it('reads the name and domain of the organisation', () => {
    const issuer = { CHARTER_OIDC_ISSUER: 'https://id.example', CHARTER_OIDC_AUDIENCE: 'charter' };
    const given = { ...issuer, CHARTER_ORGANISATION: 'Contoso Ltd <Contoso.example>' };
    assert.deepEqual(readConfig({ ...given, CHARTER_OIDC_TENANT: 'contoso' }).organisation, {
      tenantId: 'contoso',
      displayName: 'Contoso Ltd',
      domain: 'contoso.example',
    });
    assert.match(problemsOf(given).join(), /needs CHARTER_OIDC_TENANT/);
    const tenant = '72f988bf-86f1-41af-91ab-2d7cd011db47';
    const [v2, v1] = [`https://login.example/${tenant}/v2.0`, `https://sts.example/${tenant}/`];
    for (const issuers of [v2, `${v2},${v1}`]) {
      const own = readConfig({ ...given, CHARTER_OIDC_ISSUER: issuers, CHARTER_FIRST_ADMINISTRATOR: 'ada' });
      assert.deepEqual([own.organisation?.tenantId, own.firstAdministrator?.tenantId], [tenant, tenant]);
    }
    const two = `${v2},https://login.example/00000000-86f1-41af-91ab-2d7cd011db47/v2.0`;
    assert.match(problemsOf({ ...given, CHARTER_OIDC_ISSUER: two }).join(), /needs CHARTER_OIDC_TENANT/);
    for (const bad of ['Contoso', '<contoso.example>', 'Contoso <contoso>', 'Contoso contoso.example']) {
      assert.match(problemsOf({ CHARTER_ORGANISATION: bad }).join(), /must be a name and <domain>/, bad);
    }
  });

  it('reads the first administrator, and requires the tenant when it is ambiguous', () => {
    const issuer = { CHARTER_OIDC_ISSUER: 'https://id.example', CHARTER_OIDC_AUDIENCE: 'charter' };
    const firstOf = (value: string, more = {}) =>
      readConfig({ ...issuer, CHARTER_FIRST_ADMINISTRATOR: value, ...more }).firstAdministrator;
    const ada = { tenantId: 'contoso', id: 'ada' };
    assert.deepEqual(firstOf('contoso/ada'), ada);
    assert.deepEqual(firstOf('ada', { CHARTER_OIDC_TENANT: 'contoso' }), ada);
    assert.deepEqual(firstOf('ada', { CHARTER_TENANTS: 'contoso' }), ada);
    assert.match(problemsOf({ ...issuer, CHARTER_FIRST_ADMINISTRATOR: 'ada' }).join(), /<tenant>\/<id>/);
    assert.match(problemsOf({ CHARTER_FIRST_ADMINISTRATOR: 'contoso/ada' }).join(), /CHARTER_OIDC_ISSUER/);
  });

  it('requires a mail sender for an SMTP server, and reads the kinds of mail that are disabled', () => {
    const server = { CHARTER_SMTP_URL: 'smtps://user:secret@mail.example' };
    assert.match(problemsOf(server).join(), /CHARTER_MAIL_FROM must name the sender/);
    const from = 'Charter <charter@example.com>';
    const config = readConfig({
      ...server,
      CHARTER_MAIL_FROM: from,
      CHARTER_MAIL_KINDS_OFF: 'approval_reminder, request_expired',
    });
    assert.deepEqual([config.smtpUrl, config.mailFrom], [server.CHARTER_SMTP_URL, from]);
    assert.deepEqual(config.mailKindsOff, ['approval_reminder', 'request_expired']);
    const bad = { CHARTER_SMTP_URL: 'https://x', CHARTER_MAIL_FROM: 'me', CHARTER_MAIL_KINDS_OFF: 'all' };
    assert.equal(problemsOf(bad).length, 3);
  });

  it('applies the audit retention of * to every trail', () => {
    const { auditRetention } = readConfig({ CHARTER_AUDIT_RETENTION: '*=30' });
    assert.deepEqual(Object.keys(auditRetention).sort(), TRAIL_CODES.toSorted());
  });

  it('reads the allowed networks of webhooks, and rejects texts that are not networks', () => {
    const networksOf = (ranges: string) =>
      readConfig({ CHARTER_HOOK_ALLOWED_RANGES: ranges }).hookAllowedRanges;
    assert.deepEqual(networksOf('10.20.0.0/16, fd00:1::/32'), [
      { network: '10.20.0.0', prefix: 16, family: 'ipv4' },
      { network: 'fd00:1::', prefix: 32, family: 'ipv6' },
    ]);
    const zoned = 'fe80::1%eth0/64';
    for (const bad of ['10.0.0.0', '10.0.0.0/33', '::/129', 'a.b/8', '10.0.0.0/8/8', '/8', '::/-1', zoned]) {
      const problems = problemsOf({ CHARTER_HOOK_ALLOWED_RANGES: bad });
      assert.match(problems.join(), /^CHARTER_HOOK_ALLOWED_RANGES must be networks/, bad);
    }
  });

  it('reads trusted proxies, and rejects invalid addresses and networks that hold every address', () => {
    const proxiesOf = (proxies: string) => readConfig({ CHARTER_TRUSTED_PROXIES: proxies }).trustedProxies;
    assert.deepEqual(proxiesOf(''), []);
    assert.deepEqual(proxiesOf('loopback, 10.0.0.7,fd00:1::/64'), [
      { network: '127.0.0.0', prefix: 8, family: 'ipv4' },
      { network: '::1', prefix: 128, family: 'ipv6' },
      { network: '10.0.0.7', prefix: 32, family: 'ipv4' },
      { network: 'fd00:1::', prefix: 64, family: 'ipv6' },
    ]);
    for (const bad of ['proxy.example', '10.0.0.0/33', '10.0.0', '::1%lo', 'true', '10.0.0.1:80']) {
      const [problem] = problemsOf({ CHARTER_TRUSTED_PROXIES: bad });
      assert.match(problem ?? '', /^CHARTER_TRUSTED_PROXIES must be addresses such as .*' is none$/, bad);
    }
    for (const all of ['0.0.0.0/0', '::/0']) {
      assert.match(problemsOf({ CHARTER_TRUSTED_PROXIES: all }).join(), /must not hold .*every client/, all);
    }
  });

  it('reads the prefix of webhook headers, and rejects invalid prefixes and one that duplicates standard headers', () => {
    const read = (value: string) => readConfig({ CHARTER_HOOK_HEADER_PREFIX: value }).hookHeaderPrefix;
    assert.deepEqual([read(''), read('X-Hub'), read('Webhooks')], ['X-Charter', 'X-Hub', 'Webhooks']);
    for (const taken of ['Webhook', 'webhook', 'WEBHOOK', ' webHook ']) {
      const [problem, ...others] = problemsOf({ CHARTER_HOOK_HEADER_PREFIX: taken });
      assert.match(
        problem ?? '',
        /CHARTER_HOOK_HEADER_PREFIX .*webhook-signature of Standard Webhooks/,
        taken,
      );
      assert.deepEqual(others, []);
    }
    for (const bad of ['X-', 'X Charter', 'X:Y', 'X\r\nY']) {
      assert.match(problemsOf({ CHARTER_HOOK_HEADER_PREFIX: bad }).join(), /letters, digits/, bad);
    }
  });

  it('rejects the settings for an issuer when no issuer is set', () => {
    const orphans = {
      CHARTER_OIDC_AUDIENCE: 'charter',
      CHARTER_OIDC_TENANT: 'contoso',
      CHARTER_OIDC_APP_CLAIM: 'gty=client-credentials',
    };
    for (const [name, value] of Object.entries(orphans)) {
      const [problem, ...others] = problemsOf({ [name]: value });
      assert.match(problem ?? '', new RegExp(`^${name} needs CHARTER_OIDC_ISSUER.*asks for no password`));
      assert.deepEqual(others, []);
    }
  });

  it('warns of CHARTER_ variables that are not settings, and names the nearest setting', () => {
    const { warnings } = readConfig({
      CHARTER_OIDC_ISUER: 'https://id.example',
      CHARTER_COLOUR: 'red',
      CHARTER_PORT: '8080',
    });
    assert.deepEqual(warnings, [
      'CHARTER_OIDC_ISUER is no setting. Did you mean CHARTER_OIDC_ISSUER?',
      'CHARTER_COLOUR is no setting. docs/configuration.md lists all.',
      'CHARTER_PORT is no setting. Did you mean PORT?',
    ]);
    const known = {
      CHARTER_URL: 'http://x',
      CHARTER_TOKEN: 'x',
      CHARTER_TEST_RACES: '1',
      // Kubernetes sets these in every pod that runs next to a service named charter.
      CHARTER_SERVICE_HOST: '10.0.0.1',
      CHARTER_SERVICE_PORT_HTTP: '3000',
      CHARTER_PORT_3000_TCP_ADDR: '10.0.0.1',
      CHARTER_PORT: 'tcp://10.0.0.1:3000',
    };
    assert.deepEqual(readConfig(known).warnings, []);
  });

  it('warns of an allowed range that is wider than a private network', () => {
    const warningsOf = (ranges: string) => readConfig({ CHARTER_HOOK_ALLOWED_RANGES: ranges }).warnings;
    for (const wide of ['0.0.0.0/0', '::/0', '128.0.0.0/1']) {
      assert.match(warningsOf(`10.0.0.0/8, ${wide}`).join(), new RegExp(`holds ${wide}, .* loopback`), wide);
    }
    assert.deepEqual(warningsOf('10.0.0.0/8, 172.16.0.0/12, fc00::/7'), []);
  });

  it('warns when the portal inside Microsoft Teams could not sign in or would not be served', () => {
    const teamsApp = '1F0C4E8A-6C1D-4C0E-9B1A-0A4D3C0B7E11';
    const warningsOf = (audience: string, clientId = 'charter-portal') =>
      readConfig({
        CHARTER_OIDC_ISSUER: 'https://id.example',
        CHARTER_OIDC_AUDIENCE: audience,
        CHARTER_PORTAL_CLIENT_ID: clientId,
        CHARTER_PORTAL_TEAMS_APP: teamsApp,
      }).warnings;
    assert.match(warningsOf('charter').join(), /CHARTER_OIDC_AUDIENCE does not name the app registration/);
    assert.deepEqual(warningsOf(`charter, api://charter.example/${teamsApp}`), []);
    assert.deepEqual(warningsOf(teamsApp.toLowerCase()), []);
    assert.match(warningsOf(teamsApp, '').join(), /without CHARTER_PORTAL_CLIENT_ID/);
    assert.match(problemsOf({ CHARTER_PORTAL_TEAMS_APP: 'charter' }).join(), /must be a GUID/);
  });

  it('derives the public URL for an IPv6 host, and leaves it undefined while the port is unknown', () => {
    assert.equal(readConfig({ HOST: '::1', PORT: '4000' }).publicUrl, 'http://[::1]:4000');
    assert.equal(readConfig({ PORT: '0' }).publicUrl, undefined);
    assert.equal(
      readConfig({ CHARTER_PUBLIC_URL: 'https://charter.example/' }).publicUrl,
      'https://charter.example',
    );
  });
});
