/** Tests archiving and unarchiving channels over HTTP, on the embedded suite. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRejected, testRejections } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';

let service: TeamService;
before(async () => {
  service = await startTeamService();
});
after(() => service.close());

const WEB = 'com.microsoft.teamspace.tab.web';
const hidden: Caller[] = ['sam', 'ivan', 'foreigner', 'foreign app'];

/** Creates a team with the channel Plans. Its members may change channels and tabs. */
async function newChannel(more: object = {}) {
  const { team } = await service.world.newTeam();
  const payload = { displayName: 'Plans', ...more };
  const created = await service.call('olga', 'POST', `/teams/${team.id}/channels`, payload);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { id } = created.body;
  return { teamId: team.id, id, path: `/teams/${team.id}/channels/${encodeURIComponent(id)}` };
}

const archiveInSuite = ({ teamId, id }: { teamId: string; id: string }) =>
  service.world.suite.channels.archive(TENANT, teamId, id, { siteReadOnly: false });

const isArchived = async ({ teamId, id }: { teamId: string; id: string }) => {
  const { body } = await service.call('olga', 'GET', `/teams/${teamId}/channels`);
  return body.find((one: { id: string }) => one.id === id).isArchived;
};

for (const [act, type] of [
  ['archive', 'ChannelArchive'],
  ['unarchive', 'ChannelUnarchive'],
] as const) {
  describe(`POST /teams/{teamId}/channels/{channelId}/${act}`, () => {
    testRejections(() => service, {
      method: 'POST',
      path: async () => `${(await newChannel()).path}/${act}`,
      missing: `/teams/unknown/channels/unknown/${act}`,
      denied: ['mia', 'gus'],
      hidden,
    });

    it('queues a job and returns its Location', async () => {
      const { teamId, id, path } = await newChannel();
      const { status, headers, body } = await service.call('olga', 'POST', `${path}/${act}`);
      assert.deepEqual([status, body], [202, '']);
      const location = headers.get('location') ?? '';
      assert.match(location, /^\/v1\.0\/jobs\/[0-9a-f-]{36}$/);
      const job = await service.call('olga', 'GET', location.replace('/v1.0', ''));
      assert.deepEqual([job.status, job.body.type, job.body.data.team.id], [200, type, teamId]);
      assert.equal(job.body.data.request.channel.id, id);
    });

    it('replays the first response for a repeated key', async () => {
      const { path } = await newChannel();
      const key = { 'idempotency-key': `${act}-1` };
      const first = await service.call('olga', 'POST', `${path}/${act}`, undefined, key);
      const again = await service.call('olga', 'POST', `${path}/${act}`, undefined, key);
      assert.deepEqual(
        [again.status, again.headers.get('location'), again.headers.get('idempotency-replayed')],
        [202, first.headers.get('location'), 'true'],
      );
    });

    it(`lets only channel owners and administrators ${act} a private channel`, async () => {
      const { path } = await newChannel({
        membershipType: 'private',
        members: [{ user: { id: 'mia-id' }, role: 'owner' }],
      });
      assertRejected(await service.call('olga', 'POST', `${path}/${act}`), 404, 'NotFound');
      assert.equal((await service.call('mia', 'POST', `${path}/${act}`)).status, 202);
      assert.equal((await service.call('ada', 'POST', `${path}/${act}`)).status, 202);
    });

    it('is rejected in an archived team', async () => {
      const channel = await newChannel();
      await archiveInSuite(channel);
      await service.world.suite.teams.archive(TENANT, channel.teamId, { siteReadOnly: false });
      assertRejected(await service.call('olga', 'POST', `${channel.path}/${act}`), 409, 'TeamArchived');
    });
  });
}

describe('the body of POST /teams/{teamId}/channels/{channelId}/archive', () => {
  it('is optional, and decides whether the site becomes read-only', async () => {
    const field = 'shouldSetSpoSiteReadOnlyForMembers';
    for (const [body, expected] of [
      [undefined, false],
      [{}, false],
      [{ [field]: null }, false],
      [{ [field]: true }, true],
    ] as const) {
      const { path } = await newChannel();
      const { status, headers } = await service.call('olga', 'POST', `${path}/archive`, body);
      assert.equal(status, 202);
      const job = await service.call('olga', 'GET', (headers.get('location') ?? '').replace('/v1.0', ''));
      assert.equal(job.body.data.request[field], expected);
    }
    const { path } = await newChannel();
    const wrong = await service.call('olga', 'POST', `${path}/archive`, { [field]: 'yes' });
    assertRejected(wrong, 400, 'InvalidRequest', [field]);
    const unknown = await service.call('olga', 'POST', `${path}/archive`, { readOnly: true });
    assertRejected(unknown, 400, 'InvalidRequest', ['readOnly']);
  });
});

