/** Answers to the questions of a template, as plans, approvals and teams show them. */
import Type, { type Static } from 'typebox';
import { OneOf } from '../../kernel/schema.ts';
import { QUESTION_TYPES } from '../questions/kinds.ts';

export const ShownAnswer = Type.Object(
  {
    id: Type.String({ description: 'Id of the question, and name of the answer in `metadata`' }),
    title: Type.String({ description: 'The question' }),
    type: OneOf(QUESTION_TYPES),
    value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())], {
      description: 'A date as YYYY-MM-DD; a person and a group by id',
    }),
    text: Type.String({ description: 'The answer to show: of a person and a group, the name' }),
  },
  { $id: 'ShownAnswer' },
);
export type ShownAnswer = Static<typeof ShownAnswer>;

/** Answers by the ids of their questions; any JSON in a template without questions. */
export type Metadata = Readonly<Record<string, unknown>>;
