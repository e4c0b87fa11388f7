import Type from 'typebox';
import { listMyLabels } from '../../domain/labels/list-my-labels.ts';
import { route } from '../route.ts';
import { Collection, Model } from '../schema.ts';

const Label = Model('Label', {
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  color: Type.String({ description: 'CSS hex colour', examples: ['#0078D4'] }),
  sensitivity: Type.Integer({ description: 'Rank: a higher number is more sensitive' }),
  tooltip: Type.String(),
  isActive: Type.Boolean(),
  parent: Type.Optional(Type.String({ description: 'Id of the parent label' })),
});

const Labels = Collection('Labels', Label);

export const getMyLabelsRoute = route(
  {
    summary: 'List the sensitivity labels of the calling user',
    errors: [502],
    collection: Labels,
    context: 'me/labels',
    description: 'The labels that are published to the calling user, by rank.',
  },
  async (deps, { principal }) => {
    const labels = await listMyLabels(deps, principal);
    return { items: labels.map((label) => ({ ...label, parent: label.parent?.id })) };
  },
);
