import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyDocument } from '../../../test/document.arbitrary.ts';
import { type JsonObject, setInDocument } from './document.ts';
import { type ManifestReading, readManifest } from './manifest.ts';

const COMPLETE: JsonObject = {
  manifestVersion: '1.0',
  publisher: { id: 'com.example', logo: 'https://example.com/logo.png' },
  templateConfiguration: {
    id: 'room',
    name: 'Room',
    description: 'A room',
    language: 'en-US',
    version: '1.0',
    enabled: true,
    singleton: false,
    domId: 'room',
    categories: ['sales'],
    tags: ['a'],
    pictureUrl: null,
    sensitivityLabelId: 'l',
    approval: { requireApproval: true, approvalTeam: [{ id: 'a', name: 'A' }] },
    permanentMembership: { owners: [{ id: 'b' }], members: [] },
    mandatoryMembership: { owners: 1, members: 2 },
    audienceTargeting: { enabled: true, rules: 'true', rulesWithTags: '@x' },
    lifecycle: { enabled: true, inactivityDays: 7, graceDays: 30, action: 'Delete' },
  },
  clonedTeam: { teamId: 't', teamName: 'T', includeApps: false },
  newTeam: { namingConvention: 'x', defaultName: 'y', teamPrivacy: 'public', addRequesterAsTeamOwner: false },
  initialization: {
    structure: {
      visibility: 'private',
      classification: 'c',
      channels: [{ displayName: 'A', tabs: [{ name: 'T', teamsApp: { id: 'app' }, configuration: {} }] }],
      installedApps: ['app'],
      memberSettings: { allowDeleteChannels: false },
      funSettings: { giphyContentRating: 'strict' },
    },
    contents: {},
  },
};

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the paths of all values inside the value. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (!isObject(value)) return [path];
  const inside = Object.entries(value).flatMap(([key, child]) => placesIn(child, [...path, key]));
  return path.length === 0 ? inside : [path, ...inside];
}

const places = placesIn(COMPLETE);

describe('the reader of random manifests', () => {
  it('reads the complete manifest without errors', () => {
    assert.deepEqual(readManifest(COMPLETE).errors, []);
  });

  it('reads a random value at any path, or reports errors within the same top-level field', () => {
    const odd = fc.tuple(fc.constantFrom(...places), anyDocument, fc.nat(3));
    fc.assert(
      fc.property(odd, ([path, document, kind]) => {
        const value = [document, [document], Object.values(document)[0], JSON.stringify(document)][kind];
        const sent = setInDocument(COMPLETE, path, value === undefined ? null : value);
        const reading: ManifestReading = readManifest(sent);
        assert.equal(reading.manifest === undefined, reading.errors.length > 0);
        assert.deepEqual(reading.original, sent);
        const root = path[0] ?? '';
        for (const { path: at, message } of reading.errors) {
          assert.ok(at.startsWith(root), `${at} does not lie in ${root}`);
          assert.ok(message.length > 0);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('handles objects whose own toString is not a function', () => {
    for (const path of places) {
      const reading = readManifest(setInDocument(COMPLETE, path, { toString: {}, valueOf: {} }));
      assert.equal(reading.manifest === undefined, reading.errors.length > 0);
    }
  });

  it('reports a list at each path that does not accept one', () => {
    const free = [
      'manifestVersion',
      'domId',
      'contents',
      'categories',
      'tags',
      'approvalTeam',
      'owners',
      'members',
      'channels',
      'installedApps',
    ];
    for (const path of places.filter((place) => !free.includes(place.at(-1) ?? ''))) {
      const { errors, warnings } = readManifest(setInDocument(COMPLETE, path, [[]]));
      const at = path.join('.');
      // An invalid version is replaced, with a warning.
      const found = at === 'templateConfiguration.version' ? warnings : errors;
      assert.ok(
        found.some((problem) => problem.path.startsWith(at)),
        at,
      );
    }
  });
});
