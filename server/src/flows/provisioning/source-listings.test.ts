import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestClock } from '../../../test/clock.ts';
import type { ChannelReference, FilePage, FileQuery } from '../../domain/contents/suite.ts';
import type { Suite } from '../../engine/suite.ts';
import { SourceListings } from './source-listings.ts';

const CHANNEL: ChannelReference = { teamId: 'team', channelId: 'channel' };
const TOP: FileQuery = { path: '', top: 200 };

function world() {
  const calls: string[] = [];
  const read = async <Result>(call: unknown[], result: Result): Promise<Result> => {
    calls.push(JSON.stringify(call));
    if (failing.has('now')) throw new Error('unavailable');
    return result;
  };
  const failing = new Set<string>();
  const page: FilePage = { items: [] };
  const contents = {
    list: (...call: unknown[]) => read(call, page),
    listPlans: (...call: unknown[]) => read(call, []),
    findShownContents: (...call: unknown[]) => read(call, []),
  };
  const clock = new TestClock(new Date('2026-11-27T08:00:00Z'));
  const listings = new SourceListings({ contents } as unknown as Suite, clock);
  return { calls, failing, clock, listings };
}

describe('listings of a copied team for dry runs', () => {
  it('share a call, and reuse its result for a minute', async () => {
    const { calls, clock, listings } = world();
    await Promise.all([listings.list('contoso', CHANNEL, TOP), listings.list('contoso', CHANNEL, TOP)]);
    clock.advance(59);
    await listings.list('contoso', CHANNEL, TOP);
    assert.equal(calls.length, 1);
    clock.advance(1);
    await listings.list('contoso', CHANNEL, TOP);
    assert.equal(calls.length, 2);
  });

  it('are separate for each tenant, channel, folder and kind', async () => {
    const { calls, listings } = world();
    await listings.list('contoso', CHANNEL, TOP);
    await listings.list('fabrikam', CHANNEL, TOP);
    await listings.list('contoso', { ...CHANNEL, channelId: 'other' }, TOP);
    await listings.list('contoso', CHANNEL, { ...TOP, path: 'Kit' });
    await listings.listPlans('contoso', CHANNEL);
    assert.equal(new Set(calls).size, 5);
  });

  it('are read again after a failure', async () => {
    const { calls, failing, listings } = world();
    failing.add('now');
    await assert.rejects(listings.listPlans('contoso', CHANNEL), /unavailable/);
    failing.clear();
    assert.deepEqual(await listings.listPlans('contoso', CHANNEL), []);
    assert.equal(calls.length, 2);
  });

  it('are limited in number, the oldest deleted first', async () => {
    const { calls, listings } = world();
    for (let index = 0; index <= 200; index += 1)
      await listings.list('contoso', CHANNEL, { ...TOP, path: String(index) });
    await listings.list('contoso', CHANNEL, { ...TOP, path: '200' });
    assert.equal(calls.length, 201);
    await listings.list('contoso', CHANNEL, { ...TOP, path: '0' });
    assert.equal(calls.length, 202);
  });
});
