/**
 * A 404 that hides an object of the tenant is recorded in the trail `security` (docs/audit.md). The caller can't
 * distinguish the hidden object from a missing one.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { approvalTemplate } from '../../../test/approval-world.ts';
import { storeTemplate } from '../../../test/catalog.ts';
import { type JsonResponse, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import { readManifest } from '../../domain/catalog/manifest.ts';

const MISSING = '01a1fb81-e8b1-7367-a579-417a0b50c4d5';
const DELEGATE = { deputy: { id: 'ivan-id' } };
const TAB = {
  displayName: 'Plan',
  teamsApp: { id: 'com.example.plan' },
  configuration: { contentUrl: 'https://plan.example/' },
};

interface HiddenObjects {
  approval: string;
  job: string;
  /** A notification to Mia. */
  notification: string;
  /** A private team with Mia in it, and its primary channel. */
  team: string;
  channel: string;
}

/** Calls by Ida, who has no access. `id` is the id of the hidden object or of a missing one. */
const CALLS: [
  method: string,
  path: (things: HiddenObjects, id: string) => string,
  what: keyof HiddenObjects,
  body?: object,
][] = [
  ['GET', (_, id) => `/approvals/${id}`, 'approval'],
  ['POST', (_, id) => `/approvals/${id}/approve`, 'approval'],
  ['POST', (_, id) => `/approvals/${id}/reject`, 'approval'],
  ['POST', (_, id) => `/approvals/${id}/cancel`, 'approval'],
  ['POST', (_, id) => `/approvals/${id}/delegate`, 'approval', DELEGATE],
  ['GET', (_, id) => `/jobs/${id}`, 'job'],
  ['POST', (_, id) => `/notifications/${id}/read`, 'notification'],
  ['GET', (_, id) => `/teams/${id}/channels`, 'team'],
  ['GET', (_, id) => `/teams/${id}/channels/primary`, 'team'],
  ['GET', (_, id) => `/teams/${id}/channels/none/tabs`, 'team'],
  ['GET', ({ team }, id) => `/teams/${team}/channels/${id}/tabs`, 'channel'],
  ['POST', (_, id) => `/teams/${id}/channels/none/tabs`, 'team', TAB],
];

describe('a call to an object that is hidden from the caller', () => {
  let service: TeamService;
  let things: HiddenObjects;
  before(async () => {
    service = await startTeamService();
    const { manifest, source } = readManifest(
      approvalTemplate('guarded', { approvalTeam: [{ id: 'mia-id' }, { id: 'olga-id' }] }),
    );
    if (manifest === undefined || source === undefined) throw new Error('The template cannot be read.');
    const { catalogTemplate, structure } = manifest;
    await storeTemplate(service.world.deps.store, TENANT, { catalogTemplate, structure, source });
    const request = { template: { id: 'guarded' }, team: { name: 'Harbour' } };
    const { body: job } = await service.call('sam', 'POST', '/teams/provisioning', request);
    const notified = await service.call('mia', 'GET', '/notifications');
    const team = (await service.world.newTeam()).team.id;
    const channels = await service.call('mia', 'GET', `/teams/${team}/channels`);
    things = {
      approval: job.data.approval.id,
      job: job.id,
      notification: notified.body.value[0].id,
      team,
      channel: channels.body[0].id,
    };
  });
  after(() => service.close());

  /** Returns the records by request id, as soon as the call is recorded. Rejections are written within a second. */
  async function recordsWith(requestId: string): Promise<Map<string, { path: string; status: number }>> {
    const query = encodeURI("?$top=999&$filter=type eq 'call_refused'");
    for (let tries = 0; tries < 2_000; tries += 1) {
      const { body } = await service.call('ada', 'GET', `/audittrails/security/records${query}`);
      const records: { requestId: string; path: string; status: number }[] = body.value;
      if (records.some((record) => record.requestId === requestId))
        return new Map(records.map((record) => [record.requestId, record]));
    }
    throw new Error('The call was not recorded.');
  }

  it('is recorded, unlike a call to a missing object, and returns the same 404', async () => {
    const answers = [];
    for (const [method, pathOf, what, body] of CALLS) {
      const ask = (id: string) => service.call('ida', method, pathOf(things, id), body);
      const [missing, hidden] = [await ask(MISSING), await ask(things[what])];
      assert.deepEqual([missing.status, hidden.status], [404, 404], JSON.stringify(hidden.body));
      answers.push({ method, pathOf, what, missing, hidden });
    }
    const idOf = ({ headers }: JsonResponse): string => headers.get('request-id') ?? '';
    const records = await recordsWith(idOf(answers.at(-1)!.hidden));
    for (const { method, pathOf, what, missing, hidden } of answers) {
      const path = `/v1.0${pathOf(things, things[what])}`;
      const call = `${method} ${path}`;
      const { code, message } = hidden.body.error;
      assert.equal(code, missing.body.error.code, call);
      assert.equal(message.replaceAll(things[what], MISSING), missing.body.error.message, call);
      const { path: recordedPath, status } = records.get(idOf(hidden)) ?? {};
      assert.deepEqual([recordedPath, status], [path, 404], call);
      // The missing channel is in a hidden team, so the call is recorded too.
      assert.equal(records.has(idOf(missing)), what === 'channel', call);
    }
  });
});
