/** Idempotency keys (docs/specification.md, section 7). */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { NEWCOMER, RUN_ID, TEMPLATE } from './callers.ts';
import { type Harness, openHarness, type RawResponse, teamOf, waitForCompletedJob } from './stage.ts';

let stage: Harness;
before(async () => {
  stage = await openHarness();
});
after(() => stage.close());

const bodyOf = (name: string) => ({
  template: { id: TEMPLATE },
  team: { name, membership: { owners: [{ id: NEWCOMER }] } },
});

const post = (
  key: string,
  body: unknown,
  base = '/v1.0',
  as: 'owner' | 'member' = 'owner',
): Promise<RawResponse> =>
  stage.raw({
    method: 'POST',
    path: `${base}/teams/provisioning`,
    body,
    as,
    headers: { 'idempotency-key': `${RUN_ID}-${key}` },
  });

describe('an idempotency key', () => {
  it('creates one job for a hundred concurrent POSTs', async () => {
    const body = bodyOf(`Parallel ${RUN_ID}`);
    const answers = await Promise.all(Array.from({ length: 100 }, () => post('one-of-a-hundred', body)));
    const statuses = new Set(answers.map(({ status }) => status));
    assert.ok(statuses.has(201), [...statuses].join());
    for (const answer of answers) {
      assert.ok(answer.status === 201 || answer.status === 409, `${answer.status} ${answer.text}`);
      if (answer.status === 409) assert.equal(answer.headers.get('retry-after'), '1');
    }
    const jobs = new Set(answers.filter(({ status }) => status === 201).map((answer) => answer.body.id));
    assert.equal(jobs.size, 1);
    const again = await post('one-of-a-hundred', body);
    assert.equal(again.status, 201);
    assert.equal(again.body.id, [...jobs][0]);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.equal(again.headers.get('location'), `/v1.0/jobs/${again.body.id}`);
    const job = await waitForCompletedJob(stage.as('owner'), String(again.body.id));
    assert.ok(teamOf(job));
  });

  it('returns the same response under the other base path', async () => {
    const body = bodyOf(`Both bases ${RUN_ID}`);
    const first = await post('both-bases', body);
    const second = await post('both-bases', body, '/api/v1.0');
    assert.equal(first.status, 201, first.text);
    assert.equal(second.body.id, first.body.id);
  });

  it('is rejected with 422 in a different request, and is separate for each caller', async () => {
    const first = await post('mine', bodyOf(`Mine ${RUN_ID}`));
    assert.equal(first.status, 201, first.text);
    const other = await post('mine', bodyOf(`Other ${RUN_ID}`));
    assert.equal(other.status, 422);
    assert.equal(other.body.error?.code, 'IdempotencyKeyReused');
    const theirs = await post('mine', bodyOf(`Mine ${RUN_ID}`), '/v1.0', 'member');
    assert.equal(theirs.status, 201, theirs.text);
    assert.notEqual(theirs.body.id, first.body.id);
  });

  it('replays an error response', async () => {
    const wrong = { ...bodyOf('n'), template: { id: 'no-such' } };
    const first = await post('wrong', wrong);
    assert.equal(first.status, 400);
    const again = await post('wrong', wrong);
    assert.equal(again.status, 400);
    assert.equal(again.text, first.text);
  });

  it('creates one channel, one tab and one archive job for repeated POSTs', async () => {
    const { team } = await stage.makeTeam();
    const owner = stage.as('owner');
    const channel = () =>
      owner.channels.createTeamChannel(
        team,
        { displayName: 'Once' },
        { idempotencyKey: `${RUN_ID}-channel` },
      );
    const [first, second] = [await channel(), await channel()];
    assert.equal(second.id, first.id);
    const tab = () =>
      owner.channels.createTeamChannelTab(
        team,
        first.id,
        { displayName: 'Once', teamsApp: { id: 'com.microsoft.teamspace.tab.web' } },
        { idempotencyKey: `${RUN_ID}-tab` },
      );
    assert.equal((await tab()).id, (await tab()).id);
    assert.equal((await owner.channels.getTeamChannelTabs(team, first.id)).length, 1);
    const archive = () => owner.teams.archiveTeam(team, undefined, { idempotencyKey: `${RUN_ID}-archive` });
    assert.equal((await archive()).jobId, (await archive()).jobId);
  });
});
