/** Malicious and malformed requests: each is rejected with a precise error, and nothing is written. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MANIFEST, NEWCOMER, TEMPLATE } from './callers.ts';
import type { TestObjects } from './operations/operation-case.ts';
import { type Harness, openHarness, type RawRequest } from './stage.ts';

let stage: Harness;
let props: TestObjects;
before(async () => {
  stage = await openHarness();
  const { team, job } = await stage.makeTeam();
  const { id: channel } = await stage.as('admin').channels.getTeamPrimaryChannel(team);
  props = {
    team,
    channel,
    job,
    approval: '-',
    question: '-',
    hook: '-',
    policy: '-',
    template: '-',
    run: '-',
    ownerRequest: '-',
    joinRequest: '-',
    review: '-',
    channelViolation: '-',
  };
});
after(() => stage.close());

const request = {
  template: { id: TEMPLATE },
  team: { name: 'n', membership: { owners: [{ id: NEWCOMER }] } },
};

interface OperationWithBody {
  method: 'POST' | 'PATCH';
  path: () => string;
  /** A valid body of a POST: the service reads idempotency keys only for this method. */
  valid?: unknown;
}

const OPERATIONS: Record<string, OperationWithBody> = {
  createTeamProvisioningJob: { method: 'POST', path: () => '/teams/provisioning', valid: request },
  addTeamMember: {
    method: 'POST',
    path: () => `/teams/${props.team}/members`,
    valid: { user: { id: NEWCOMER }, role: 'member' },
  },
  archiveTeam: {
    method: 'POST',
    path: () => `/teams/${props.team}/archive`,
    valid: { shouldSetSpoSiteReadOnlyForMembers: true },
  },
  createTeamChannel: {
    method: 'POST',
    path: () => `/teams/${props.team}/channels`,
    valid: { displayName: 'News' },
  },
  createTeamChannelTab: {
    method: 'POST',
    path: () => `/teams/${props.team}/channels/${props.channel}/tabs`,
    valid: { displayName: 'Wiki', teamsApp: { id: 'com.microsoft.teamspace.tab.web' } },
  },
  updateTeam: { method: 'PATCH', path: () => `/teams/${props.team}` },
  applyCatalogTemplate: { method: 'POST', path: () => '/catalog/templates', valid: { manifest: MANIFEST } },
  createPolicy: {
    method: 'POST',
    path: () => '/policies',
    valid: { name: 'Words', kind: 'naming', scope: { type: 'teams' }, settings: { maxLength: 60 } },
  },
  updatePolicy: { method: 'PATCH', path: () => `/policies/${props.job}` },
  checkPolicies: { method: 'POST', path: () => '/policies/check', valid: { name: 'News' } },
};

interface Attack {
  what: string;
  send: Pick<RawRequest, 'body' | 'headers'>;
  status: number;
  code: string;
}

const DEEP = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;

