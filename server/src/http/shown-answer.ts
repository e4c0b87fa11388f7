/** The schema of an answer to a question of a template. */
import { ShownAnswer as Declared } from '../domain/answers/model.ts';
import { Model, shown } from './schema.ts';

export const ShownAnswer = Model('ShownAnswer', shown(Declared), {
  description: 'An answer to a question of a template',
});
