/** Tests the operations of the audit trails over HTTP, on the whole service. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Verifier } from '../../../../cli/src/audit/verify-files.ts';
import { auditLineOf, auditSourceOf, type FlatRecord } from '../../../../sdk/src/audit/cloud-event.ts';
import { assertRejected } from '../../../test/team-rejections.ts';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';

interface Body {
  value: FlatRecord[];
  '@odata.count': number;
  '@odata.nextLink'?: string;
}

const NO_RECORD = '00000000-0000-7000-8000-000000000000';

describe('the API of the audit trails', () => {
  let service: TeamService;
  let teamId: string;
  before(async () => {
    service = await startTeamService();
    teamId = (await service.world.newTeam()).team.id;
    for (let index = 0; index < 12; index += 1) {
      await service.call('olga', 'POST', `/teams/${teamId}/channels`, { displayName: `Channel ${index}` });
    }
    await service.call('ada', 'PATCH', `/teams/${teamId}`, { description: 'New' });
  });
  after(() => service.close());

  const records = async (query = '', trail = 'teams'): Promise<Body> => {
    const { status, body } = await service.call('ada', 'GET', `/audittrails/${trail}/records${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };

  for (const path of ['/audittrails', '/audittrails/teams/records', '/audittrails/keys']) {
    it(`allows only administrators and apps to read ${path}`, async () => {
      assertRejected(await service.call('nobody', 'GET', path), 401, 'Unauthenticated');
      for (const caller of ['olga', 'ivan'] as const) {
        assertRejected(await service.call(caller, 'GET', path), 403, 'Forbidden');
      }
      for (const caller of ['ada', 'app'] as const) {
        assert.equal((await service.call(caller, 'GET', path)).status, 200, caller);
      }
    });
  }

  it('lists the trails with the types and fields of their records', async () => {
    const { body } = await service.call('ada', 'GET', '/audittrails');
    assert.equal(body['@odata.context'], `${service.url}/$metadata#auditTrails`);
    assert.equal(body['@odata.count'], 7);
    const teams = body.value.find(({ code }: { code: string }) => code === 'teams');
    assert.equal(teams.category, 'Teams');
    assert.deepEqual([teams.tenantId, teams.retentionDays], [TENANT, undefined]);
    for (const field of ['id', 'hash', 'teamId', 'changes']) assert.ok(teams.fields.includes(field), field);
    assert.ok(teams.types.includes('team_created'));
  });

  it('lists records newest first, with their fields at the top level and their sequence numbers', async () => {
    const { value, '@odata.count': count, '@odata.nextLink': next } = await records();
    assert.equal(count, 13);
    assert.equal(next, undefined);
    const { id, time, requestId, hash, sealed, ...newest } = value[0]!;
    assert.deepEqual(
      (sealed as { at: string; of: string }[]).map(({ at, of }) => `${of}${at}`),
      ['ada-id/actor/displayName'],
    );
    assert.match(hash, /^[0-9a-f]{64}$/);
    assert.ok(Date.parse(time) && id && requestId);
    assert.deepEqual(newest, {
      type: 'team_updated',
      actor: { id: 'ada-id', kind: 'user', displayName: 'Ada' },
      target: { type: 'team', id: teamId, displayName: 'Harbour' },
      outcome: 'success',
      sequence: 13,
      teamId,
      teamName: 'Harbour',
      changes: { description: 'New' },
    });
    assert.deepEqual(
      value.map(({ sequence }) => sequence),
      Array.from({ length: 13 }, (_, index) => 13 - index),
    );
  });

  it('returns records from which a client can verify the chain', async () => {
    const { value } = await records('?$orderby=sequence asc');
    const verifier = new Verifier();
    const lines = value.map((record) => auditLineOf(auditSourceOf(TENANT, 'teams'), record));
    await verifier.read([Buffer.from(lines.join('\n'))], 'teams');
    assert.deepEqual(verifier.end().faults, []);
  });

  it('lists each record once over all pages, in every order', async () => {
    for (const order of ['', '&$orderby=time asc', '&$orderby=sequence desc', '&$orderby=sequence asc']) {
      const seen: number[] = [];
      let path: string | undefined = `?$top=5${order}`;
      while (path !== undefined) {
        const page: Body = await records(path);
        seen.push(...page.value.map(({ sequence }) => sequence));
        assert.ok(page.value.length <= 5 && page['@odata.count'] === page.value.length);
        const next = page['@odata.nextLink'];
        assert.ok(next === undefined || next.startsWith(`${service.url}/audittrails/teams/records?`));
        path = next?.slice(next.indexOf('?'));
      }
      const ascending = Array.from({ length: 13 }, (_, index) => index + 1);
      assert.deepEqual(seen, order.endsWith('asc') ? ascending : ascending.toReversed(), order);
    }
  });

  it('filters records by time, actor, target, type and sequence, and counts them', async () => {
    const { value } = await records('?$orderby=sequence asc');
    const [third, newest] = [value[2]!, value[12]!];
    const filters: [string, number][] = [
      ["actor/id eq 'ada-id'", 1],
      ["type eq 'team_channel_created'", 12],
      [`target/id eq '${third.target.id}'`, 1],
      [
        `time ge ${third.time} and time le ${newest.time}`,
        value.filter(({ time }) => time >= third.time).length,
      ],
      [`time lt ${value[0]?.time}`, 0],
      ['sequence gt 10', 3],
      ["actor/id eq 'olga-id' and type eq 'team_updated'", 0],
    ];
    for (const [filter, count] of filters) {
      const page = await records(`?$top=2&$count=true&$filter=${encodeURIComponent(filter)}`);
      assert.equal(page['@odata.count'], count, filter);
      assert.equal(page.value.length, Math.min(2, count), filter);
    }
  });

  const bad: [query: string, target: string][] = [
    ['$top=0', '$top'],
    ['$top=1000', '$top'],
    ['$skiptoken=made-up', '$skiptoken'],
    [`$skiptoken=${Buffer.from('["x",1]').toString('base64url')}`, '$skiptoken'],
    [`$orderby=sequence asc&$skiptoken=${Buffer.from('[1.5]').toString('base64url')}`, '$skiptoken'],
    [`$skiptoken=${Buffer.from(`[-8640000000000000,"${NO_RECORD}"]`).toString('base64url')}`, '$skiptoken'],
    [`$skiptoken=${Buffer.from(`[8640000000000000,"${NO_RECORD}"]`).toString('base64url')}`, '$skiptoken'],
    ['$orderby=type', '$orderby'],
    ["$filter=startswith(type,'team')", '$filter'],
    ["$filter=type ge 'a'", '$filter'],
    ["$filter=time ge '2026-01-01T00:00:00Z'", '$filter'],
    ['$filter=time ge 2026-13-45T00:00:00Z', '$filter'],
    ['$filter=time ge 2026-02-30', '$filter'],
    ['$filter=sequence eq 1.5', '$filter'],
    ["$filter=actor/name eq 'x'", '$filter'],
    ["$filter=type eq 'a' or type eq 'b'", '$filter'],
    ['$select=id', '$select'],
  ];
  for (const [query, target] of bad) {
    it(`rejects ${query} and names the option`, async () => {
      const { status, body } = await service.call(
        'ada',
        'GET',
        `/audittrails/teams/records?${encodeURI(query)}`,
      );
      assert.equal(status, 400);
      assert.equal(body.error.details[0].target, target);
    });
  }

  it('rejects an unknown trail', async () => {
    for (const code of ['unknown', 'constructor', '__proto__', 'Teams']) {
      assertRejected(await service.call('ada', 'GET', `/audittrails/${code}/records`), 404, 'NotFound');
    }
  });

  it('shows no record of another tenant', async () => {
    const { body } = await service.call('foreigner', 'GET', '/audittrails/teams/records');
    assert.deepEqual(body.value, []);
  });

  describe('the security trail', () => {
    const rejections = async (path: string) => {
      for (;;) {
        const { value } = await records("?$filter=type eq 'call_refused'", 'security');
        const found = value.find((record) => record.path === `/v1.0${path}`);
        if (found !== undefined) return found;
        // The service writes the records of rejected calls every second.
        await delay(20);
      }
    };

    it('records a forbidden call', async () => {
      const path = `/teams/${teamId}/archive`;
      const answer = await service.call('mia', 'POST', path);
      assert.equal(answer.status, 403);
      const record = await rejections(path);
      assert.deepEqual(record.actor, { id: 'mia-id', kind: 'user', displayName: 'Mia' });
      assert.equal(record.requestId, answer.headers.get('request-id'));
      assert.deepEqual(
        [record.operation, record.status, record.errorCode, record.outcome, record.count],
        ['archiveTeam', 403, 'Forbidden', 'denied', 1],
      );
    });

    it('records a 404 that hides an object, but not a 404 for a missing object', async () => {
      await service.call('sam', 'GET', '/teams/19:absent/channels');
      await service.call('sam', 'GET', `/teams/${teamId}/channels`);
      const record = await rejections(`/teams/${teamId}/channels`);
      assert.deepEqual(
        [record.status, record.actor],
        [404, { id: 'sam-id', kind: 'user', displayName: 'Sam' }],
      );
      const { value } = await records("?$filter=actor/id eq 'sam-id'", 'security');
      assert.equal(value.length, 1);
    });

    it('records a wrong secret of a known app, without the secret', async () => {
      const credentials = Buffer.from(`${TENANT}-app:not the secret at all`).toString('base64');
      const headers = { authorization: `Basic ${credentials}` };
      const answer = await service.call('nobody', 'GET', '/users', undefined, headers);
      assert.equal(answer.status, 401);
      const record = await rejections('/users');
      assert.deepEqual(
        [record.status, record.actor],
        [401, { id: `${TENANT}-app`, kind: 'app', displayName: 'Automation' }],
      );
      assert.doesNotMatch(JSON.stringify(record), /not the secret/);
    });
  });
});
