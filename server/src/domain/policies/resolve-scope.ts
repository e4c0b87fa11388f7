/** Checks the answers in the scope of a policy against the questions of its templates. */
import { isDeepStrictEqual } from 'node:util';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import type { ErrorDetail } from '../../kernel/errors.ts';
import { say, sentences } from '../../kernel/messages.ts';
import { nearestWord } from '../../kernel/spelling.ts';
import { readCompared } from '../answers/resolve-answers.ts';
import type { Question } from '../questions/kinds.ts';
import type { PolicyScope } from './kind.ts';

export interface ResolveScopeDeps {
  store: Pick<Store, 'in'>;
  suite: Pick<Suite, 'users' | 'groups'>;
}

interface ResolvedScope {
  /** The scope with the answers as teams store them. */
  scope: PolicyScope;
  /** Each unknown question and wrong value, at `scope.answers.<id>` or `scope.answers.<id>[<index>]`. */
  problems: ErrorDetail[];
}

function unknownQuestion(id: string, questions: readonly Question[]): ErrorDetail {
  const nearest = nearestWord(
    id,
    questions.map((question) => question.id),
    2,
  );
  const unknown = say(
    'policies.questionUnknown',
    "No template of the scope has a question '{id}'. Name a question of these templates.",
    { id },
  );
  const hint = nearest === undefined ? [] : [say('didYouMean', "Did you mean '{word}'?", { word: nearest })];
  return { target: `scope.answers.${id}`, code: 'UnknownQuestion', ...sentences([unknown, ...hint]) };
}

/** Returns the questions of the templates in the scope, and whether the scope names a template without questions. */
export async function questionsOfScope(
  { store }: Pick<ResolveScopeDeps, 'store'>,
  tenantId: string,
  scope: PolicyScope,
): Promise<{ questions: Question[]; isFree: boolean }> {
  const asked = (await store.in(tenantId).templates.list())
    .map(({ templateConfiguration }) => templateConfiguration)
    .filter(({ id }) => scope.type !== 'templates' || scope.templateIds.includes(id))
    .map(({ questions = [] }) => questions);
  return {
    questions: asked.flat(),
    isFree: scope.type === 'templates' && asked.some(({ length }) => length === 0),
  };
}

/**
 * Resolves the answers of the scope. A value must be an answer to one of the questions with the id, because templates may
 * ask different questions under the same id. A scope may name any answer if it names a template without questions, which
 * accepts any metadata.
 * @param known the stored scope of the policy. It is not checked again, because its templates may have changed since.
 */
export async function resolveScope(
  { store, suite }: ResolveScopeDeps,
  tenantId: string,
  scope: PolicyScope,
  known?: PolicyScope,
): Promise<ResolvedScope> {
  if (scope.type === 'teams' || scope.answers === undefined || isDeepStrictEqual(scope, known)) {
    return { scope, problems: [] };
  }
  const { questions, isFree } = await questionsOfScope({ store }, tenantId, scope);
  const wanted = Object.entries(scope.answers).flatMap(([id, values]) =>
    values.map((value, index) => ({
      ...{ id, value, target: `scope.answers.${id}[${index}]` },
      asked: questions.filter((question) => question.id === id),
    })),
  );
  const readings = await readCompared(
    { suite },
    tenantId,
    wanted.flatMap(({ asked, value }) => asked.map((question) => [question, value] as const)),
  );
  const problems: ErrorDetail[] = isFree
    ? []
    : Object.keys(scope.answers)
        .filter((id) => !questions.some((question) => question.id === id))
        .map((id) => unknownQuestion(id, questions));
  const answers = new Map<string, string[]>();
  for (const { id, value, target, asked } of wanted) {
    const own = readings.splice(0, asked.length);
    const texts = own.flatMap((reading) => ('answer' in reading ? [String(reading.answer)] : []));
    const [fault] = own.flatMap((reading) => ('fault' in reading ? [reading.fault] : []));
    if (texts.length === 0 && fault !== undefined && !isFree) problems.push({ target, ...fault });
    const accepted = texts.length === 0 ? [value] : texts;
    answers.set(id, [...new Set([...(answers.get(id) ?? []), ...accepted])]);
  }
  return { scope: { ...scope, answers: Object.fromEntries(answers) }, problems };
}
