/** Input for planning tests: a minimal template with its facts. */
import type { TeamBlueprint } from '../src/domain/catalog/blueprint.ts';
import type { User } from '../src/domain/directory/model.ts';
import type { PlanningFacts, PlanningInput } from '../src/flows/provisioning/plan.ts';

export function sampleUser(id: string, overrides: Partial<User> = {}): User {
  return {
    id,
    displayName: `Person ${id}`,
    givenName: null,
    surname: null,
    mail: `${id}@contoso.example`,
    userPrincipalName: `${id}@contoso.example`,
    jobTitle: null,
    department: null,
    companyName: null,
    city: null,
    country: null,
    usageLocation: null,
    preferredLanguage: null,
    userType: 'Member',
    accountEnabled: true,
    ...overrides,
  };
}

export function sampleBlueprint(overrides: Partial<TeamBlueprint> = {}): TeamBlueprint {
  return {
    contents: undefined,
    steps: [],
    template: { id: 'project', name: 'Project', version: '1.0', language: 'en' },
    conventions: {},
    defaults: { name: null, description: null, welcomeMessage: null },
    visibility: 'private',
    classification: null,
    sensitivityLabelId: null,
    picture: undefined,
    addRequesterAsOwner: true,
    permanentOwners: [],
    permanentMembers: [],
    mandatoryMembership: { owners: 0, members: 0 },
    singleton: false,
    questions: [],
    approval: { required: false, stages: [] },
    origin: {
      kind: 'structure',
      structure: { settings: {}, primaryChannelTabs: [], channels: [], installedApps: [] },
    },
    ...overrides,
  };
}

export function sampleInput(
  facts: Partial<PlanningFacts> = {},
  blueprint: Partial<TeamBlueprint> = {},
  jobId = '01a1fb81-e8b1-7367-a579-417a0b50c4d5',
): PlanningInput {
  return {
    jobId,
    blueprint: sampleBlueprint(blueprint),
    teamNameMaxLength: 264,
    facts: {
      requester: sampleUser('ada'),
      found: { owners: [], members: [], permanentOwners: [], permanentMembers: [] },
      texts: { name: 'Phoenix', mail: 'Phoenix', description: '', welcomeMessage: '' },
      structure: { settings: {}, primaryChannelTabs: [], channels: [], installedApps: [] },
      sourcePeople: { owners: [], members: [] },
      mailNicknames: ['Phoenix', 'Phoenix2'],
      organisation: {
        initialDomainName: 'contoso.onmicrosoft.example',
        defaultDomainName: 'contoso.example',
      },
      singletonTaken: false,
      sourceTeam: undefined,
      sensitivityLabel: undefined,
      approval: { stages: [], conditions: [] },
      policies: [],
      reported: [],
      nameTaken: undefined,
      ...facts,
    },
  };
}
