import assert from 'node:assert/strict';
import { type OperationCase, query, tooLongId } from './operation-case.ts';

export const AUDIT_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'getAuditTrails',
    caller: 'admin',
    call: async (client) => {
      const { value, '@odata.count': count } = await client.audit.getAuditTrails();
      assert.equal(count, value.length);
      for (const code of [
        'teams',
        'provisioning',
        'approvals',
        'catalog',
        'policies',
        'webhooks',
        'security',
      ]) {
        assert.ok(
          value.some((trail) => trail.code === code && trail.fields.length > 0),
          code,
        );
      }
    },
    forbidden: 'integrator',
    foreign: 'separate',
    bad: [query('/audittrails', 'an unknown option', 'colour=red', 'colour')],
  },
  {
    operation: 'getAuditTrailRecords',
    caller: 'app',
    needs: ['team'],
    call: async (client, { team }) => {
      const { value } = await client.audit.getAuditTrailRecords('teams', {
        $filter: `target/id eq '${team}'`,
      });
      const created = value.find(({ type }) => type === 'team_created');
      assert.ok(created, 'the creation of the team is recorded');
      assert.match(created.hash, /^[0-9a-f]{64}$/);
      assert.ok(created.sequence > 0 && created.actor.id !== '' && created.requestId !== '');
    },
    forbidden: 'stranger',
    foreign: 'separate',
    bad: [
      query(
        '/audittrails/teams/records',
        'a filter over an unknown field',
        "$filter=colour eq 'red'",
        '$filter',
      ),
      query('/audittrails/teams/records', 'a page size of 1000', '$top=1000', '$top'),
      query('/audittrails/teams/records', 'a forged page token', '$skiptoken=bogus', '$skiptoken'),
      tooLongId('GET', (id) => `/audittrails/${id}/records`, 'code'),
    ],
  },
  {
    operation: 'getAuditKeys',
    caller: 'admin',
    call: async (client) => {
      const { keys } = await client.audit.getAuditKeys();
      for (const key of keys) assert.deepEqual([key.kty, key.crv], ['OKP', 'Ed25519']);
    },
    forbidden: 'stranger',
    foreign: 'separate',
    bad: [query('/audittrails/keys', 'an unknown option', 'colour=red', 'colour')],
  },
];
