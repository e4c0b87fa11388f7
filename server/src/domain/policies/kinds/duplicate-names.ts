import Type from 'typebox';
import { say } from '../../../kernel/messages.ts';
import { ALL_SCOPES, defineKind, verdict } from '../kind.ts';

export const duplicateNames = defineKind({
  kind: 'duplicateNames',
  does: 'rejects a name that another team or request has',
  scopes: ALL_SCOPES,
  settings: Type.Object({}),
  judges: 'name',
  reservesName: true,
  judge([policy], _, { nameTaken }) {
    if (policy === undefined || nameTaken === undefined) return [];
    if (!nameTaken)
      return [verdict(policy, 'passed', say('policies.nameFree', 'No other team has this name.'))];
    const message = say(
      'policies.nameTaken',
      "Another team has or is about to get this name (policy '{policy}'). Choose another name.",
      { policy: policy.name },
    );
    return [verdict(policy, 'violated', message)];
  },
});
