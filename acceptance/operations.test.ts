/** Each operation: 401, 403, callers of another tenant, bad input, and success. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { type CharterClient, createClient } from '@charter/sdk';
import { MANIFEST, RUN_ID } from './callers.ts';
import { APPROVAL_OPERATIONS } from './operations/approvals.ts';
import { AUDIT_OPERATIONS } from './operations/audit.ts';
import { CATALOG_OPERATIONS } from './operations/catalog.ts';
import { addChannelViolation, CHANNEL_OPERATIONS } from './operations/channels.ts';
import { IDENTITY_OPERATIONS } from './operations/identity.ts';
import { JOB_OPERATIONS } from './operations/jobs.ts';
import { JOIN_REQUEST_OPERATIONS } from './operations/join-requests.ts';
import { completedRun, LIFECYCLE_OPERATIONS } from './operations/lifecycle.ts';
import type { OperationCase, TestObjects } from './operations/operation-case.ts';
import { ORGANIZATION_OPERATIONS } from './operations/organization.ts';
import { OTHER_OPERATIONS } from './operations/others.ts';
import { OWNER_OPERATIONS, ownerRequestsFor } from './operations/owners.ts';
import { POLICY_OPERATIONS } from './operations/policies.ts';
import { REPORT_OPERATIONS } from './operations/reports.ts';
import { addReview, REVIEW_OPERATIONS } from './operations/reviews.ts';
import { TEAM_OPERATIONS } from './operations/teams.ts';
import { WEBHOOK_OPERATIONS } from './operations/webhooks.ts';
import { type Harness, openHarness, rejection } from './stage.ts';

const CASES: readonly OperationCase[] = [
  ...TEAM_OPERATIONS,
  ...CHANNEL_OPERATIONS,
  ...APPROVAL_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...POLICY_OPERATIONS,
  ...OWNER_OPERATIONS,
  ...JOIN_REQUEST_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...LIFECYCLE_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...REVIEW_OPERATIONS,
  ...IDENTITY_OPERATIONS,
  ...JOB_OPERATIONS,
  ...CATALOG_OPERATIONS,
  ...ORGANIZATION_OPERATIONS,
  ...OTHER_OPERATIONS,
];

let stage: Harness;
before(async () => {
  stage = await openHarness();
});
after(() => stage.close());

/** Ids of objects that do not exist. */
const UNKNOWN: TestObjects = {
  team: randomUUID(),
  channel: randomUUID(),
  job: randomUUID(),
  approval: randomUUID(),
  question: randomUUID(),
  hook: randomUUID(),
  policy: randomUUID(),
  template: randomUUID(),
  run: randomUUID(),
  ownerRequest: randomUUID(),
  joinRequest: randomUUID(),
  review: randomUUID(),
  channelViolation: randomUUID(),
};

let run: Promise<string> | undefined;

/** Returns one lifecycle run for all cases, because only one runs at a time. */
function findRun(admin: CharterClient): Promise<string> {
  run ??= admin.lifecycle
    .startLifecycleRun()
    .then(({ id }) => completedRun(admin, id))
    .then(({ id }) => id);
  return run;
}

/** Teams whose search for owners the current case may continue. */
const searchedTeams: string[] = [];

let ownerRequests: Promise<{ id: string; team: string }[]> | undefined;

/**
 * Returns one of two requests. Both are created at once, so that only one test waits for the worker that checks teams.
 */
async function takeOwnerRequest(admin: CharterClient): Promise<{ id: string; team: string }> {
  ownerRequests ??= (async () => {
    const { id } = await admin.policies.createPolicy({
      name: 'Two owners',
      kind: 'owners',
      scope: { type: 'teams' },
      settings: { minimumOwners: 2, candidates: ['mostActiveMembers'] },
    });
    const made = await Promise.all([stage.makeTeam(), stage.makeTeam()]);
    const teams = made.map(({ team }) => team);
    for (const team of teams) await admin.policies.attachPolicy(id, team);
    const ids = await ownerRequestsFor(stage.as('member'), teams);
    return ids.map((id, index) => ({ id, team: teams[index] as string }));
  })();
  return (await ownerRequests).pop() ?? assert.fail('Each request to own a team is used once.');
}

let templates = 0;

async function applyTemplate(admin: CharterClient): Promise<string> {
  templates += 1;
  const { templateConfiguration } = MANIFEST;
  const id = `acceptance-own-${RUN_ID}-${templates}`;
  const manifest = { ...MANIFEST, templateConfiguration: { ...templateConfiguration, id } };
  await admin.catalog.applyCatalogTemplate({ manifest });
  return id;
}

async function createHook(): Promise<string> {
  const { id } = await stage.as('owner').webhooks.createHook({
    events: ['team_expired'],
    config: { url: 'https://hooks.example.com/acceptance' },
  });
  return id;
}

async function createPolicy(admin: CharterClient): Promise<string> {
  const { id } = await admin.policies.createPolicy({
    name: 'Acceptance',
    kind: 'naming',
    scope: { type: 'teams' },
    settings: { blockedWords: ['confidential'] },
  });
  return id;
}

/**
 * Creates the objects that a case needs, only for this case, so that operations do not affect each other. Only the
 * lifecycle run is shared. Reading another object throws.
 */