describe('an archived channel', () => {
  it('is listed as archived, and the other channels are listed as before', async () => {
    const channel = await newChannel();
    const list = async () => (await service.call('mia', 'GET', `/teams/${channel.teamId}/channels`)).body;
    const before = await list();
    assert.ok(before.every((one: object) => !('isArchived' in one)));
    await archiveInSuite(channel);
    assert.deepEqual(
      await list(),
      before.map((one: { id: string }) => (one.id === channel.id ? { ...one, isArchived: true } : one)),
    );
  });

  it('rejects changes with 409, and can be read, unarchived and deleted', async () => {
    const channel = await newChannel();
    const { path } = channel;
    const tab = {
      displayName: 'Site',
      teamsApp: { id: WEB },
      configuration: { contentUrl: 'https://wiki.example/' },
    };
    const made = await service.call('olga', 'POST', `${path}/tabs`, tab);
    assert.equal(made.status, 201);
    await archiveInSuite(channel);
    for (const [method, at, body] of [
      ['PATCH', path, { description: 'New' }],
      ['POST', `${path}/tabs`, tab],
      ['DELETE', `${path}/tabs/${made.body.id}`, undefined],
      ['POST', `${path}/archive`, undefined],
    ] as const) {
      const answer = await service.call('olga', method, at, body);
      assertRejected(answer, 409, 'Conflict', ['channelId']);
      assert.equal(answer.body.error.details[0].code, 'ChannelArchived');
      assert.match(answer.body.error.message, /archived.*unarchive/i);
    }
    // A member may not know more than before: 403 comes first.
    assertRejected(await service.call('mia', 'POST', `${path}/archive`), 403, 'Forbidden');
    const tabs = await service.call('mia', 'GET', `${path}/tabs`);
    assert.deepEqual([tabs.status, tabs.body.length], [200, 1]);
    assert.equal((await service.call('olga', 'POST', `${path}/unarchive`)).status, 202);
    assert.equal(await isArchived(channel), true);
    assert.equal((await service.call('olga', 'DELETE', path)).status, 204);
  });

  it('once unarchived, accepts a PATCH with the fields that were read while it was archived', async () => {
    const channel = await newChannel();
    await archiveInSuite(channel);
    const { body } = await service.call('olga', 'GET', `/teams/${channel.teamId}/channels`);
    const read = body.find((one: { id: string }) => one.id === channel.id);
    await service.world.suite.channels.unarchive(TENANT, channel.teamId, channel.id);
    const sent = await service.call('olga', 'PATCH', channel.path, { ...read, description: 'New' });
    assert.equal(sent.status, 204, JSON.stringify(sent.body));
  });
});

describe('the primary channel', () => {
  it('cannot be archived', async () => {
    const { teamId } = await newChannel();
    const { body } = await service.call('olga', 'GET', `/teams/${teamId}/channels/primary`);
    const path = `/teams/${teamId}/channels/${encodeURIComponent(body.id)}/archive`;
    const answer = await service.call('olga', 'POST', path);
    assertRejected(answer, 409, 'Conflict', ['channelId']);
    assert.equal(answer.body.error.details[0].code, 'PrimaryChannel');
  });
});

describe('the permissions in a team', () => {
  it('include archiving channels for owners and administrators only', async () => {
    const { teamId } = await newChannel();
    const acts = ['archiveTeamChannel', 'unarchiveTeamChannel'];
    for (const [caller, may] of [
      ['olga', true],
      ['ada', true],
      ['mia', false],
      ['gus', false],
    ] as const) {
      const { body } = await service.call(caller, 'GET', `/teams/${teamId}/permissions`);
      for (const act of acts) assert.equal(body.operations.includes(act), may, `${caller} ${act}`);
    }
  });
});
