/** Tests the announcements of a template, and contents that no suite creates. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { completeJob, type FilledNode, startFilledNode, TENANT } from '../../../test/provisioning-world.ts';
import { snapshotOf } from '../../../test/team-snapshot.ts';
import type { JsonObject } from '../../domain/catalog/document.ts';
import { isCharterError } from '../../kernel/errors.ts';

describe('a template with announcements, notebooks or pinned messages', () => {
  let node: FilledNode;

  const store = (id: string, contents: JsonObject) =>
    node.storeTemplate({
      manifestVersion: '1.0',
      templateConfiguration: { id, name: id, version: '1.0', language: 'en', enabled: true },
      newTeam: { addRequesterAsTeamOwner: true },
      initialization: {
        structure: {
          channels: [{ displayName: 'News' }, { displayName: 'Board', membershipType: 'private' }],
        },
        contents,
      },
    });

  const ask = (id: string, description = '') => ({ template: { id }, team: { name: id, description } });

  before(async () => {
    node = await startFilledNode();
  });
  after(() => node.close());

  it('posts announcements with evaluated rules, and only in standard channels', async () => {
    await store('news', {
      channels: [
        {
          channel: 'News',
          announcements: ['<%= request.team.name %>:\nhello', '<%= request.team.description %>', 'Bye'],
        },
        { channel: 'Board', announcements: ['Secret'] },
      ],
    });
    const plan = await node.dryRun(ask('news'));
    assert.deepEqual(
      plan.contents?.map(({ displayName, announcements = [] }) => [
        displayName,
        announcements.map(({ text }) => text),
      ]),
      [['News', ['news:\nhello', 'Bye']]],
    );
    assert.deepEqual(
      plan.omissions?.map(({ feature, message }) => [feature, message]),
      [
        [
          'announcements',
          "Announcements are posted in standard channels only, and left out of these channels: 'Board'.",
        ],
      ],
    );
    const { id: jobId } = await node.request(ask('news'));
    const job = await completeJob(node, jobId);
    assert.ok(job.log.some((line) => line.includes('Posted 2 announcements.')));
    const { channels } = await snapshotOf(node.tenancy, TENANT, job.subjectId ?? '');
    assert.deepEqual(
      channels.map(({ name, messages }) => [name, messages]),
      [
        ['Board', []],
        ['General', []],
        ['News', ['news:\nhello', 'Bye']],
      ],
    );
  });

  it('is rejected when a rule makes an announcement too long', async () => {
    const long = '<%= request.team.description.repeat(10) %>';
    await store('long', { channels: [{ channel: 'News', announcements: [long] }] });
    await assert.rejects(node.dryRun(ask('long', '€'.repeat(1000))), (error) => {
      assert.ok(isCharterError(error));
      assert.equal(error.code, 'PolicyViolation');
      assert.match(JSON.stringify(error.details), /contents\.News.*at most 28672 bytes/);
      return true;
    });
  });

  it('names lists, pages, notebooks and pinned messages as omissions in the plan', async () => {
    await store('named', {
      notebooks: [{ name: 'Minutes' }, 'Ideas'],
      pinnedMessages: ['Read the rules'],
      lists: ['Risks', { name: 'Links of <%= request.team.name %>', template: 'links' }],
      pages: [{ name: 'Welcome', text: 'Hello' }],
    });
    assert.deepEqual(
      (await node.dryRun(ask('named'))).omissions?.map(({ feature, message }) => [feature, message]),
      [
        [
          'lists',
          "These lists are not created, because the suite lets the service create none: 'Risks', 'Links of named'.",
        ],
        ['pages', "These pages are not created, because the suite lets the service create none: 'Welcome'."],
        [
          'notebooks',
          "These notebooks are not created, because the suite lets the service create none: 'Minutes', 'Ideas'.",
        ],
        [
          'pinnedMessages',
          "These messages are neither posted nor pinned, because the suite lets the service pin none: 'Read the rules'.",
        ],
      ],
    );
  });
});