async function makeProps(operation: string, needs: readonly (keyof TestObjects)[]): Promise<TestObjects> {
  const props = {} as TestObjects;
  for (const name of Object.keys(UNKNOWN) as (keyof TestObjects)[]) {
    const get = () => assert.fail(`The case of ${operation} reads '${name}': add it to its needs.`);
    Object.defineProperty(props, name, { get, configurable: true });
  }
  const add = (values: Partial<TestObjects>) =>
    Object.defineProperties(props, Object.getOwnPropertyDescriptors(values));
  const admin = stage.as('admin');
  if (
    needs.some((name) =>
      ['team', 'channel', 'job', 'joinRequest', 'review', 'channelViolation'].includes(name),
    )
  ) {
    const { team, job } = await stage.makeTeam();
    await admin.teams.updateTeam(team, { visibility: 'public' });
    add({ team, job });
    if (needs.includes('joinRequest')) {
      const { id } = await stage.as('stranger').joinRequests.createJoinRequest(team);
      add({ joinRequest: id });
    }
    if (needs.includes('review')) add({ review: await addReview(stage.service, team) });
    if (needs.includes('channelViolation'))
      add({ channelViolation: await addChannelViolation(stage.service, team) });
    if (needs.includes('channel')) add({ channel: (await admin.channels.getTeamPrimaryChannel(team)).id });
  }
  if (needs.includes('approval')) add({ approval: await stage.askForApproval() });
  if (needs.includes('question')) {
    const question = await stage.askForApproval();
    await stage.as('member').approvals.askRequester(question, { message: 'Why?' });
    add({ question });
  }
  if (needs.includes('hook')) add({ hook: await createHook() });
  if (needs.includes('policy')) add({ policy: await createPolicy(admin) });
  if (needs.includes('template')) add({ template: await applyTemplate(admin) });
  if (needs.includes('ownerRequest')) {
    const { id, team } = await takeOwnerRequest(admin);
    add({ ownerRequest: id });
    searchedTeams.push(team);
  }
  if (needs.includes('run')) add({ run: await findRun(admin) });
  return props;
}

it('the operation cases include every operation of the API', async () => {
  const { paths } = JSON.parse(await readFile(new URL('../openapi.json', import.meta.url), 'utf8'));
  const described = Object.values<Record<string, { operationId: string }>>(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  assert.deepEqual(CASES.map(({ operation }) => operation).sort(), described.sort());
});

/** Returns the token with the id of another person and the old signature. */
function tampered(token: string): string {
  const [head, claims = '', signature] = token.split('.');
  const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), oid: 'somebody-else' };
  return [head, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
}

function registerTests({
  operation,
  call,
  caller,
  needs = [],
  forbidden,
  foreign,
  bad,
}: OperationCase): void {
  let props: TestObjects;
  before(async () => {
    props = await makeProps(operation, needs);
  });
  // After an answer, a worker would continue the search, and change the snapshots of later cases.
  after(async () => {
    for (const team of searchedTeams.splice(0)) await stage.as('admin').teams.deleteTeam(team);
  });

  const idOf = (name: 'team' | 'channel'): string => (needs.includes(name) ? props : UNKNOWN)[name];
  const snapshot = () => stage.snapshot({ team: idOf('team'), channel: idOf('channel') });

  it('rejects a missing token and a forged token with 401', async () => {
    const error = await rejection(call(stage.anonymous, props));
    assert.equal(error.status, 401);
    assert.equal(error.code, 'Unauthenticated');
    assert.ok(error.requestId);
    const token = tampered(await stage.token(caller));
    const forged = createClient({ baseUrl: stage.service.url, token, retry: false });
    assert.equal((await rejection(call(forged, props))).status, 401);
  });

  if (forbidden !== null) {
    it(`rejects the ${forbidden} with 403`, async () => {
      const before = await snapshot();
      const error = await rejection(call(stage.as(forbidden), props));
      assert.equal(error.status, 403, error.message);
      assert.equal(error.code, 'Forbidden');
      assert.deepEqual(await snapshot(), before);
    });
  }

  if (foreign !== 'separate') {
    it('returns the error of a missing object to another tenant', async () => {
      const before = await snapshot();
      const error = await rejection(call(stage.as('foreigner'), props));
      assert.equal(error.status, foreign === 'hidden' ? 404 : 400, error.message);
      const unknown = await rejection(call(stage.as('foreigner'), UNKNOWN));
      assert.equal(unknown.code, error.code);
      assert.deepEqual(await snapshot(), before);
    });
  }

  for (const { what, request, target, code = 'InvalidRequest' } of bad) {
    it(`returns 400, names the invalid input, and writes nothing for ${what}`, async () => {
      const before = await snapshot();
      const { status, body } = await stage.raw({ ...request(props), as: caller });
      assert.equal(status, 400, JSON.stringify(body));
      assert.equal(body.error?.code, code);
      const targets = body.error?.details?.map((detail) => detail.target);
      assert.ok(targets?.includes(target), `details name ${JSON.stringify(targets)}`);
      assert.deepEqual(await snapshot(), before);
    });
  }

  it(`succeeds for the ${caller}`, () => call(stage.as(caller), props));
}

for (const operation of CASES) describe(operation.operation, () => registerTests(operation));

describe('tenants', () => {
  it('see no users, labels or templates of other tenants', async () => {
    const foreigner = stage.as('foreigner');
    for await (const user of foreigner.users.list())
      assert.match(user.userPrincipalName, /@harbor\.example$/);
    const ours = await stage.as('admin').labels.getMyLabels();
    const theirs = await foreigner.labels.getMyLabels();
    assert.ok(theirs.value.length > 0);
    assert.ok(theirs.value.every(({ id }) => !ours.value.some((label) => label.id === id)));
    const { value } = await foreigner.catalog.getCatalogTemplates({ language: '*' });
    assert.ok(
      value.every(({ templateConfiguration }) => !templateConfiguration.id.startsWith('acceptance-')),
    );
  });
});
