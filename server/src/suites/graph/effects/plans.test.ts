/** Tests the creation of plans under failures, and the order of their items. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { aTeam, member, owner, rejects } from '../../../../test/conformance/world.ts';
import { withFault } from '../../../../test/graph/behaviour.ts';
import { hostile } from '../../../../test/graph/hostile.ts';
import type { StoredPlan } from '../../../../test/graph/tenant.ts';
import { useGraphWorld } from '../../../../test/graph/world.ts';
import type { ChannelReference, NewPlan, NewPlanTask } from '../../../domain/contents/suite.ts';

const aTask = (title: string, rest: Partial<NewPlanTask> = {}): NewPlanTask => ({
  marker: randomUUID(),
  title,
  notes: null,
  checklist: [],
  labels: [],
  dueDateTime: null,
  assigneeIds: [],
  ...rest,
});

describe('the Graph suite with plans', () => {
  const world = useGraphWorld();

  async function newChannel(): Promise<ChannelReference> {
    const { ada, bob } = world.people;
    const members = [owner(ada), member(bob)];
    const { team } = await world.suite.teams.create(world.tenantId, aTeam(world, { members }));
    const { id } = await world.suite.channels.primary(world.tenantId, team.id);
    return { teamId: team.id, channelId: id };
  }

  const aPlan = (): NewPlan => ({
    marker: randomUUID(),
    name: 'Launch',
    labels: ['Urgent', 'Later'],
    buckets: [
      {
        marker: randomUUID(),
        name: 'Prepare',
        tasks: [
          aTask('Book a room', { notes: 'For ten', checklist: ['Ask', 'Pay', 'Tell'], labels: ['Later'] }),
          aTask('Same title', { dueDateTime: '2026-12-01T09:00:00Z', assigneeIds: [world.people.bob] }),
          aTask('Same title'),
          ...Array.from({ length: 12 }, (_, index) => aTask(`Task ${index}`)),
        ],
      },
      { marker: randomUUID(), name: 'Do', tasks: [] },
      { marker: randomUUID(), name: 'Do', tasks: [aTask('Last', { labels: ['Urgent'] })] },
    ],
  });

  async function createWhole(channel: ChannelReference, plan: NewPlan): Promise<number[]> {
    const done: number[] = [];
    for (;;) {
      const progress = await world.suite.contents.createItem(world.tenantId, channel, 'plans', plan);
      done.push(progress.done);
      if (progress.isComplete) return done;
    }
  }

  const plansOf = ({ teamId }: ChannelReference): StoredPlan[] =>
    [...world.tenant.plans.values()].filter(({ groupId }) => groupId === teamId);

  const inOrder = <Item extends { orderHint: string }>(items: Iterable<Item>): Item[] =>
    [...items].sort((one, other) => (one.orderHint < other.orderHint ? -1 : 1));

  function assertPlan(channel: ChannelReference, plan: NewPlan): void {
    const [stored, ...more] = plansOf(channel);
    assert.ok(stored);
    assert.equal(more.length, 0);
    assert.equal(stored.title, 'Launch');
    assert.deepEqual(stored.categories, { category1: 'Urgent', category2: 'Later' });
    const shown = inOrder(stored.buckets.values()).map(({ id, name }) => ({
      name,
      tasks: inOrder([...stored.tasks.values()].filter(({ bucketId }) => bucketId === id)).map((task) => ({
        title: task.title,
        notes: task.description || null,
        checklist: inOrder(task.checklist.values()).map(({ title }) => title),
        labels: Object.keys(task.appliedCategories).map((name) => stored.categories[name] ?? ''),
        dueDateTime: task.dueDateTime,
        assigneeIds: Object.keys(task.assignments),
      })),
    }));
    const wanted = plan.buckets.map(({ name, tasks }) => ({
      name,
      tasks: tasks.map(({ marker: _, ...task }) => task),
    }));
    assert.deepEqual(shown, wanted);
  }

  it('creates buckets and tasks in order and only once, lists them, and describes a tab for the plan', async () => {
    const [channel, plan] = [await newChannel(), aPlan()];
    assert.deepEqual(await createWhole(channel, plan), [0, 3, 13, 19]);
    assertPlan(channel, plan);
    assert.deepEqual(await createWhole(channel, plan), [19]);
    const [listed] = await world.suite.contents.listPlans(world.tenantId, channel);
    assert.equal(listed?.title, 'Launch');
    assert.deepEqual(
      listed?.buckets.map(({ name, tasks }) => [name, tasks.map(({ title }) => title)]),
      plan.buckets.map(({ name, tasks }) => [name, tasks.map(({ title }) => title)]),
    );
    assert.deepEqual(listed?.buckets[0]?.tasks[0]?.labels, ['Later']);
    assert.deepEqual(listed?.buckets[0]?.tasks[1]?.assigneeIds, [world.people.bob]);
    const { teamsAppId, configuration } = await world.suite.contents.describeTab(world.tenantId, channel, {
      plan: plan.marker,
    });
    assert.equal(teamsAppId, 'com.microsoft.teamspace.tab.planner');
    assert.equal(configuration.entityId, listed?.id);
    await world.suite.channels.createTabs(world.tenantId, channel.teamId, channel.channelId, [
      { marker: randomUUID(), displayName: 'Plan', teamsAppId, configuration },
    ]);
  });

  it('recognises no plan in a tab without the permission to read plans', async () => {
    const channel = await newChannel();
    const { channels, contents } = world.suite;
    const plan = aPlan();
    await createWhole(channel, plan);
    await contents.createFolders(world.tenantId, channel, ['Kit']);
    const tabs = [];
    for (const shown of [{ plan: plan.marker }, { folder: 'Kit' }])
      tabs.push({
        ...(await contents.describeTab(world.tenantId, channel, shown)),
        ...{ marker: randomUUID(), displayName: Object.keys(shown).join() },
      });
    const made = await channels.createTabs(world.tenantId, channel.teamId, channel.channelId, tabs);
    const registration = world.standIn.registrations.find(({ tenantId }) => tenantId === world.tenantId);
    assert.ok(registration);
    const { roles } = registration;
    registration.roles = roles.filter((role) => !/^Tasks\./.test(role));
    const find = () => contents.findShownContents(world.tenantId, channel, made);
    try {
      world.clock.advance(3600);
      assert.deepEqual(await find(), [null, { folder: 'Kit' }]);
    } finally {
      registration.roles = roles;
      world.clock.advance(3600);
    }
    assert.deepEqual(await find(), [{ plan: 'Launch' }, { folder: 'Kit' }]);
  });

  for (const route of [
    'POST /planner/plans',
    'POST /planner/buckets',
    'POST /planner/tasks',
    'PATCH /planner/plans/{plan}/details',
    'PATCH /planner/tasks/{task}/details',
  ]) {
    it(`creates each object once after two lost responses to ${route}`, async () => {
      const [channel, plan] = [await newChannel(), aPlan()];
      world.standIn.behave(withFault({ kind: 'lost', hasEffect: true }, route, 2));
      await createWhole(channel, plan);
      assertPlan(channel, plan);
    });

    it(`creates each object once after a response without a body to ${route}`, async () => {
      const [channel, plan] = [await newChannel(), aPlan()];
      world.standIn.behave(withFault({ kind: 'shortened', properties: [] }, route));
      await createWhole(channel, plan);
      assertPlan(channel, plan);
    });
  }

  for (const route of ['PATCH /planner/plans/{plan}/details', 'PATCH /planner/tasks/{task}/details']) {
    it(`repeats ${route} while Graph rejects its version with 412`, async () => {
      const [channel, plan] = [await newChannel(), aPlan()];
      const fault = { kind: 'rejected', status: 412, code: 'PreconditionFailed', message: '' } as const;
      world.standIn.behave(withFault(fault, route, 7));
      await createWhole(channel, plan);
      assertPlan(channel, plan);
    });
  }

  it('creates the plan once in a tenant that throttles and fails', async () => {
    for (const seed of [1, 2]) {
      const [channel, plan] = [await newChannel(), aPlan()];
      world.standIn.behave(hostile({ seed }));
      await createWhole(channel, plan);
      assertPlan(channel, plan);
    }
  });

  it('rejects assignees who are not in the team, and a missing channel', async () => {
    const channel = await newChannel();
    const { contents } = world.suite;
    const plan = { ...aPlan(), labels: [] };
    const tasks = [aTask('For others', { assigneeIds: [world.people.chloe] })];
    const buckets = [{ marker: randomUUID(), name: 'Do', tasks }];
    await rejects(
      contents.createItem(world.tenantId, channel, 'plans', { ...plan, buckets }),
      'InvalidRequest',
      /Only members of the team/,
    );
    const nowhere = { ...channel, channelId: '19:00000000000000000000000000000000@thread.tacv2' };
    await rejects(
      contents.createItem(world.tenantId, nowhere, 'plans', { ...plan, buckets: [] }),
      'NotFound',
    );
    assert.deepEqual(plansOf(channel), []);
  });
});
