import assert from 'node:assert/strict';
import { CALLERS, TEMPLATE } from '../callers.ts';
import { type OperationCase, query, tooLongId } from './operation-case.ts';

export const REPORT_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'getTeamReport',
    caller: 'integrator',
    needs: ['team'],
    call: async (client, { team }) => {
      const { value } = await client.reports.getTeamReport({ $filter: `id eq '${team}'` });
      const [found] = value;
      assert.deepEqual([found?.id, found?.owners.length, found?.guestCount], [team, 1, 0]);
      assert.ok((found?.memberCount ?? 0) > 0);
    },
    forbidden: 'stranger',
    foreign: 'separate',
    bad: [
      query('/reports/teams', 'a page size of 0', '$top=0', '$top'),
      query('/reports/teams', 'a filter over an unknown field', "$filter=shoe eq '45'", '$filter'),
    ],
  },
  {
    operation: 'getGuestReport',
    caller: 'integrator',
    call: async (client) => {
      const domains = await Array.fromAsync(client.reports.guests({ $top: 1 }));
      assert.ok(domains.length > 0 && domains.every(({ guestCount }) => guestCount > 0));
      assert.equal(new Set(domains.map(({ domain }) => domain)).size, domains.length);
    },
    forbidden: 'stranger',
    foreign: 'separate',
    bad: [query('/reports/guests', 'a forged page token', '$skiptoken=made-up', '$skiptoken')],
  },
  {
    operation: 'getRequestReport',
    caller: 'admin',
    needs: ['job'],
    call: async (client) => {
      const query = { $filter: `template/id eq '${TEMPLATE}'` };
      const [row, ...others] = await Array.fromAsync(client.reports.requests('none', query));
      assert.ok(row !== undefined && row.requestCount > 0 && row.answer === undefined, CALLERS.admin.name);
      assert.deepEqual(others, []);
    },
    forbidden: 'stranger',
    foreign: 'separate',
    bad: [
      tooLongId('GET', (id) => `/reports/requests/${id}`, 'questionId'),
      query('/reports/requests/area', 'a page size of 0', '$top=0', '$top'),
    ],
  },
];
