/** The schema of the rules of a team's lifecycle. */
import { LifecycleRules as Declared } from '../flows/lifecycle/model.ts';
import { Model, shown } from './schema.ts';

export const LifecycleRules = Model('LifecycleRules', shown(Declared), {
  description: 'Rules of a team’s lifecycle and their source',
});
