import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestService } from '../../../sdk/src/test-service.ts';
import { charter } from '../run-charter.ts';

const TEAM = {
  ...{ id: 't1', displayName: 'Harbour', visibility: 'private', isArchived: false, memberCount: 3 },
  ...{ createdDateTime: '2026-01-01T00:00:00Z', lastActivityDateTime: '2026-02-01T00:00:00Z' },
  ...{ owners: [{ id: 'o', displayName: 'Olga' }], ownerCount: 1, guestCount: 1 },
  metadata: { sponsor: 'ea5f', former: ['a', 'b'] },
  answers: [{ id: 'sponsor', title: 'Sponsor', type: 'person', value: 'ea5f', text: 'Grace Nkemelu' }],
};

describe('charter report teams', () => {
  it('writes a column for each question, with the names of people, and answers to removed questions as stored', async () => {
    const other = { ...TEAM, id: 't2', displayName: 'Pier', metadata: undefined, answers: [] };
    await using service = await startTestService({ status: 200, body: { value: [TEAM, other] } });
    const columns = ['name', 'metadata/sponsor', 'metadata/former'];
    const args = ['report', 'teams', '--output', 'csv', '--columns', ...columns, '--url', service.baseUrl];
    const { code, stdout, stderr } = await charter(args);
    assert.equal(code, 0, stderr);
    assert.deepEqual(stdout.trim().split(/\r?\n/), [
      '"NAME","metadata/sponsor","metadata/former"',
      '"Harbour","Grace Nkemelu","a, b"',
      '"Pier",,',
    ]);
  });
});
