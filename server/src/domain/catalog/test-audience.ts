/** Tells for whom of many people a template is, and why. */
import type { Principal } from '../../engine/principal.ts';
import type { User, UserProfile } from '../users/model.ts';
import type { SuiteUsers } from '../users/suite.ts';
import type { CatalogTemplate } from './model.ts';
import type { AudienceVerdict, RuleEngine } from './rules.ts';
import { ruleScope } from './scope.ts';

export const AUDIENCE_REASONS = [
  'everybody',
  'ruleIsTrue',
  'ruleIsNotTrue',
  'ruleFailed',
  'noRule',
  'unknownPerson',
] as const;
type AudienceReason = (typeof AUDIENCE_REASONS)[number];

export interface AudienceTest {
  /** The person as the caller named them. */
  person: string;
  user?: Pick<User, 'id' | 'displayName'>;
  isIncluded: boolean;
  reason: AudienceReason;
  /** Why the rule failed. */
  error?: string;
}

interface TestAudienceDeps {
  rules: Pick<RuleEngine, 'evaluateAudienceFor'>;
  suite: { users: Pick<SuiteUsers, 'resolve' | 'profiles'> };
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
  return rules.evaluateAudienceFor(rule, scopes);
}

function testOf(
  { enabled, rules }: Targeting,
  verdict: AudienceVerdict | undefined,
): Omit<AudienceTest, 'person'> {
  if (!enabled) return { isIncluded: true, reason: 'everybody' };
  if (rules === null) return { isIncluded: false, reason: 'noRule' };
  if (verdict?.failure !== undefined) {
    return { isIncluded: false, reason: 'ruleFailed', error: verdict.failure.message };
  }
  const isIncluded = verdict?.allowed === true;
  return { isIncluded, reason: isIncluded ? 'ruleIsTrue' : 'ruleIsNotTrue' };
}

/** @param people ids, user principal names or mail addresses. Returns the tests in their order. */
export async function testAudience(
  deps: TestAudienceDeps,
  tenantId: string,
  template: CatalogTemplate,
  people: readonly string[],
): Promise<AudienceTest[]> {
  const { users } = deps.suite;
  const { audienceTargeting } = template.templateConfiguration;
  const resolved = await users.resolve(tenantId, people);
  const ids = resolved.filter((user) => user !== undefined).map(({ id }) => id);
  const profiles = (await users.profiles(tenantId, [...new Set(ids)])).filter((found) => found !== undefined);
  const { enabled, rules } = audienceTargeting;
  const verdicts = enabled && rules !== null ? await judge(deps, tenantId, rules, profiles) : [];
  const places = new Map(profiles.map(({ id }, place) => [id, place]));
  return people.map((person, index) => {
    const user = resolved[index];
    const place = user && places.get(user.id);
    if (user === undefined || place === undefined) {
      return { person, isIncluded: false, reason: 'unknownPerson' };
    }
    const { id, displayName } = user;
    return { person, user: { id, displayName }, ...testOf(audienceTargeting, verdicts[place]) };
  });
}
