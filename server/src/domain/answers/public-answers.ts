/**
 * The answers that the directory of teams shows: those of questions that the template marks `public` now. The current
 * version of the template decides, also for teams that an earlier version created (docs/team-directory.md).
 */
import type { Store } from '../../engine/store.ts';
import type { Answer, Question } from '../questions/kinds.ts';
import type { AnswersOfTemplate, Metadata } from '../teams/metadata.ts';
import type { ShownAnswer } from './model.ts';
import { type AnswersDeps, readStoredAnswers } from './resolve-answers.ts';

type PublicDeps = { store: Pick<Store, 'in'> } & Pick<AnswersDeps, 'suite'>;

/** Public questions by the ids of their templates. */
export type PublicQuestions = ReadonlyMap<string, readonly Question[]>;

export async function publicQuestions(
  { store }: Pick<PublicDeps, 'store'>,
  tenantId: string,
): Promise<PublicQuestions> {
  const templates = await store.in(tenantId).templates.list();
  return new Map(
    templates.flatMap(({ templateConfiguration: { id, questions } }) => {
      const shown = (questions ?? []).filter((question) => question.public === true);
      return shown.length === 0 ? [] : [[id, shown]];
    }),
  );
}

export const publicAnswerIds = (questions: PublicQuestions): AnswersOfTemplate[] =>
  [...questions].map(([templateId, shown]) => ({ templateId, answerIds: shown.map(({ id }) => id) }));

/** Returns the templates in which the question is public. */
export const templatesWith = (questions: PublicQuestions, answerId: string): string[] =>
  [...questions].filter(([, shown]) => shown.some(({ id }) => id === answerId)).map(([id]) => id);

/** Whether the stored value is an answer: a template without questions accepts any JSON. */
const isAnswer = (value: unknown): value is Answer =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));

/** Returns the public answers of the teams by team id, with the current names of people and groups. */
export async function publicAnswersOf(
  deps: PublicDeps,
  tenantId: string,
  questions: PublicQuestions,
  teamIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ShownAnswer[]>> {
  if (questions.size === 0) return new Map();
  const answered = await deps.store.in(tenantId).teamMetadata.of(teamIds);
  // All answers are read at once, under ids with the position of their team.
  const asked: Question[] = [];
  const given: Record<string, unknown> = {};
  for (const [position, { templateId, metadata }] of answered.entries()) {
    for (const question of questions.get(templateId ?? '') ?? []) {
      const value = Object.hasOwn(metadata, question.id) ? metadata[question.id] : undefined;
      if (!isAnswer(value)) continue;
      const id = `${position} ${question.id}`;
      asked.push({ ...question, id });
      given[id] = value;
    }
  }
  const { shown } = await readStoredAnswers(deps, tenantId, asked, given as Metadata);
  const byTeam = Map.groupBy(shown, ({ id }) => answered[Number.parseInt(id, 10)]?.teamId ?? '');
  return new Map(
    [...byTeam].map(([teamId, answers]) => [
      teamId,
      answers.map((answer) => ({ ...answer, id: answer.id.slice(answer.id.indexOf(' ') + 1) })),
    ]),
  );
}
