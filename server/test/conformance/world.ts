/** The input of the conformance suite: two organisations, with the people listed below. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { NewChannel, NewTab } from '../../src/domain/channels/suite.ts';
import type { User } from '../../src/domain/directory/model.ts';
import type { SuiteTeam } from '../../src/domain/teams/model.ts';
import type { NewMember, NewTeam } from '../../src/domain/teams/suite.ts';
import type { Suite, SuiteCapabilities } from '../../src/engine/suite.ts';
import { type CharterError, type ErrorCode, isCharterError } from '../../src/kernel/errors.ts';

export type ConformancePerson = Omit<User, 'id'> & {
  /** Names of CONFORMANCE_GROUPS. */
  groups: string[];
  /** Name of one of the people. */
  manager: string | null;
  onPremisesExtensionAttributes: Record<string, string | null>;
  extensions: Record<string, unknown>;
};

function person(
  displayName: string,
  userPrincipalName: string,
  rest: Partial<ConformancePerson> = {},
): ConformancePerson {
  return {
    displayName,
    userPrincipalName,
    givenName: null,
    surname: null,
    mail: userPrincipalName,
    jobTitle: null,
    department: null,
    companyName: null,
    city: null,
    country: null,
    usageLocation: null,
    preferredLanguage: null,
    userType: 'Member',
    accountEnabled: true,
    groups: [],
    manager: null,
    onPremisesExtensionAttributes: {},
    extensions: {},
    ...rest,
  };
}

/** The whole directory of the organisation, by the names that the conformance tests use. */
export const CONFORMANCE_PEOPLE = {
  ada: person('Ada Lovelace', 'ada@conformance.example', {
    givenName: 'Ada',
    surname: 'Lovelace',
    mail: 'Ada.Lovelace@Conformance.example',
    jobTitle: 'Chief Engineer',
    department: 'Engineering',
    companyName: 'Analytical Engines',
    city: 'London',
    country: 'United Kingdom',
    usageLocation: 'GB',
    preferredLanguage: 'en-GB',
    groups: ['Engineers', 'Everybody'],
    onPremisesExtensionAttributes: { extensionAttribute1: 'A-1', extensionAttribute2: null },
    extensions: { extension_badge: 7 },
  }),
  bob: person("Bob O'Brien", 'bob@conformance.example', {
    givenName: 'Bob',
    surname: "O'Brien",
    jobTitle: 'Engineer',
    department: 'Engineering',
    city: 'London',
    usageLocation: 'GB',
    groups: ['Everybody'],
    manager: 'zoe',
  }),
  chloe: person('Chloé Dupont-Martin', 'chloe@conformance.example', {
    givenName: 'Chloé',
    surname: 'Dupont-Martin',
    jobTitle: '100% sure_thing \\ tester',
    department: 'Quality & Assurance',
    city: 'Paris',
  }),
  dora: person('dora van der Berg', 'dvdb@conformance.example', {
    givenName: 'dora',
    surname: 'van der Berg',
    department: 'Sales',
    mail: null,
  }),
  greta: person('Greta Guest', 'greta_partner.example#EXT#@conformance.example', {
    mail: 'greta@partner.example',
    userType: 'Guest',
    department: 'Engineering',
  }),
  zoe: person('Zoe Closed', 'zoe@conformance.example', {
    accountEnabled: false,
    department: 'Sales',
    manager: 'ada',
  }),
  sam1: person('Sam Same', 'sam1@conformance.example', { manager: 'sam2' }),
  sam2: person('Sam Same', 'sam2@conformance.example', { manager: 'sam3' }),
  sam3: person('Sam Same', 'sam3@conformance.example', { manager: 'sam1' }),
  sam4: person('Sam Same', 'sam4@conformance.example', { manager: 'sam1' }),
  sam5: person('sam same', 'sam5@conformance.example'),
} satisfies Record<string, ConformancePerson>;
export type PersonName = keyof typeof CONFORMANCE_PEOPLE;

/** The directory of the other organisation. */
export const OTHER_PEOPLE = { mallory: person('Mallory Other', 'mallory@other.example') };

export const CONFORMANCE_GROUPS = ['Engineers', 'Everybody'];

