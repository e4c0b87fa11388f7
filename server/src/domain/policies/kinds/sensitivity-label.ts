import Type from 'typebox';
import { say } from '../../../kernel/messages.ts';
import { ALL_SCOPES, defineKind } from '../kind.ts';

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
  async findUnknown({ labels }, tenantId, { labelId }) {
    const label = await labels.find(tenantId, labelId);
    if (label?.isActive) return [];
    const message = say('policies.labelUnknown', "No sensitivity label with the id '{id}' is in use.", {
      id: labelId,
    });
    return [{ target: 'settings.labelId', code: 'LabelNotFound', ...message }];
  },
  wants: ([policy]) =>
    policy === undefined ? {} : { settings: { sensitivityLabelId: policy.settings.labelId } },
});
