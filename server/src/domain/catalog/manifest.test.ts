import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from './document.ts';
import { type ManifestReading, readManifest } from './manifest.ts';
import type { TemplateManifest } from './model.ts';

/** The smallest manifest without warnings. */
const minimal = (configuration: JsonObject = {}, rest: JsonObject = {}): JsonObject => ({
  manifestVersion: '1.0',
  templateConfiguration: { id: 'x', name: 'X', language: 'en-US', ...configuration },
  ...rest,
});

const typed = (reading: ManifestReading): TemplateManifest => {
  assert.deepEqual(reading.errors, []);
  assert.ok(reading.manifest);
  return reading.manifest;
};

const warningPaths = (reading: ManifestReading): string[] => reading.warnings.map(({ path }) => path).sort();

const structure = (content: JsonObject): JsonObject =>
  minimal({}, { initialization: { structure: content } });

describe('the reader of manifests', () => {
  it('sets absent fields to null or their default', () => {
    const reading = readManifest(minimal());
    assert.deepEqual(reading.warnings, []);
    assert.deepEqual(typed(reading), {
      publisher: {
        id: null,
        name: null,
        description: null,
        logo: null,
        websiteUrl: null,
        privacyUrl: null,
        termsOfUseUrl: null,
      },
      catalogTemplate: {
        templateConfiguration: {
          id: 'x',
          name: 'X',
          description: null,
          pictureUrl: null,
          language: 'en-US',
          enabled: true,
          system: false,
          singleton: false,
          questions: [],
          domId: 'template-x',
          approval: { requireApproval: false, approvalTeam: [], stages: [] },
          permanentMembership: { owners: [], members: [] },
          audienceTargeting: { enabled: false, rules: null, rulesWithTags: null },
          version: '1.0',
          categories: [],
          tags: [],
          mandatoryMembership: { owners: 0, members: 0 },
          sensitivityLabelId: null,
          lifecycle: { enabled: false, inactivityDays: 30, graceDays: 7, action: 'Archive' },
        },
        clonedTeam: {
          teamId: null,
          teamName: null,
          includeApps: true,
          includeTabs: true,
          includeSettings: true,
          includeChannels: true,
          includeMembers: false,
          includeFiles: false,
          includePlans: false,
        },
        newTeam: {
          namingConvention: null,
          namingConventionWithTags: null,
          emailConvention: null,
          emailConventionWithTags: null,
          descriptionConvention: null,
          descriptionConventionWithTags: null,
          welcomeMessageConvention: null,
          welcomeMessageConventionWithTags: null,
          defaultName: null,
          defaultDescription: null,
          defaultWelcomeMessage: null,
          teamPrivacy: 'private',
          addRequesterAsTeamOwner: true,
        },
      },
      structure: {
        classification: null,
        settings: {},
        primaryChannelTabs: [],
        channels: [],
        installedApps: [],
      },
    });
  });

  const WILD = {
    $schema: 'https://dist.example.com/v1.0/templates.schema.json',
    manifestVersion: 1,
    publisher: { name: 'Somebody', id: 'com.example', logo: 'https://example.com/logo.png' },
    templateConfiguration: {
      id: 'com.example.sprint.en-us',
      name: 'Sprint',
      language: 'en-us',
      version: 1,
      enabled: 'true',
      system: 'False',
      singleton: '',
      slug: 'sprint',
      screenshots: ['https://example.com/1.jpg'],
      adoption: { week1Subject: '', week1Message: 'Hello' },
      approval: { requireApproval: 'false', approvalTeam: [] },
      audienceTargeting: { enabled: 'true', rules: "user.preferredLanguage.startsWith('en')" },
      tags: ['agility', 'agility', ''],
      pictureUrl: 'https://example.com/picture.png',
      lifecycle: { action: 'archive', inactivityDays: '90' },
      mandatoryMembership: { owners: '2' },
    },
    clonedTeam: { teamId: '', teamName: '', includeMembers: 'false', includeTabs: 'true' },
    newTeam: { namingConvention: 'Sprint #<%= request.team.name %>', defaultName: 0, teamPrivacy: 'Private' },
    initialization: {
      structure: {
        'template@odata.bind': "https://graph.example.com/beta/teamsTemplates('standard')",
        visibility: 'Public',
        channels: [
          {},
          {
            displayName: 'Learn',
            isFavoriteByDefault: 'true',
            filesFolder: { id: 7 },
            tabs: [
              {
                name: 'Guide',
                'teamsApp@odata.bind':
                  "https://graph.example.com/v1.0/appCatalogs/teamsApps('com.microsoft.teamspace.tab.web')",
                configuration: { contentUrl: 'https://example.com/guide', extra: 1 },
              },
            ],
          },
        ],
        funSettings: { giphyContentRating: 'Moderate', allowGiphy: 'true' },
        installedApps: [
          { 'teamsApp@odata.bind': "https://graph.example.com/appCatalogs/teamsApps('com.example.app')" },
          'com.example.app',
        ],
      },
      contents: { files: [] },
    },
  };

  it('reads booleans, versions and enums in the spellings of existing files', () => {
    const { catalogTemplate, structure: made } = typed(readManifest(WILD));
    const { templateConfiguration: configuration, newTeam, clonedTeam } = catalogTemplate;
    assert.equal(configuration.version, '1.0');
    assert.equal(configuration.language, 'en-US');
    assert.deepEqual(
      [configuration.enabled, configuration.system, configuration.singleton],
      [true, false, false],
    );
    assert.equal(configuration.audienceTargeting.enabled, true);
    assert.deepEqual(configuration.tags, ['agility']);
    assert.deepEqual(configuration.lifecycle, {
      enabled: false,
      inactivityDays: 90,
      graceDays: 7,
      action: 'Archive',
    });
    assert.deepEqual(configuration.mandatoryMembership, { owners: 2, members: 0 });
    assert.equal(configuration.domId, 'template-com-example-sprint-en-us');
    assert.deepEqual([clonedTeam.teamId, clonedTeam.includeMembers], [null, false]);
    assert.deepEqual([newTeam.defaultName, newTeam.teamPrivacy], ['0', 'private']);
    assert.deepEqual(made, {
      classification: null,
      settings: { funSettings: { giphyContentRating: 'moderate', allowGiphy: true } },
      primaryChannelTabs: [],
      channels: [
        {
          displayName: 'Learn',
          description: null,
          membershipType: 'standard',
          isFavoriteByDefault: true,
          tabs: [
            {
              displayName: 'Guide',
              teamsAppId: 'com.microsoft.teamspace.tab.web',
              configuration: {
                entityId: null,
                contentUrl: 'https://example.com/guide',
                websiteUrl: null,
                removeUrl: null,
              },
              sortOrderIndex: null,
            },
          ],
        },
      ],
      installedApps: ['com.example.app'],
    });
  });

  it('warns about each value that it converts, ignores or drops', () => {
    const reading = readManifest(WILD);
    assert.deepEqual(reading.original, WILD);
    const paths = warningPaths(reading);
    for (const path of [
      'templateConfiguration.version',
      'templateConfiguration.enabled',
      'templateConfiguration.slug',
      'templateConfiguration.screenshots',
      'templateConfiguration.adoption',
      'templateConfiguration.pictureUrl',
      'templateConfiguration.lifecycle.action',
      'templateConfiguration.mandatoryMembership.owners',
      'clonedTeam.includeMembers',
      'newTeam.teamPrivacy',
      'initialization.contents.files',
      'initialization.structure.visibility',
      'initialization.structure.channels[0]',
      'initialization.structure.channels[1].filesFolder',
      'initialization.structure.channels[1].tabs[0].configuration.extra',
      'initialization.structure.funSettings.giphyContentRating',
    ]) {
      assert.ok(paths.includes(path), `no warning at ${path}`);
    }
  });

  it('suggests the known key for a key in another case', () => {
    const reading = readManifest(minimal({}, { newTeam: { NamingConvention: 'x' } }));
    assert.partialDeepStrictEqual(reading.warnings, [
      {
        path: 'newTeam.NamingConvention',
        message: "Not known here: kept in the manifest, without effect. Did you mean 'namingConvention'?",
      },
    ]);
  });

  it('suggests the known key for a misspelt key, unless the known key is present', () => {
    const messageOf = (newTeam: JsonObject): string =>
      readManifest(minimal({}, { newTeam }))
        .warnings.map(({ message }) => message)
        .join();
    assert.match(messageOf({ namingConvetion: 'x' }), /Did you mean 'namingConvention'\?$/);
    assert.match(messageOf({ namingConvetion: 'x', namingConvention: 'y' }), /without effect\.$/);
    assert.match(messageOf({ adoption: 'x' }), /without effect\.$/);
  });

  it('uses the visibility of the structure unless newTeam has one', () => {
    const privacyOf = (newTeam: JsonObject): string =>
      typed(readManifest(minimal({}, { newTeam, initialization: { structure: { visibility: 'public' } } })))
        .catalogTemplate.newTeam.teamPrivacy;
    assert.equal(privacyOf({}), 'public');
    assert.equal(privacyOf({ teamPrivacy: 'hiddenMembership' }), 'hiddenMembership');
  });

  it('derives a missing id from publisher, name and language', () => {
    const named = (name: string, publisher = 'com.example', language = 'en-US'): string => {
      const reading = readManifest({
        manifestVersion: '1.0',
        publisher: { id: publisher },
        templateConfiguration: { name, language },
      });
      assert.deepEqual(warningPaths(reading), ['templateConfiguration.id']);
      return typed(reading).catalogTemplate.templateConfiguration.id;
    };
    assert.match(named('Sprint'), /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(named('Sprint'), named('Sprint'));
    assert.equal(
      new Set([
        named('Sprint'),
        named('Sprint 2'),
        named('Sprint', 'org'),
        named('Sprint', 'com.example', 'fr'),
      ]).size,
      4,
    );
  });

  it('assigns the tabs of the General channel to the primary channel', () => {
    const tab = { displayName: 'Plan', teamsApp: { id: 'com.example.planner' } };
    const made = typed(
      readManifest(
        structure({ channels: [{ displayName: 'general', tabs: [tab] }, { displayName: 'Other' }] }),
      ),
    ).structure;
    assert.deepEqual(
      made.primaryChannelTabs.map(({ displayName }) => displayName),
      ['Plan'],
    );
    assert.deepEqual(
      made.channels.map(({ displayName }) => displayName),
      ['Other'],
    );
  });

  it('reads people with or without names, and assigns each of them one role', () => {
    const reading = readManifest(
      minimal({
        permanentMembership: {
          owners: [{ id: 'ada@example.com', name: 'Ada' }, { id: 'ADA@example.com' }],
          members: ['bob@example.com', { id: 'Ada@Example.com' }],
        },
      }),
    );
    assert.deepEqual(typed(reading).catalogTemplate.templateConfiguration.permanentMembership, {
      owners: [{ id: 'ada@example.com', name: 'Ada' }],
      members: [{ id: 'bob@example.com', name: null }],
    });
    assert.equal(reading.warnings.length, 2);
  });

  it('distinguishes people whose ids differ only in case', () => {
    const permanentMembership = { owners: ['user-a'], members: ['User-A', 'USER-A'] };
    const reading = readManifest(minimal({ permanentMembership }));
    const { owners, members } = typed(reading).catalogTemplate.templateConfiguration.permanentMembership;
    assert.deepEqual([owners.length, members.length, reading.warnings.length], [1, 2, 0]);
  });

  it('warns about a structure when the template copies a team', () => {
    const reading = readManifest(
      minimal(
        {},
        {
          clonedTeam: { teamId: 'team-1' },
          initialization: { structure: { channels: [{ displayName: 'A' }] } },
        },
      ),
    );
    assert.deepEqual(warningPaths(reading), ['initialization.structure']);
  });

  it('reads the own steps of a template, and reports the path of each mistake', () => {
    const read = (steps: unknown) => readManifest(minimal({}, { initialization: { steps } as JsonObject }));
    const reading = read([
      { id: 'crm', hook: ' CRM ', after: 'CreateChannels', timeout: 'PT4H' },
      { id: 'ticket', hook: 'Desk' },
    ]);
    assert.deepEqual(typed(reading).structure.steps, [
      { id: 'crm', after: 'createChannels', hook: 'CRM', timeout: 'PT4H' },
      { id: 'ticket', after: 'postWelcomeMessage', hook: 'Desk', timeout: 'P1D' },
    ]);
    assert.deepEqual(warningPaths(reading), ['initialization.steps[0].after']);
    const wrong = [
      { id: 'a b', hook: 'https://crm.example/' },
      { id: 'x', hook: 'CRM', after: 'openTheDoor', timeout: 'PT30S' },
      { id: 'x', timeout: 'P2M' },
      { id: 'y', hook: 'CRM', timeout: 'P31D', url: 'https://crm.example/' },
    ];
    assert.deepEqual(
      read(wrong).errors.map(({ path }) => path.replace('initialization.steps', '')),
      [
        ...['[0].id', '[0].hook', '[1].after', '[1].timeout', '[2].hook', '[2].timeout', '[2].id'],
        '[3].timeout',
      ],
    );
    assert.deepEqual(
      read(Array.from({ length: 11 }, (_, index) => ({ id: `s${index}`, hook: 'CRM' }))).errors.map(
        ({ path }) => path,
      ),
      ['initialization.steps'],
    );
  });
});
