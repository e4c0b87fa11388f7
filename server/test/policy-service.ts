/** A service with the template `project`, and calls about its policies. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readManifest } from '../src/domain/catalog/manifest.ts';
import { storeTemplate } from './catalog.ts';
import { type Caller, startTeamService } from './team-service.ts';
import { TENANT } from './team-world.ts';

export const MISSING_POLICY = '/policies/01a1fb81-e8b1-7367-a579-417a0b50c4d5';

/** Callers who do not manage policies. */
export const NON_MANAGERS: Caller[] = ['olga', 'mia', 'sam', 'ivan', 'gus'];

export const naming = (settings: object = { blockedWords: ['secret'] }) => ({
  name: `Names ${randomUUID()}`,
  kind: 'naming',
  // Applies to no team until it is attached, so that tests don't affect each other.
  scope: { type: 'teams' },
  settings,
});

export async function startPolicyService() {
  const service = await startTeamService();
  const { call } = service;
  const { manifest, source } = readManifest({
    manifestVersion: '1.0',
    publisher: { name: 'Fabrikam' },
    templateConfiguration: { id: 'project', name: 'Project', version: '1.0', language: 'en', enabled: true },
    newTeam: { teamPrivacy: 'public', addRequesterAsTeamOwner: true },
  });
  if (manifest === undefined || source === undefined) throw new Error('The template cannot be read.');
  const { catalogTemplate, structure } = manifest;
  await storeTemplate(service.world.deps.store, TENANT, { catalogTemplate, structure, source });

  async function made(body: object = naming()) {
    const answer = await call('ada', 'POST', '/policies', body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  }

  const pathOf = async (body?: object): Promise<string> => `/policies/${(await made(body)).id}`;

  /** Returns the audit records of a policy, oldest first. */
  async function recordsOf(policyId: string) {
    const filter = encodeURIComponent(`target/id eq '${policyId}'`);
    const { body } = await call('ada', 'GET', `/audittrails/policies/records?$filter=${filter}`);
    return (body.value as { type: string; actor: { id: string }; changes?: unknown }[]).toReversed();
  }

  return { ...service, made, pathOf, recordsOf };
}

export type PolicyService = Awaited<ReturnType<typeof startPolicyService>>;
