import Type from 'typebox';
import { Label, listMyLabels } from '../../domain/labels/labels.ts';
import { route } from '../route.ts';
import { Collection, Model, shown } from '../schema.ts';

const Labels = Collection(
  'Labels',
  Model('Label', {
    ...shown(Label),
    parent: Type.Optional(Type.String({ description: 'Id of the parent label' })),
  }),
);

export const getMyLabelsRoute = route(
  {
    summary: 'List the sensitivity labels of the calling user',
    errors: [502],
    collection: Labels,
    description: 'The labels that are published to the calling user, by rank.',
  },
  async (deps, { principal }) => {
    const labels = await listMyLabels(deps, principal);
    return { items: labels.map((label) => ({ ...label, parent: label.parent?.id })) };
  },
);
