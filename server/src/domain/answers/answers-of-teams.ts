/** The answers of teams with the titles of their questions, for lists. */
import type { Store } from '../../engine/store.ts';
import { isAnswer, type Question } from '../questions/kinds.ts';
import type { Metadata } from '../teams/metadata.ts';
import type { ShownAnswer } from './model.ts';
import { type AnswersDeps, readStoredAnswers } from './resolve-answers.ts';

export type AnswersOfTeamsDeps = { store: Pick<Store, 'in'> } & Pick<AnswersDeps, 'suite'>;

/** Questions by the ids of their templates. */
export type QuestionsOfTemplates = ReadonlyMap<string, readonly Question[]>;

/** Returns the questions in the current version of each template that `isWanted` accepts, by template id. */
export async function questionsOfTemplates(
  { store }: Pick<AnswersOfTeamsDeps, 'store'>,
  tenantId: string,
  isWanted: (question: Question) => boolean = () => true,
): Promise<QuestionsOfTemplates> {
  const templates = await store.in(tenantId).templates.list();
  return new Map(
    templates.flatMap(({ templateConfiguration: { id, questions } }) => {
      const wanted = (questions ?? []).filter(isWanted);
      return wanted.length === 0 ? [] : [[id, wanted]];
    }),
  );
}

/** Returns the answers of the teams to these questions by team id, with the current names of people and groups. */
export async function answersOfTeams(
  deps: AnswersOfTeamsDeps,
  tenantId: string,
  questions: QuestionsOfTemplates,
  teamIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ShownAnswer[]>> {
  if (questions.size === 0) return new Map();
  const answered = await deps.store.in(tenantId).teamMetadata.of(teamIds);
  // Reads all answers at once. Each id begins with the position of the answer's team.
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
