import Type from 'typebox';
import { joinWithAnd, type Message, say } from '../../../kernel/messages.ts';
import { defineKind, type PeopleCounts, settingProblem } from '../kind.ts';

const count = (role: string) =>
  Type.Integer({ minimum: 0, maximum: 20, description: `minimum number of ${role}` });

const ROLES = ['owners', 'members'] as const;

const demandOf = (role: keyof PeopleCounts, least: number, found: number): Message =>
  role === 'owners'
    ? say('policies.leastOwners', '{least} owners (there are {found})', { least, found })
    : say('policies.leastMembers', '{least} members (there are {found})', { least, found });

export const mandatoryMembership = defineKind({
  kind: 'mandatoryMembership',
  does: 'rejects a request with too few owners or members',
  scopes: ['tenant', 'templates'],
  settings: Type.Object({ owners: count('owners'), members: count('members') }),
  findContradictions({ owners, members }) {
    if (owners > 0 || members > 0) return [];
    return [settingProblem('', say('policies.requiresNobody', 'Require at least one owner or member.'))];
  },
  govern(policies, { mandatoryMembership: { owners, members } }) {
    const all = policies.map(({ settings }) => settings);
    return {
      mandatoryMembership: {
        owners: Math.max(owners, ...all.map((settings) => settings.owners)),
        members: Math.max(members, ...all.map((settings) => settings.members)),
      },
    };
  },
  judgePeople({ mandatoryMembership: least }, counts) {
    const missing = ROLES.filter((role) => counts[role] < least[role]);
    const [first, ...others] = missing.map((role) => demandOf(role, least[role], counts[role]));
    return first === undefined
      ? {
          outcome: 'passed',
          lacks: [],
          ...say('policies.enoughPeople', 'The team has the owners and members that it needs.'),
        }
      : {
          outcome: 'violated',
          lacks: missing,
          ...say('policies.morePeople', 'The team needs at least {demands}. Name more people.', {
            demands: joinWithAnd([first, ...others]),
          }),
        };
  },
});
