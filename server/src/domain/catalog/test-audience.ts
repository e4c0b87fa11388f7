/** Tests a template's audience with many people and the members of groups, and explains each result. */
import Type, { type Static } from 'typebox';
import type { Principal } from '../../engine/principal.ts';
import { messageOf } from '../../kernel/errors.ts';
import { MessageText, OneOf } from '../../kernel/schema.ts';
import type { User, UserProfile } from '../directory/model.ts';
import type { SuiteGroups, SuiteUsers } from '../directory/suite.ts';
import type { CatalogTemplate } from './model.ts';
import type { AudienceVerdict, RuleEngine } from './rules.ts';
import { ruleScope } from './scope.ts';

const AUDIENCE_REASONS = [
  'everybody',
  'ruleIsTrue',
  'ruleIsNotTrue',
  'ruleFailed',
  'noRule',
  'unknownPerson',
] as const;

/** Maximum number of members tested per group. */
const MAX_OF_A_GROUP = 200;

export const AudienceTest = Type.Object(
  {
    person: Type.String({ description: 'As sent' }),
    user: Type.Optional(Type.Object({ id: Type.String(), displayName: Type.String() })),
    isIncluded: Type.Boolean(),
    reason: OneOf(AUDIENCE_REASONS),
    error: Type.Optional(MessageText({ description: 'Why the rule failed' })),
  },
  { $id: 'AudienceTest' },
);
type AudienceTest = Static<typeof AudienceTest>;

export const AudienceGroupTest = Type.Object(
  {
    group: Type.String({ description: 'As sent' }),
    displayName: Type.Optional(Type.String({ description: 'Absent for an unknown group' })),
    isComplete: Type.Boolean({
      description: `Whether all direct members were tested: at most ${MAX_OF_A_GROUP} of a group are`,
    }),
    members: Type.Array(AudienceTest, { description: 'The direct members, by name' }),
  },
  { $id: 'AudienceGroupTest' },
);
type AudienceGroupTest = Static<typeof AudienceGroupTest>;

interface TestAudienceDeps {
  rules: Pick<RuleEngine, 'evaluateAudienceFor'>;
  suite: {
    users: Pick<SuiteUsers, 'resolve' | 'profiles' | 'groupMembers'>;
    groups: Pick<SuiteGroups, 'find'>;
  };
}

interface TestAudienceInput {
  /** Ids, user principal names or mail addresses. */
  people?: readonly string[] | undefined;
  /** Ids of groups. */
  groups?: readonly string[] | undefined;
}

type Targeting = CatalogTemplate['templateConfiguration']['audienceTargeting'];

/** Evaluates the rule with each person as the requester. */
async function judge(
  { rules }: TestAudienceDeps,
  tenantId: string,
  rule: string,
  profiles: readonly UserProfile[],
): Promise<AudienceVerdict[]> {
  const scopes = profiles.map((requester) => {
    const principal: Principal = { ...requester, tenantId, kind: 'user', roles: new Set() };
    return ruleScope({ requester, principal });
  });
  return rules.evaluateAudienceFor(tenantId, rule, scopes);
}

function testOf(
  { enabled, rules }: Targeting,
  verdict: AudienceVerdict | undefined,
): Omit<AudienceTest, 'person'> {
  if (!enabled) return { isIncluded: true, reason: 'everybody' };
  if (rules === null) return { isIncluded: false, reason: 'noRule' };
  if (verdict?.failure !== undefined) {
    return { isIncluded: false, reason: 'ruleFailed', error: messageOf(verdict.failure) };
  }
  const isIncluded = verdict?.allowed === true;
  return { isIncluded, reason: isIncluded ? 'ruleIsTrue' : 'ruleIsNotTrue' };
}

/** Returns a function that tests a person. Evaluates each user once, even if they are in several groups. */
async function createTest(
  deps: TestAudienceDeps,
  tenantId: string,
  targeting: Targeting,
  users: readonly (User | undefined)[],
): Promise<(person: string, user: User | undefined) => AudienceTest> {
  const ids = new Set(users.flatMap((user) => (user === undefined ? [] : [user.id])));
  const profiles = (await deps.suite.users.profiles(tenantId, [...ids])).filter(
    (found) => found !== undefined,
  );
  const { enabled, rules } = targeting;
  const verdicts = enabled && rules !== null ? await judge(deps, tenantId, rules, profiles) : [];
  const places = new Map(profiles.map(({ id }, place) => [id, place]));
  return (person, user) => {
    const place = user && places.get(user.id);
    if (user === undefined || place === undefined) {
      return { person, isIncluded: false, reason: 'unknownPerson' };
    }
    const { id, displayName } = user;
    return { person, user: { id, displayName }, ...testOf(targeting, verdicts[place]) };
  };
}

/** Returns the results of the people and of the groups' direct members, in the order of the input. */
export async function testAudience(
  deps: TestAudienceDeps,
  tenantId: string,
  template: CatalogTemplate,
  { people = [], groups = [] }: TestAudienceInput,
): Promise<{ people: AudienceTest[]; groups: AudienceGroupTest[] }> {
  const { suite } = deps;
  const { audienceTargeting } = template.templateConfiguration;
  const [resolved, found, listed] = await Promise.all([
    suite.users.resolve(tenantId, people),
    suite.groups.find(tenantId, groups),
    Promise.all(groups.map((id) => suite.users.groupMembers(tenantId, id, MAX_OF_A_GROUP + 1))),
  ]);
  const members = listed.map((users) => users.slice(0, MAX_OF_A_GROUP));
  const test = await createTest(deps, tenantId, audienceTargeting, [...resolved, ...members.flat()]);
  return {
    people: people.map((person, index) => test(person, resolved[index])),
    groups: groups.map((group, index) => ({
      group,
      ...(found[index] && { displayName: found[index].displayName }),
      isComplete: (listed[index]?.length ?? 0) <= MAX_OF_A_GROUP,
      members: (members[index] ?? []).map((user) => test(user.id, user)),
    })),
  };
}