const ATTACKS: Attack[] = [
  {
    what: 'a truncated JSON body',
    send: { body: '{"team": {"name": ' },
    status: 400,
    code: 'InvalidRequest',
  },
  { what: 'a JSON body with a comment', send: { body: '{} // hello' }, status: 400, code: 'InvalidRequest' },
  {
    what: 'an empty body with the content type of JSON',
    send: { body: '' },
    status: 400,
    code: 'InvalidRequest',
  },
  { what: 'a JSON array as the body', send: { body: '[]' }, status: 400, code: 'InvalidRequest' },
  { what: 'a JSON number as the body', send: { body: '7' }, status: 400, code: 'InvalidRequest' },
  { what: 'an unknown field', send: { body: '{"zzz":1}' }, status: 400, code: 'InvalidRequest' },
  {
    what: 'the member __proto__ in the body',
    send: { body: '{"__proto__":{"admin":true}}' },
    status: 400,
    code: 'InvalidRequest',
  },
  {
    what: 'the member constructor in the body',
    send: { body: '{"constructor":{"prototype":{"admin":true}}}' },
    status: 400,
    code: 'InvalidRequest',
  },
  { what: 'a JSON body with 5,000 nested levels', send: { body: DEEP }, status: 400, code: 'InvalidRequest' },
  {
    what: 'an XML body',
    send: { body: '<team/>', headers: { 'content-type': 'application/xml' } },
    status: 415,
    code: 'UnsupportedMediaType',
  },
  {
    what: 'a compressed body',
    send: { body: '{}', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
    status: 415,
    code: 'UnsupportedMediaType',
  },
  {
    what: 'a form-encoded body',
    send: { body: 'name=n', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    status: 415,
    code: 'UnsupportedMediaType',
  },
  {
    what: 'a body of 2 MiB',
    send: { body: JSON.stringify({ displayName: 'x'.repeat(2 * 1024 * 1024) }) },
    status: 413,
    code: 'PayloadTooLarge',
  },
];

for (const [operation, { method, path, valid }] of Object.entries(OPERATIONS)) {
  describe(operation, () => {
    const call = (send: Attack['send']) =>
      stage.raw({ method, path: `/v1.0${path()}`, ...send, as: 'admin' });

    for (const { what, send, status, code } of ATTACKS) {
      if (operation === 'archiveTeam' && send.body === '') continue;
      it(`responds with ${status} to ${what}, and writes nothing`, async () => {
        const before = await stage.snapshot(props);
        const answer = await call(send);
        assert.equal(answer.status, status, answer.text);
        assert.equal(answer.body.error?.code, code);
        assert.ok(answer.text.length < 20_000, 'the error does not repeat the whole body');
        assert.deepEqual(await stage.snapshot(props), before);
      });
    }

    if (method !== 'POST') return;
    it('responds with 400 to a valid body whose idempotency key contains a space, and writes nothing', async () => {
      const before = await stage.snapshot(props);
      const { status, body, text } = await call({ body: valid, headers: { 'idempotency-key': 'a b' } });
      assert.equal(status, 400, text);
      assert.equal(body.error?.code, 'InvalidRequest');
      assert.deepEqual(
        body.error?.details?.map(({ target }) => target),
        ['Idempotency-Key'],
      );
      assert.deepEqual(await stage.snapshot(props), before);
    });
  });
}

describe('invalid text', () => {
  const places: [string, (text: string) => unknown][] = [
    ['the name', (text) => ({ ...request, team: { ...request.team, name: `a${text}b` } })],
    ['metadata', (text) => ({ ...request, metadata: { deep: [{ [`key${text}`]: 'value' }] } })],
  ];
  for (const [place, make] of places) {
    for (const [what, text] of [
      ['U+0000', '\u0000'],
      ['an unpaired surrogate', '\ud800'],
    ] as const) {
      it(`is rejected with 400, and writes nothing: ${what} in ${place}`, async () => {
        const before = await stage.snapshot(props);
        const path = '/v1.0/teams/provisioning';
        const answer = await stage.raw({ method: 'POST', path, body: make(text), as: 'owner' });
        assert.equal(answer.status, 400, answer.text);
        assert.deepEqual(await stage.snapshot(props), before);
      });
    }
  }

  it('is rejected with 400 or 404 in a path', async () => {
    for (const id of ['%00', 'a%00b', '%ff', "'; drop table teams; --", '../../etc/passwd', '%2e%2e%2f']) {
      const { status, body } = await stage.raw({
        path: `/v1.0/teams/${encodeURI(id).replaceAll('%25', '%')}`,
        as: 'admin',
      });
      assert.ok(status === 400 || status === 404, `${id}: ${status}`);
      assert.match(body.error?.code ?? '', /^(InvalidRequest|NotFound)$/);
    }
  });
});

describe('text that only looks dangerous', () => {
  it('is stored unchanged', async () => {
    const description = `<script>alert(1)</script> '; DROP TABLE jobs; -- \${7*7} <%= 7*7 %> {{7*7}} \u202e 👩‍🚀`;
    const { team } = await stage.makeTeam({ description });
    assert.equal((await stage.as('admin').teams.getTeam(team)).description, description);
  });
});

describe('the service', () => {
  it('stays ready after requests with hostile input', async () => {
    const { status, body } = await stage.raw({ path: '/readyz' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal((await stage.as('owner').jobs.getJob(props.job)).status, 'completed');
  });
});
