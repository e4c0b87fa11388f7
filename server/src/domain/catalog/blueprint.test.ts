import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blueprintOf, type TeamBlueprint } from './blueprint.ts';
import type { JsonObject } from './document.ts';
import { readManifest } from './manifest.ts';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

function blueprint(configuration: JsonObject, rest: JsonObject): TeamBlueprint {
  const { manifest, errors } = readManifest({
    manifestVersion: '1.0',
    templateConfiguration: { id: 'room', name: 'Room', language: 'en-US', version: '2.1', ...configuration },
    ...rest,
  });
  assert.ok(manifest, JSON.stringify(errors));
  const { catalogTemplate, structure } = manifest;
  return blueprintOf({ catalogTemplate, structure, revision: 4 });
}

describe('the blueprint of a team', () => {
  it('has the structure and settings of its template', () => {
    const tab = {
      displayName: 'Plan',
      teamsApp: { id: 'com.example.plan' },
      configuration: { entityId: 'e' },
    };
    const made = blueprint(
      {
        singleton: true,
        sensitivityLabelId: 'confidential',
        pictureUrl: `data:image/png;base64,${PNG.toString('base64')}`,
        permanentMembership: { owners: [{ id: 'a' }], members: [{ id: 'b', name: 'B' }] },
        mandatoryMembership: { owners: 1 },
        approval: { requireApproval: true, approvalTeam: [{ id: 'c' }], stages: [{ manager: true }] },
      },
      {
        newTeam: {
          namingConvention: 'R <%= request.team.name %>',
          emailConvention: 'r',
          defaultDescription: 'D',
          teamPrivacy: 'public',
          addRequesterAsTeamOwner: false,
        },
        initialization: {
          structure: {
            classification: 'Internal',
            channels: [
              { displayName: 'General', tabs: [tab] },
              { displayName: 'Secret', membershipType: 'private' },
            ],
            installedApps: ['com.example.plan'],
            guestSettings: { allowDeleteChannels: false },
          },
        },
      },
    );
    const configuration = { entityId: 'e', contentUrl: null, websiteUrl: null, removeUrl: null };
    assert.deepEqual(made, {
      template: { id: 'room', name: 'Room', version: '2.1', language: 'en-US' },
      conventions: { name: 'R <%= request.team.name %>', mailNickname: 'r' },
      defaults: { name: null, description: 'D', welcomeMessage: null },
      visibility: 'public',
      classification: 'Internal',
      sensitivityLabelId: 'confidential',
      contents: undefined,
      picture: { contentType: 'image/png', bytes: PNG },
      addRequesterAsOwner: false,
      permanentOwners: [{ id: 'a', name: null }],
      permanentMembers: [{ id: 'b', name: 'B' }],
      mandatoryMembership: { owners: 1, members: 0 },
      singleton: true,
      questions: [],
      steps: [],
      approval: {
        required: true,
        stages: [
          {
            approvers: [{ id: 'c', name: null }],
            manager: false,
            managerLevel: 1,
            require: 'any',
            when: null,
          },
          { approvers: [], manager: true, managerLevel: 1, require: 'any', when: null },
        ],
      },
      origin: {
        kind: 'structure',
        structure: {
          settings: { guestSettings: { allowDeleteChannels: false } },
          primaryChannelTabs: [
            { displayName: 'Plan', teamsAppId: 'com.example.plan', configuration, sortOrderIndex: null },
          ],
          channels: [
            {
              displayName: 'Secret',
              description: null,
              membershipType: 'private',
              isFavoriteByDefault: false,
              tabs: [],
            },
          ],
          installedApps: ['com.example.plan'],
        },
      },
    });
  });

  it('omits the structure of a template that copies a team', () => {
    const made = blueprint(
      {},
      {
        clonedTeam: { teamId: 'team-1', teamName: 'Model', includeMembers: true, includeApps: false },
        initialization: { structure: { channels: [{ displayName: 'Ignored' }] } },
      },
    );
    assert.deepEqual(made.origin, {
      kind: 'copy',
      source: {
        teamId: 'team-1',
        teamName: 'Model',
        includeApps: false,
        includeTabs: true,
        includeSettings: true,
        includeChannels: true,
        includeMembers: true,
        includeFiles: false,
        includePlans: false,
      },
    });
    assert.equal(made.picture, undefined);
  });
});
