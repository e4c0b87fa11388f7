/**
 * The answers that the directory of teams shows: those of questions that the template marks `public` now. The current
 * version of the template decides, also for teams that an earlier version created (docs/team-directory.md).
 */
import type { AnswersOfTemplate } from '../teams/metadata.ts';
import {
  type AnswersOfTeamsDeps,
  type QuestionsOfTemplates,
  questionsOfTemplates,
} from './answers-of-teams.ts';

/** Public questions by the ids of their templates. */
export type PublicQuestions = QuestionsOfTemplates;

export const publicQuestions = (
  deps: Pick<AnswersOfTeamsDeps, 'store'>,
  tenantId: string,
): Promise<PublicQuestions> => questionsOfTemplates(deps, tenantId, (question) => question.public === true);

export const publicAnswerIds = (questions: PublicQuestions): AnswersOfTemplate[] =>
  [...questions].map(([templateId, shown]) => ({ templateId, answerIds: shown.map(({ id }) => id) }));

/** Returns the templates in which the question is public. */
export const templatesWith = (questions: PublicQuestions, answerId: string): string[] =>
  [...questions].filter(([, shown]) => shown.some(({ id }) => id === answerId)).map(([id]) => id);
