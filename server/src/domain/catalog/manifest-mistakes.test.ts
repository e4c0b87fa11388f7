import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from './document.ts';
import { type ManifestReading, readManifest } from './manifest.ts';

/** A valid manifest with the given structure. */
const structure = (content: JsonObject): JsonObject => ({
  manifestVersion: '1.0',
  templateConfiguration: { id: 'x', name: 'X', language: 'en-US' },
  initialization: { structure: content },
});

const errorPaths = (reading: ManifestReading): string[] => reading.errors.map(({ path }) => path).sort();

describe('the reader of manifests', () => {
  it('reports every mistake at once, with its path', () => {
    const reading = readManifest({
      manifestVersion: '2.0',
      publisher: { websiteUrl: 'http://example.com' },
      templateConfiguration: {
        id: 'with blanks',
        name: '',
        language: 'not a language',
        enabled: 'perhaps',
        description: 'x'.repeat(1025),
        tags: 'one',
        approval: {
          approvalTeam: [{ name: 'No id' }],
          stages: [
            { approvers: [], require: 'most' },
            'text',
            { manager: 'perhaps' },
            { manager: 1, approvers: ['a'] },
          ],
        },
        mandatoryMembership: { owners: 21 },
        lifecycle: { inactivityDays: 31 },
      },
      clonedTeam: [],
      newTeam: { teamPrivacy: 'secret', defaultName: 'x'.repeat(129) },
      initialization: {
        structure: {
          channels: [
            { displayName: 'Plans & budgets' },
            { displayName: 'Two..dots', membershipType: 'open' },
            { displayName: 'same' },
            { displayName: 'Same' },
            { displayName: 'x'.repeat(51) },
            { description: 'no name' },
            'text',
          ],
          installedApps: [{ 'teamsApp@odata.bind': 'nothing' }],
          memberSettings: { allowDeleteChannels: 1 },
        },
      },
    });
    assert.equal(reading.manifest, undefined);
    assert.deepEqual(errorPaths(reading), [
      'clonedTeam',
      'initialization.structure.channels[0].displayName',
      'initialization.structure.channels[1].displayName',
      'initialization.structure.channels[1].membershipType',
      'initialization.structure.channels[3].displayName',
      'initialization.structure.channels[4].displayName',
      'initialization.structure.channels[5].displayName',
      'initialization.structure.channels[6]',
      'initialization.structure.installedApps[0].teamsApp@odata.bind',
      'initialization.structure.memberSettings.allowDeleteChannels',
      'manifestVersion',
      'newTeam.defaultName',
      'newTeam.teamPrivacy',
      'publisher.websiteUrl',
      'templateConfiguration.approval.approvalTeam[0]',
      'templateConfiguration.approval.stages[0].approvers',
      'templateConfiguration.approval.stages[0].require',
      'templateConfiguration.approval.stages[1]',
      'templateConfiguration.approval.stages[2].approvers',
      'templateConfiguration.approval.stages[2].manager',
      'templateConfiguration.approval.stages[3].manager',
      'templateConfiguration.description',
      'templateConfiguration.enabled',
      'templateConfiguration.id',
      'templateConfiguration.language',
      'templateConfiguration.lifecycle.inactivityDays',
      'templateConfiguration.mandatoryMembership.owners',
      'templateConfiguration.name',
      'templateConfiguration.tags',
    ]);
    assert.ok(reading.errors.every(({ message }) => message.length > 10));
  });

  it('rejects tabs whose URL is not https or contains credentials', () => {
    const withUrl = (contentUrl: string): ManifestReading =>
      readManifest(
        structure({
          channels: [
            {
              displayName: 'A',
              tabs: [{ name: 'T', teamsApp: { id: 'web' }, configuration: { contentUrl } }],
            },
          ],
        }),
      );
    const path = 'initialization.structure.channels[0].tabs[0].configuration.contentUrl';
    for (const url of [
      'http://example.com',
      'javascript:alert(1)',
      'https://a:b@example.com',
      '/relative',
      'text',
    ]) {
      assert.deepEqual(errorPaths(withUrl(url)), [path], url);
    }
    assert.deepEqual(withUrl('https://example.com/a?b={tid}').errors, []);
  });

  it('allows 100 channels in addition to General, 30 of them private or shared', () => {
    const channels = (count: number, extra: JsonObject = {}): JsonObject[] =>
      Array.from({ length: count }, (_, index) => ({ displayName: `Channel ${index}`, ...extra }));
    const general = { displayName: 'General' };
    assert.deepEqual(readManifest(structure({ channels: [...channels(100), general] })).errors, []);
    assert.deepEqual(errorPaths(readManifest(structure({ channels: channels(101) }))), [
      'initialization.structure.channels',
    ]);
    assert.deepEqual(
      readManifest(structure({ channels: channels(30, { membershipType: 'private' }) })).errors,
      [],
    );
    assert.equal(
      readManifest(structure({ channels: channels(31, { membershipType: 'shared' }) })).errors.length,
      1,
    );
  });
});
