/** The state of a template's questions, given the answers in a request. */
import Type, { type Static } from 'typebox';
import { ShownAnswer } from '../domain/answers/model.ts';
import type { CheckedAnswers as Checked } from '../flows/provisioning/check-answers.ts';
import { messageOf } from '../kernel/errors.ts';
import { Closed, MessageFields, Resource } from './schema.ts';

const { value: AnswerValue } = ShownAnswer.properties;

export const CheckedAnswers = Resource('TeamProvisioningAnswers', {
  questions: Type.Array(
    Closed({
      id: Type.String(),
      isShown: Type.Boolean({ description: 'Whether the question is asked given the other answers' }),
      isDefault: Type.Boolean({ description: 'Whether the answer is the default' }),
      value: Type.Optional(AnswerValue),
      text: Type.Optional(
        Type.String({ description: 'The answer as text. For a person or a group, the name' }),
      ),
      problem: Type.Optional(Closed({ code: Type.String(), ...MessageFields })),
    }),
    { description: 'The questions of the template, in their order' },
  ),
  problems: Type.Array(
    Closed({
      target: Type.String({ examples: ['metadata.costCentre'] }),
      code: Type.String(),
      ...MessageFields,
    }),
    { description: 'Every wrong or missing answer, and every answer without a question' },
  ),
});

export const presentCheckedAnswers = ({
  questions,
  texts,
  problems,
}: Checked): Static<typeof CheckedAnswers> => ({
  questions: questions.map(({ question: { id }, isShown, answer, isDefault, fault }) => ({
    id,
    isShown,
    isDefault,
    ...(answer !== undefined && { value: answer as string, text: texts.get(id) ?? '' }),
    ...(fault && { problem: { code: fault.code, ...messageOf(fault) } }),
  })),
  problems,
});
