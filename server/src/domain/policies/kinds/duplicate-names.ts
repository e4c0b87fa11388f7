import Type from 'typebox';
import { ALL_SCOPES, defineKind, verdict } from '../kind.ts';

export const duplicateNames = defineKind({
  kind: 'duplicateNames',
  does: 'rejects a name that another team or request has',
  scopes: ALL_SCOPES,
  settings: Type.Object({}),
  judges: 'name',
  judge([policy], { name }, { nameTaken }) {
    if (policy === undefined || name === undefined || nameTaken === undefined) return [];
    if (!nameTaken) return [verdict(policy, 'passed', 'No other team has this name.')];
    const message = `Another team has or is about to get this name (policy '${policy.name}'). Choose another name.`;
    return [verdict(policy, 'violated', message)];
  },
});
