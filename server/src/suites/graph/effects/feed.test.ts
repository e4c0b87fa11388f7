/** Tests notifications in the activity feed of Microsoft Teams. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { rejects } from '../../../../test/conformance/world.ts';
import { FAULTLESS, type Fault, type Occasion } from '../../../../test/graph/behaviour.ts';
import { useGraphWorld } from '../../../../test/graph/world.ts';

const ITEM = {
  id: '01a1fb81-e8b1-7367-a579-417a0b50c4d5',
  subject: 'Ada asks for the team “Phoenix”',
  text: 'Ada asks for a team. '.repeat(20),
  page: '/approvals/01a1fb81-e8b1-7367-a579-417a0b50c4d6',
};

describe('the activity feed', () => {
  const world = useGraphWorld();
  beforeEach(() => {
    world.tenant.feed.length = 0;
    world.tenant.withoutApp.clear();
    world.standIn.behave(FAULTLESS);
  });
  const show = (item = ITEM) => world.bare.feed?.show(world.tenantId, world.people.ada, item);
  const fail = (...faults: Fault[]) =>
    world.standIn.behave({
      ...FAULTLESS,
      faultOf: ({ route }: Occasion) =>
        route.endsWith('sendActivityNotification') ? faults.shift() : undefined,
    });

  it('shows a notification with a link that opens its page in the tab', async () => {
    assert.equal(await show(), true);
    const [entry] = world.tenant.feed;
    assert.deepEqual([entry?.userId, entry?.text], [world.people.ada, ITEM.subject]);
    assert.equal([...(entry?.preview ?? '')].length, 150);
    const link = new URL(entry?.webUrl ?? '');
    assert.equal(link.origin + link.pathname, 'https://teams.microsoft.com/l/entity/charter/approvals');
    assert.deepEqual(JSON.parse(link.searchParams.get('context') ?? ''), { subEntityId: ITEM.page });
  });

  it('replaces a notification that is sent again', async () => {
    await show();
    await show({ ...ITEM, subject: 'Again' });
    await show({ ...ITEM, id: '01a1fb81-e8b1-7367-a579-417a0b50c4d6' });
    assert.deepEqual(
      world.tenant.feed.map(({ text }) => text),
      ['Again', ITEM.subject],
    );
  });

  it('leaves out people without the app', async () => {
    world.tenant.withoutApp.add(world.people.ada);
    assert.equal(await show(), false);
    assert.deepEqual(world.tenant.feed, []);
  });

  it('asks for a retry when Graph fails, or when the permission is missing', async () => {
    fail({ kind: 'unavailable', seconds: 5 });
    await rejects(show() as Promise<boolean>, 'ServiceUnavailable');
    fail({ kind: 'revoked' });
    await rejects(show() as Promise<boolean>, 'ServiceUnavailable');
  });
});