/** Labels by name; `publishedTo` names groups, null is everybody. */
export const CONFORMANCE_LABELS = {
  Public: { sensitivity: 1, isActive: true, parent: null, publishedTo: null },
  Retired: { sensitivity: 2, isActive: false, parent: null, publishedTo: null },
  Confidential: { sensitivity: 3, isActive: true, parent: null, publishedTo: ['Engineers'] },
  Secret: { sensitivity: 4, isActive: true, parent: 'Confidential', publishedTo: ['Engineers'] },
} as const;
export type LabelName = keyof typeof CONFORMANCE_LABELS;

export interface ConformanceWorld {
  /** The capabilities that the suite has in the tenant. */
  capabilities: SuiteCapabilities;
  suite: Suite;
  tenantId: string;
  otherTenantId: string;
  /** Ids by name. */
  people: Record<PersonName, string>;
  mallory: string;
  labels: Record<LabelName, string>;
  groups: Record<string, string>;
  /** Default domain of the organisation. */
  domain: string;
  /** Suffix of the host names in the web addresses of teams and tabs. */
  webDomain: string;
  /** Ids of apps in the catalogue: of the organisation, and of the store. */
  apps: { own: string; store: string };
  /** Texts posted in a channel, oldest first. */
  messagesIn(teamId: string, channelId: string): Promise<string[]>;
  pictureOf(teamId: string): Promise<Uint8Array | undefined>;
  release(): Promise<void>;
}

/** Returns the world while a case runs. */
export type WorldOf = () => ConformanceWorld;

/** Asserts an error with this code and a matching public message. */
export async function rejects(
  call: Promise<unknown>,
  code: ErrorCode,
  message: RegExp = /\S/,
): Promise<CharterError> {
  const error = await call.then(
    (value) => assert.fail(`Expected ${code}, got ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  assert.ok(isCharterError(error), `Expected a CharterError ${code}, got ${error}`);
  assert.equal(error.code, code, error.message);
  assert.match(error.message, message);
  assert.doesNotMatch(error.message, /embedded_suite|directory\.|violates|syntax|relation|SQLSTATE/i);
  return error;
}

/** A team owned by Ada: not every suite creates teams without an owner. */
export const aTeam = ({ people }: ConformanceWorld, rest: Partial<NewTeam> = {}): NewTeam => ({
  marker: randomUUID(),
  displayName: 'A team',
  description: 'For the cases',
  visibility: 'private',
  mailNickname: `alias-${randomUUID()}`,
  members: [owner(people.ada)],
  ...rest,
});

export const createTeam = (world: ConformanceWorld, rest: Partial<NewTeam> = {}): Promise<SuiteTeam> =>
  world.suite.teams.create(world.tenantId, aTeam(world, rest));

/** Creates a team with the owner Ada and the member Bob. Returns its id. */
export async function createPeopledTeam(world: ConformanceWorld): Promise<string> {
  const { team } = await createTeam(world);
  const { ada, bob } = world.people;
  await world.suite.teams.addMembers(world.tenantId, team.id, [owner(ada), member(bob)]);
  return team.id;
}

export const owner = (userId: string): NewMember => ({ userId, role: 'owner' });
export const member = (userId: string): NewMember => ({ userId, role: 'member' });

export const aChannel = (displayName: string, rest: Partial<NewChannel> = {}): NewChannel => ({
  marker: randomUUID(),
  displayName,
  description: null,
  membershipType: 'standard',
  members: [],
  ...rest,
});

export const WEBSITE_APP = 'com.microsoft.teamspace.tab.web';

export const aTab = (displayName: string, rest: Partial<NewTab> = {}): NewTab => ({
  marker: randomUUID(),
  displayName,
  teamsAppId: WEBSITE_APP,
  configuration: { contentUrl: 'https://example.org/', websiteUrl: 'https://example.org/' },
  ...rest,
});

/** Makes the same call several times at once. */
export const atOnce = <Result>(times: number, call: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => call(index)));

/** Returns the outcome of each simultaneous call: its result or its error code. */
export async function outcomes<Result>(calls: Promise<Result>[]): Promise<(Result | ErrorCode)[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((outcome) => {
    if (outcome.status === 'fulfilled') return outcome.value;
    assert.ok(isCharterError(outcome.reason), String(outcome.reason));
    return outcome.reason.code;
  });
}
