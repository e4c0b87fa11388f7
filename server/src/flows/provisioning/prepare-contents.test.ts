/** Tests texts of contents that rules leave empty, or make too long. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { completeJob, type FilledNode, startFilledNode, TENANT } from '../../../test/provisioning-world.ts';
import type { JsonObject } from '../../domain/catalog/document.ts';

const EMPTY = '<%= request.team.description %>';
const LONG = '<%= request.team.name.repeat(100) %>';

describe('template contents with rules in their texts', () => {
  let node: FilledNode;

  const store = (id: string, plans: JsonObject[]) =>
    node.storeTemplate({
      manifestVersion: '1.0',
      templateConfiguration: { id, name: id, version: '1.0', language: 'en', enabled: true },
      newTeam: { addRequesterAsTeamOwner: true },
      initialization: { structure: {}, contents: { channels: [{ plans }] } },
    });

  const ask = (id: string) => ({ template: { id }, team: { name: id } });

  before(async () => {
    node = await startFilledNode();
  });
  after(() => node.close());

  it('omit plans, buckets, tasks, checklist entries and labels with an empty text', async () => {
    const task = { title: 'Book', checklist: ['Ask', EMPTY], labels: [EMPTY, 'Urgent'] };
    const buckets = [
      { name: 'Prepare', tasks: [{ title: EMPTY }, task] },
      { name: EMPTY, tasks: [{ title: 'Lost' }] },
    ];
    await store('empty', [
      { name: EMPTY, buckets },
      { name: 'Launch', buckets },
    ]);
    const { id: jobId } = await node.request(ask('empty'));
    const job = await completeJob(node, jobId);
    const teamId = job.subjectId ?? '';
    const channelId = (await node.suite.channels.primary(TENANT, teamId)).id;
    const plans = await node.suite.contents.listPlans(TENANT, { teamId, channelId });
    assert.deepEqual(
      plans.map((plan) => [
        plan.title,
        plan.buckets.map(({ name, tasks }) => [
          name,
          tasks.map(({ title, checklist, labels }) => [title, checklist.map((entry) => entry.title), labels]),
        ]),
      ]),
      [['Launch', [['Prepare', [['Book', ['Ask'], ['Urgent']]]]]]],
    );
  });

  for (const [what, plan] of Object.entries<JsonObject>({
    'the name of a plan': { name: LONG, buckets: [] },
    'the title of a task': { name: 'A', buckets: [{ name: 'B', tasks: [{ title: LONG }] }] },
    'an entry of a checklist': {
      name: 'A',
      buckets: [{ name: 'B', tasks: [{ title: 'C', checklist: [LONG] }] }],
    },
  })) {
    it(`reject a request for which ${what} becomes too long`, async () => {
      await store('long', [plan]);
      await assert.rejects(node.request(ask('long')), /is longer than (?:255|100) characters/);
    });
  }
});
