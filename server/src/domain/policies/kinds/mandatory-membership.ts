import Type from 'typebox';
import { say } from '../../../kernel/messages.ts';
import { defineKind, settingProblem } from '../kind.ts';

const count = (role: string) =>
  Type.Integer({ minimum: 0, maximum: 20, description: `the smallest number of ${role}` });

export const mandatoryMembership = defineKind({
  kind: 'mandatoryMembership',
  does: 'rejects a request that names fewer people',
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
});
