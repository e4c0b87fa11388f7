import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestService } from '../../../sdk/src/test-service.ts';
import { charter } from '../run-charter.ts';

const TASK = {
  ...{ id: 't1', title: 'Kick-off', checklist: [{ title: 'Room', isChecked: true }], labels: ['Urgent'] },
  ...{ dueDateTime: '2026-12-01T00:00:00Z', assigneeIds: ['grace', 'ines'], percentComplete: 50 },
};
const PLANS = {
  value: [
    {
      ...{ id: 'p1', title: 'First steps', createdDateTime: '2026-11-01T00:00:00Z' },
      buckets: [
        { id: 'b1', name: 'First week', tasks: [TASK] },
        { id: 'b2', name: 'Later', tasks: [] },
      ],
    },
    { id: 'p2', title: 'Ideas', createdDateTime: '2026-11-02T00:00:00Z', buckets: [] },
  ],
};

describe('charter plan list', () => {
  const list = (url: string, ...options: string[]) =>
    charter(['plan', 'list', 'team-1', '19:a', '--url', url, ...options]);

  it('writes each task with its plan and bucket, and also empty plans and buckets', async () => {
    await using service = await startTestService({ status: 200, body: PLANS });
    const { code, stdout, stderr } = await list(service.baseUrl);
    assert.equal(code, 0, stderr);
    const lines = stdout.trim().split('\n');
    assert.match(
      lines[1] ?? '',
      /^First steps +First week +Kick-off +2026-12-01T00:00:00Z +50 +grace, ines$/,
    );
    assert.deepEqual([lines[2], lines[3]?.trim(), lines.length], ['First steps  Later', 'Ideas', 4]);
    assert.equal(service.seen[0]?.url, '/v1.0/teams/team-1/channels/19%3Aa/plans');
  });

  it('writes each task with all its fields as JSON', async () => {
    await using service = await startTestService({ status: 200, body: PLANS });
    const { stdout } = await list(service.baseUrl, '--json');
    assert.deepEqual(JSON.parse(stdout), [
      { plan: 'First steps', bucket: 'First week', task: TASK },
      { plan: 'First steps', bucket: 'Later' },
      { plan: 'Ideas' },
    ]);
  });
});
