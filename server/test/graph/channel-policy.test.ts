/**
 * Tests a policy for channels on teams in Microsoft 365, where people create channels themselves.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ExternalWorld, openExternalWorld } from './external-world.ts';

const DAY = 24 * 60 * 60;

describe('a policy for channels in Microsoft 365', () => {
  let world: ExternalWorld;
  before(async () => {
    world = await openExternalWorld();
  });
  after(() => world?.close());

  const failures: unknown[] = [];
  const check = async (seconds = 20 * 60): Promise<void> => {
    await world.refresh(seconds);
    await world.restore((error) => failures.push(error));
  };
  const namesIn = async (team: string): Promise<string[]> =>
    (await world.externally('GET', `/teams/${team}/channels`)).body.value.map(
      ({ displayName }: { displayName: string }) => displayName,
    );

  it('rejects channels in Charter, and deletes a channel created in Teams at the announced time', async () => {
    const team = await world.newTeam('Harbour');
    await world.externally('POST', `/teams/${team}/channels`, { displayName: 'Old' });
    const made = await world.call('POST', '/policies', {
      name: 'Channels by administrators',
      kind: 'channels',
      scope: { type: 'teams' },
      settings: {
        standard: 'administrators',
        private: 'nobody',
        externalChannels: 'delete',
        deletionDays: 7,
      },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await check();
    const attached = await world.call('PUT', `/policies/${made.body.id}/teams/${team}`);
    assert.ok(attached.status < 300, JSON.stringify(attached.body));
    await check();
    const rejected = await world.call('POST', `/teams/${team}/channels`, {
      displayName: 'Secret',
      membershipType: 'private',
    });
    assert.deepEqual(
      [rejected.status, rejected.body.error?.code, rejected.body.error?.details?.[0]?.target],
      [400, 'PolicyViolation', 'channels'],
    );
    const own = await world.call('POST', `/teams/${team}/channels`, { displayName: 'Own' });
    assert.equal(own.status, 201, JSON.stringify(own.body));
    await world.externally('POST', `/teams/${team}/channels`, { displayName: 'Side' });
    await check();
    await check();
    const listed = await world.call('GET', `/channelViolations?teamId=${team}`);
    assert.deepEqual(
      listed.body.value.map(({ channel, status }: { channel: { displayName: string }; status: string }) => [
        channel.displayName,
        status,
      ]),
      [['Side', 'scheduled']],
    );
    for (let day = 0; day < 6; day += 1) await check(DAY);
    assert.ok((await namesIn(team)).includes('Side'), 'before the announced time');
    await check(DAY);
    await check();
    assert.deepEqual((await namesIn(team)).toSorted(), ['General', 'Old', 'Own']);
    const records = await world.records(team);
    const deletions = records.filter(({ type }) => type === 'team_channel_deleted');
    assert.deepEqual(
      deletions.map(({ actor }) => actor),
      ['Charter'],
      'Charter does not record its own deletion a second time, as an external change',
    );
    assert.deepEqual((await world.call('GET', `/channelViolations?teamId=${team}`)).body.value, []);
    assert.deepEqual(failures, []);
  });
});
