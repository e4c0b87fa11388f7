/** Tests copies whose monitor is lost or forgotten, and names that are taken. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { aTeam, member, owner, rejects } from '../../../../test/conformance/world.ts';
import { FAULTLESS, withFault } from '../../../../test/graph/behaviour.ts';
import { addFile, treeOf } from '../../../../test/graph/drives.ts';
import { useGraphWorld } from '../../../../test/graph/world.ts';
import { waitAndRetry } from '../../../../test/retrying-suite.ts';
import type { ChannelReference, NewCopy } from '../../../domain/contents/suite.ts';

const COPY = 'POST /drives/{drive}/items/{item}/copy';

describe('the Graph suite with copies of files', () => {
  const world = useGraphWorld();

  async function newChannel(): Promise<ChannelReference> {
    const { ada, bob } = world.people;
    const members = [owner(ada), member(bob)];
    const { team } = await world.suite.teams.create(world.tenantId, aTeam(world, { members }));
    const { id } = await world.suite.channels.primary(world.tenantId, team.id);
    await world.suite.contents.createFolders(world.tenantId, { teamId: team.id, channelId: id }, ['Others']);
    return { teamId: team.id, channelId: id };
  }

  const put = ({ teamId, channelId }: ChannelReference, path: string, text: string): void =>
    addFile({ tenant: world.tenant, now: world.clock.now() }, teamId, channelId, path, Buffer.from(text));

  async function newSource(): Promise<NewCopy['source']> {
    const channel = await newChannel();
    put(channel, 'Kit/readme.txt', 'Read me');
    put(channel, 'Kit/Deep/er/plan.txt', 'Plan');
    return { ...channel, path: 'Kit' };
  }

  const treeIn = ({ teamId, channelId }: ChannelReference): string[] =>
    [...treeOf(world.tenant, teamId, channelId).keys()].filter((path) => path !== 'Others').toSorted();

  const COPIED = ['Kit', 'Kit/Deep', 'Kit/Deep/er', 'Kit/Deep/er/plan.txt', 'Kit/readme.txt'];
  const copies = (): number => world.standIn.calls.all.filter(({ route }) => route === COPY).length;

  it('copies a folder with its contents, and polls the monitor until the copy is complete', async () => {
    const [source, channel] = [await newSource(), await newChannel()];
    world.standIn.calls.clear();
    world.standIn.behave({ ...FAULTLESS, operationTakes: () => 45_000 });
    const copy = { marker: randomUUID(), source, path: 'From others/Kit' };
    await world.suite.contents.copy(world.tenantId, channel, copy);
    assert.deepEqual(
      treeIn(channel),
      ['From others', ...COPIED.map((path) => `From others/${path}`)].toSorted(),
    );
    await world.suite.contents.copy(world.tenantId, channel, copy);
    assert.equal(copies(), 1);
    const watched = world.standIn.calls.all.filter(({ route }) => route === 'GET /monitor/{secret}');
    assert.equal(watched.length, 5);
  });

  it('finds a copy whose response was lost, and one whose monitor no longer exists', async () => {
    const source = await newSource();
    for (const disturb of [
      () =>
        world.standIn.behave({
          ...withFault({ kind: 'lost', hasEffect: true }, COPY),
          operationTakes: () => 60_000,
        }),
      () => world.standIn.behave({ ...FAULTLESS, operationTakes: () => 60_000 }),
    ]) {
      const channel = await newChannel();
      world.standIn.calls.clear();
      disturb();
      const copy = { marker: randomUUID(), source, path: 'Kit' };
      const first = world.bare.contents.copy(world.tenantId, channel, copy);
      await rejects(first, 'ServiceUnavailable');
      world.standIn.storage.forgetMonitors();
      await waitAndRetry(world.clock, () => world.bare.contents.copy(world.tenantId, channel, copy));
      assert.deepEqual(treeIn(channel), COPIED);
      assert.equal(copies(), 1);
    }
  });

  it('starts a copy again when an earlier attempt did not start it', async () => {
    const [source, channel] = [await newSource(), await newChannel()];
    world.standIn.calls.clear();
    world.standIn.behave(withFault({ kind: 'lost', hasEffect: false }, COPY));
    const copy = { marker: randomUUID(), source, path: 'Kit' };
    await world.suite.contents.copy(world.tenantId, channel, copy);
    assert.deepEqual(treeIn(channel), COPIED);
    assert.equal(copies(), 2);
  });

  it('adopts its first copy when the monitor of a second one reports that the name is taken', async () => {
    const [{ path: _, ...source }, channel] = [await newSource(), await newChannel()];
    world.standIn.calls.clear();
    world.standIn.behave({
      ...withFault({ kind: 'lost', hasEffect: true }, COPY),
      // A file is shown when its copy is complete.
      operationTakes: () => 200_000,
    });
    const copy = { marker: randomUUID(), source: { ...source, path: 'Kit/readme.txt' }, path: 'readme.txt' };
    await world.suite.contents.copy(world.tenantId, channel, copy);
    assert.deepEqual(treeIn(channel), ['readme.txt']);
    assert.ok(copies() > 1, 'the copy was requested again');
  });

  it('completes a copy whose monitor is the address of the item itself', async () => {
    const [source, channel] = [await newSource(), await newChannel()];
    const copy = { marker: randomUUID(), source, path: 'Kit' };
    await rejects(world.bare.contents.copy(world.tenantId, channel, copy), 'ServiceUnavailable');
    for (const monitor of world.standIn.storage.monitors.values()) monitor.isItem = true;
    await world.bare.contents.copy(world.tenantId, channel, copy);
    assert.deepEqual(treeIn(channel), COPIED);
  });

  it('finds a completed copy although its monitor always fails', async () => {
    const [source, channel] = [await newSource(), await newChannel()];
    const fault = { kind: 'error', status: 500, hasEffect: false } as const;
    world.standIn.behave(withFault(fault, 'GET /monitor/{secret}', Number.POSITIVE_INFINITY));
    await world.suite.contents.copy(world.tenantId, channel, { marker: randomUUID(), source, path: 'Kit' });
    assert.deepEqual(treeIn(channel), COPIED);
  });

  it('deletes the remainder of a failed copy, and makes the copy at the next try', async () => {
    const [source, channel] = [await newSource(), await newChannel()];
    world.standIn.behave({ ...FAULTLESS, operationTakes: () => 600_000 });
    const copy = { marker: randomUUID(), source, path: 'Kit' };
    await rejects(world.bare.contents.copy(world.tenantId, channel, copy), 'ServiceUnavailable');
    world.clock.advance(400);
    for (const monitor of world.standIn.storage.monitors.values()) {
      monitor.failure = 'generalException';
      monitor.doneAt = world.clock.now().getTime();
    }
    await rejects(world.suite.contents.copy(world.tenantId, channel, copy), 'SuiteError');
    assert.deepEqual(treeIn(channel), []);
    await world.suite.contents.copy(world.tenantId, channel, copy);
    assert.deepEqual(treeIn(channel), COPIED);
  });

  it('copies a file whose name is longer than templates allow', async () => {
    const [{ path: _, ...source }, channel] = [await newSource(), await newChannel()];
    const name = `${'a'.repeat(200)}.txt`;
    put(source, name, 'Long');
    const copy = { marker: randomUUID(), source: { ...source, path: name }, path: name };
    await world.suite.contents.copy(world.tenantId, channel, copy);
    assert.deepEqual(treeIn(channel), [name]);
  });

  it('rejects the path of another item, and a missing source', async () => {
    const [source, channel] = [await newSource(), await newChannel()];
    put(channel, 'Kit/other.txt', 'Other');
    const copy = { marker: randomUUID(), source, path: 'Kit' };
    const contents = world.suite.contents;
    await rejects(contents.copy(world.tenantId, channel, copy), 'NameAlreadyExists');
    const nowhere = { ...copy, marker: randomUUID(), source: { ...source, path: 'Nowhere' } };
    await rejects(contents.copy(world.tenantId, channel, nowhere), 'NotFound');
    assert.deepEqual(treeIn(channel), ['Kit', 'Kit/other.txt']);
  });
});
