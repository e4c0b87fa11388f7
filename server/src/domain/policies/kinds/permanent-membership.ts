import Type from 'typebox';
import { say } from '../../../kernel/messages.ts';
import { findPeople, referencesOf } from '../../directory/find-people.ts';
import { ALL_SCOPES, defineKind, POLICY_LIMITS, settingProblem } from '../kind.ts';

const people = (role: string, most: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 256, pattern: '\\S' }), {
    maxItems: most,
    description: `permanent ${role}: ids, user principal names or mail addresses`,
  });

export const permanentMembership = defineKind({
  kind: 'permanentMembership',
  does: 'adds people to teams, and restores them when they are removed',
  scopes: ALL_SCOPES,
  settings: Type.Object({
    owners: people('owners', POLICY_LIMITS.permanentOwners),
    members: people('members', POLICY_LIMITS.permanentMembers),
  }),
  findContradictions({ owners, members }) {
    if (owners.length > 0 || members.length > 0) return [];
    return [settingProblem('', say('policies.namesNobody', 'Name at least one permanent owner or member.'))];
  },
  async findUnknown({ users }, tenantId, { owners, members }) {
    const named = (group: string, references: readonly string[]) =>
      references.map((reference, index) => ({ path: `settings.${group}[${index}]`, reference }));
    const all = {
      owners: [],
      members: [],
      permanentOwners: named('owners', owners),
      permanentMembers: named('members', members),
    };
    return findPeople(all, await users.resolve(tenantId, referencesOf(all))).problems;
  },
  wants: (policies) => ({
    owners: policies.flatMap(({ settings }) => settings.owners),
    members: policies.flatMap(({ settings }) => settings.members),
  }),
});
