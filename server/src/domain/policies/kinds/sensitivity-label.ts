import Type from 'typebox';
import { ALL_SCOPES, defineKind } from '../kind.ts';
import { findUnknownLabels } from './labels.ts';

/** The policy with the narrowest scope wins. */
export const sensitivityLabel = defineKind({
  kind: 'sensitivityLabel',
  does: 'sets the sensitivity label of teams, and restores it',
  scopes: ALL_SCOPES,
  settings: Type.Object({
    labelId: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description: 'id of the label of every team',
    }),
  }),
  findUnknown: (suite, tenantId, { labelId }) =>
    findUnknownLabels(suite, tenantId, new Map([['settings.labelId', labelId]])),
  wants: ([policy]) =>
    policy === undefined ? {} : { settings: { sensitivityLabelId: policy.settings.labelId } },
});
