import Type, { type Static } from 'typebox';
import { say } from '../../../kernel/messages.ts';
import { ALL_SCOPES, defineKind, settingProblem, verdict } from '../kind.ts';

/** Who is asked to own a team. The members of the fallback group are appointed without being asked. */
export const CANDIDATE_SOURCES = ['requester', 'formerOwnersManager', 'mostActiveMembers'] as const;
export type CandidateSource = (typeof CANDIDATE_SOURCES)[number];

const SETTINGS = Type.Object({
  minimumOwners: Type.Integer({
    minimum: 1,
    maximum: 20,
    description: 'minimum number of owners who can act',
  }),
  maximumOwners: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'maximum number of owners' }),
  ),
  candidates: Type.Optional(
    Type.Array(Type.Enum([...CANDIDATE_SOURCES]), {
      maxItems: CANDIDATE_SOURCES.length,
      description: `who is asked, in this order: ${CANDIDATE_SOURCES.join(', ')} (the default)`,
    }),
  ),
  answerDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 30,
      description: 'days that each person has to answer; 3 by default',
    }),
  ),
  deadlineDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 90,
      description:
        'days after which the fallback group is appointed, even while requests are open; 14 by default, or `answerDays` if that is more',
    }),
  ),
  fallbackGroupId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description: 'id of the group whose members are appointed when nobody accepts',
    }),
  ),
});

/** Returns the settings of a policy, with defaults for absent ones. */
export function ownerRulesOf({
  minimumOwners,
  maximumOwners,
  candidates = [...CANDIDATE_SOURCES],
  answerDays = 3,
  deadlineDays = Math.max(14, answerDays),
  fallbackGroupId,
}: Static<typeof SETTINGS>) {
  return { minimumOwners, maximumOwners, candidates, answerDays, deadlineDays, fallbackGroupId };
}

export type OwnerRules = ReturnType<typeof ownerRulesOf>;

/** The narrowest policy applies. The code in flows/owners asks and appoints people. */
export const owners = defineKind({
  kind: 'owners',
  does: 'finds owners for teams that have too few, and rejects too many: see [owners](owners.md)',
  scopes: ALL_SCOPES,
  settings: SETTINGS,
  findContradictions({ minimumOwners, maximumOwners = minimumOwners, candidates = [] }) {
    if (maximumOwners < minimumOwners) {
      const message = say(
        'policies.ownersReversed',
        'The largest number of owners must not be smaller than the smallest.',
      );
      return [settingProblem('maximumOwners', message)];
    }
    if (new Set(candidates).size === candidates.length) return [];
    return [
      settingProblem('candidates', say('policies.candidateTwice', 'Name each kind of candidate once.')),
    ];
  },
  async findUnknown({ groups }, tenantId, { fallbackGroupId: id }) {
    if (id === undefined) return [];
    const [group] = await groups.find(tenantId, [id]);
    if (group !== undefined) return [];
    const message = say('policies.groupUnknown', "The directory has no group with the id '{id}'.", { id });
    return [{ target: 'settings.fallbackGroupId', code: 'GroupNotFound', ...message }];
  },
  alwaysChecked: true,
  judges: 'ownerCount',
  judge([policy], { ownerCount }) {
    const most = policy?.settings.maximumOwners;
    if (policy === undefined || most === undefined || ownerCount === undefined) return [];
    return [
      ownerCount > most
        ? verdict(
            policy,
            'violated',
            say(
              'policies.tooManyOwners',
              'The team may have at most {most, plural, one {# owner} other {# owners}}, and would have {count}.',
              { most, count: ownerCount },
            ),
          )
        : verdict(
            policy,
            'passed',
            say(
              'policies.fewEnoughOwners',
              'The team has at most {most, plural, one {# owner} other {# owners}}.',
              { most },
            ),
          ),
    ];
  },
});
