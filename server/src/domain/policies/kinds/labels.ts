/** Sensitivity labels in the settings of policies. */
import Type from 'typebox';
import type { Suite } from '../../../engine/suite.ts';
import type { ErrorDetail } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';

export const LabelIds = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }), {
    maxItems: 50,
    description: 'ids of sensitivity labels; the policy applies only to teams with one of them',
  }),
);

/** Finds the labels that are not in use. @param named ids by their paths */
export async function findUnknownLabels(
  { labels }: Pick<Suite, 'labels'>,
  tenantId: string,
  named: ReadonlyMap<string, string>,
): Promise<ErrorDetail[]> {
  const problems = [...named].map(async ([target, id]): Promise<ErrorDetail[]> => {
    if ((await labels.find(tenantId, id))?.isActive) return [];
    const message = say('policies.labelUnknown', "No sensitivity label with the id '{id}' is in use.", {
      id,
    });
    return [{ target, code: 'LabelNotFound', ...message }];
  });
  return (await Promise.all(problems)).flat();
}

/** Finds the labels of the setting `labelIds` that are not in use. */
export const findUnknownLabelIds = (
  suite: Pick<Suite, 'labels'>,
  tenantId: string,
  { labelIds = [] }: { labelIds?: readonly string[] },
): Promise<ErrorDetail[]> =>
  findUnknownLabels(
    suite,
    tenantId,
    new Map(labelIds.map((id, index) => [`settings.labelIds[${index}]`, id])),
  );
