/**
 * Checks the answers of a request against the questions of its template (docs/templates.md, "Questions"). The rules of
 * the questions run in the rules sandbox; people and groups are looked up in the directory.
 */
import type { Suite } from '../../engine/suite.ts';
import type { ErrorDetail } from '../../kernel/errors.ts';
import { say, sentences } from '../../kernel/messages.ts';
import { nearestWord } from '../../kernel/spelling.ts';
import type {
  AudienceVerdict,
  ConventionOutcome,
  RuleEngine,
  RuleFailureListener,
  RuleScope,
  TemplateRuleFailure,
} from '../catalog/rules.ts';
import { unknownUser } from '../directory/find-people.ts';
import {
  type Answer,
  type AnswerFault,
  type AnswerResult,
  isAnswer,
  isEmptyAnswer,
  kindOf,
  type Question,
} from '../questions/kinds.ts';
import type { Metadata } from '../teams/metadata.ts';
import type { ShownAnswer } from './model.ts';

export interface AnswersDeps {
  suite: Pick<Suite, 'users' | 'groups'>;
  rules: Pick<RuleEngine, 'evaluateAudience' | 'renderConventions'> & RuleFailureListener;
}

export interface AnswersInput {
  tenantId: string;
  template: TemplateRuleFailure['template'];
  questions: readonly Question[];
  /** The metadata as it was sent. */
  sent: Metadata | undefined;
  /** Answers that were checked before: a person or a group in them may have left the directory since. */
  stored?: Metadata;
  /** Returns the scope of the rules with these answers. */
  scopeWith(metadata: Metadata): RuleScope;
}

/** The state of one question under the sent answers. */
export interface AnsweredQuestion {
  question: Question;
  isShown: boolean;
  answer: Answer | undefined;
  /** Whether the answer is the default of the question. */
  isDefault: boolean;
  fault: AnswerFault | undefined;
}

export interface ResolvedAnswers {
  /** The metadata to store: checked, with ids of people and groups, and with the defaults. */
  metadata: Metadata;
  /** The metadata as rules see it: people as `{ id, displayName, mail }`, groups as `{ id, displayName }`. */
  scope: Metadata;
  shown: ShownAnswer[];
  questions: AnsweredQuestion[];
  /** Each wrong or missing answer, at `metadata.<id>`. */
  problems: ErrorDetail[];
  /** The failures of the questions' rules for these answers, each with the rule's place in the manifest. */
  failures: Pick<TemplateRuleFailure, 'rule' | 'failure'>[];
}

/** A person or a group of the directory. */
interface Referent {
  id: string;
  displayName: string;
  mail?: string | null;
}

/** The people and groups of answers, by `placeOf` of the question and the reference. */
type Named = ReadonlyMap<string, Referent>;

/** Includes the kind, because a person and a group may have the same reference. */
const placeOf = (question: Question, reference: unknown): string =>
  `${kindOf(question).refersTo} ${String(reference)}`;

type Readings = Map<string, { answer: Answer } | { fault: AnswerFault }>;

const unknownGroup = (id: string): AnswerFault => ({
  code: 'UnknownGroup',
  ...say('answers.unknownGroup', "No group '{id}' is in the directory. Give the id of a group.", { id }),
});

/** Looks up the people and groups that the answers name. */
async function findNamed(
  { suite }: Pick<AnswersDeps, 'suite'>,
  tenantId: string,
  named: readonly { question: Question; reference: string }[],
): Promise<Named> {
  const of = (kind: 'users' | 'groups') => named.filter(({ question }) => kindOf(question).refersTo === kind);
  const [people, groups] = [of('users'), of('groups')];
  const referencesOf = (some: typeof named): string[] => some.map(({ reference }) => reference);
  const [users, found] = await Promise.all([
    people.length === 0 ? [] : suite.users.resolve(tenantId, referencesOf(people)),
    groups.length === 0 ? [] : suite.groups.find(tenantId, referencesOf(groups)),
  ]);
  const referents: readonly (Referent | undefined)[] = [...users, ...found];
  const entries = [...people, ...groups].map(
    ({ question, reference }, index) => [placeOf(question, reference), referents[index]] as const,
  );
  return new Map(entries.filter((entry): entry is readonly [string, Referent] => entry[1] !== undefined));
}

/**
 * Reads the values of the questions. Adds the people and groups that the values name to `named`, by id.
 * @param stored an answer in it stays, even if the person or group has left the directory
 */
async function readAnswers(
  deps: Pick<AnswersDeps, 'suite'>,
  tenantId: string,
  values: readonly (readonly [question: Question, value: unknown])[],
  named: Map<string, Referent>,
  stored: Metadata = {},
): Promise<Readings> {
  const readings: Readings = new Map();
  const references: { question: Question; reference: string }[] = [];
  for (const [question, value] of values) {
    if (isEmptyAnswer(value)) continue;
    const { read, refersTo } = kindOf(question);
    const reading = read(value, question);
    // A text of commas alone names no choice.
    if ('answer' in reading && isEmptyAnswer(reading.answer)) continue;
    readings.set(question.id, reading);
    if (refersTo !== undefined && 'answer' in reading)
      references.push({ question, reference: String(reading.answer) });
  }
  const found = await findNamed(deps, tenantId, references);
  for (const { question, reference } of references) {
    const referent = found.get(placeOf(question, reference));
    if (referent === undefined && stored[question.id] === reference) continue;
    if (referent === undefined) {
      const { target: _, ...unknown } = unknownUser('', reference);
      const isGroup = kindOf(question).refersTo === 'groups';
      readings.set(question.id, { fault: isGroup ? unknownGroup(reference) : unknown });
      continue;
    }
    named.set(placeOf(question, referent.id), referent);
    readings.set(question.id, { answer: referent.id });
  }
  return readings;
}

/**
 * Reads values to compare with stored answers. A value for a multiple-choice question is read as a single choice,
 * because it is compared with each stored choice. A blank value is a fault.
 */
export async function readCompared(
  deps: Pick<AnswersDeps, 'suite'>,
  tenantId: string,
  values: readonly (readonly [question: Question, value: string])[],
): Promise<AnswerResult[]> {
  const each = values.map(([question, value], index): [Question, string] => [
    { ...question, id: String(index), type: question.type === 'multipleChoice' ? 'choice' : question.type },
    value,
  ]);
  const readings = await readAnswers(deps, tenantId, each, new Map());
  return each.map(([{ id, title }]) => readings.get(id) ?? { fault: missing(title) });
}

type Answers = ReadonlyMap<string, Answer>;

/** Returns the answers as rules see them. */
const toScope = (questions: readonly Question[], answers: Answers, named: Named): Metadata =>
  Object.fromEntries(
    questions.flatMap((question): [string, unknown][] => {
      const answer = answers.get(question.id);
      if (answer === undefined) return [];
      if (kindOf(question).refersTo === undefined) return [[question.id, answer]];
      const { id, displayName, mail } = named.get(placeOf(question, answer)) ?? {
        id: answer,
        displayName: '',
      };
      return [[question.id, { id, displayName, ...(mail !== undefined && { mail: mail ?? '' }) }]];
    }),
  );

function toShown(questions: readonly Question[], answers: Answers, named: Named): ShownAnswer[] {
  return questions.flatMap((question) => {
    const value = answers.get(question.id);
    if (value === undefined) return [];
    const { id, title, type } = question;
    const isReference = kindOf(question).refersTo !== undefined;
    const name = isReference ? named.get(placeOf(question, value))?.displayName : undefined;
    const text = name ?? (Array.isArray(value) ? value.join(', ') : String(value));
    return [{ id, title, type, value: (Array.isArray(value) ? [...value] : value) as string, text }];
  });
}

const isSame = (left: Answers, right: Answers): boolean =>
  left.size === right.size &&
  [...left].every(([id, answer]) => JSON.stringify(answer) === JSON.stringify(right.get(id)));

/**
 * A rule that is true when the answer matches the pattern of its question. It runs in the sandbox, whose time limit ends
 * an expression that backtracks.
 */
const patternRule = ({ id, pattern }: Question): string =>
  `new RegExp(${JSON.stringify(`^(?:${pattern})$`)}, 'u').test(request.metadata[${JSON.stringify(id)}] ?? '')`;

/** The results of the rules of the questions, under one set of answers. */
interface Judgement {
  isShown(id: string): boolean;
  matches(id: string): boolean;
  defaults: ReadonlyMap<string, string>;
  failures: ResolvedAnswers['failures'];
}

interface Rules {
  whens: readonly Question[];
  patterns: readonly Question[];
  defaults: readonly Question[];
}

async function judge(
  { rules: engine }: AnswersDeps,
  { tenantId, template, questions, scopeWith }: AnswersInput,
  { whens, patterns, defaults }: Rules,
  scope: Metadata,
): Promise<Judgement> {
  const given = scopeWith(scope);
  const sources = [...whens.map(({ when }) => when ?? ''), ...patterns.map(patternRule)];
  const [verdicts, texts]: [AudienceVerdict[], Record<string, ConventionOutcome>] = await Promise.all([
    sources.length === 0 ? [] : engine.evaluateAudience(tenantId, sources, given),
    defaults.length === 0
      ? {}
      : engine.renderConventions(
          tenantId,
          Object.fromEntries(defaults.map((question) => [question.id, question.default ?? ''])),
          given,
        ),
  ]);
  const failures: Judgement['failures'] = [];
  const report = (question: Question, key: string, failure: TemplateRuleFailure['failure']): void => {
    const rule = `templateConfiguration.questions[${questions.indexOf(question)}].${key}`;
    engine.failed?.({ tenantId, template, rule, failure });
    failures.push({ rule, failure });
  };
  const allowed = new Map<string, boolean>();
  for (const [index, question] of [...whens, ...patterns].entries()) {
    const isWhen = index < whens.length;
    const verdict = verdicts[index];
    allowed.set(`${isWhen} ${question.id}`, verdict?.allowed === true);
    if (verdict?.failure) report(question, isWhen ? 'when' : 'pattern', verdict.failure);
  }
  const rendered = new Map<string, string>();
  for (const question of defaults) {
    const outcome = texts[question.id];
    if (outcome !== undefined && 'text' in outcome) rendered.set(question.id, outcome.text);
    else if (outcome !== undefined) report(question, 'default', outcome.failure);
  }
  return {
    isShown: (id) => allowed.get(`true ${id}`) !== false,
    matches: (id) => allowed.get(`false ${id}`) !== false,
    defaults: rendered,
    failures,
  };
}

const missing = (title: string): AnswerFault => ({
  code: 'AnswerMissing',
  ...say('answers.missing', "'{title}' needs an answer.", { title }),
});

const notShown = (title: string): AnswerFault => ({
  code: 'QuestionNotShown',
  ...say('answers.notShown', "'{title}' is not asked given the other answers. Leave it out.", { title }),
});

function unknownQuestion(id: string, questions: readonly Question[]): ErrorDetail {
  const nearest = nearestWord(
    id,
    questions.map((question) => question.id),
    2,
  );
  const unknown = say('answers.unknownQuestion', "The template has no question '{id}'. Leave it out.", {
    id,
  });
  const hint = nearest === undefined ? [] : [say('didYouMean', "Did you mean '{word}'?", { word: nearest })];
  return { target: `metadata.${id}`, code: 'UnknownQuestion', ...sentences([unknown, ...hint]) };
}

/**
 * Reads, completes and checks the answers. A template without questions accepts any metadata, unchanged. A rule that
 * fails counts as false, and its failure is recorded for the administrators.
 *
 * Rules see earlier answers, and a default can be an earlier answer. So the rules are evaluated again until no answer
 * changes: with n questions, at most n + 1 times.
 */
export async function resolveAnswers(deps: AnswersDeps, input: AnswersInput): Promise<ResolvedAnswers> {
  const { tenantId, questions, sent = {} } = input;
  if (questions.length === 0) {
    return { metadata: sent, scope: sent, shown: [], questions: [], problems: [], failures: [] };
  }

  const named = new Map<string, Referent>();
  const sentTo = ({ id }: Question): unknown => (Object.hasOwn(sent, id) ? sent[id] : undefined);
  const readings = await readAnswers(
    deps,
    tenantId,
    questions.map((question) => [question, sentTo(question)]),
    named,
    input.stored,
  );
  const rules: Rules = {
    whens: questions.filter(({ when }) => when !== null),
    patterns: questions.filter(
      (question) => question.pattern !== null && kindOf(question).keys.includes('pattern'),
    ),
    // null means that the person wants no default.
    defaults: questions.filter((question) => question.default !== null && sentTo(question) === undefined),
  };
  const isRuled = rules.whens.length + rules.patterns.length + rules.defaults.length > 0;
  const answerIn = (from: Readings, id: string): Answer | undefined => {
    const reading = from.get(id);
    return reading !== undefined && 'answer' in reading ? reading.answer : undefined;
  };

  let answers: Answers = new Map(
    questions.flatMap(({ id }) => {
      const answer = answerIn(readings, id);
      return answer === undefined ? [] : [[id, answer]];
    }),
  );
  let judged: Judgement = { isShown: () => true, matches: () => true, defaults: new Map(), failures: [] };
  let defaults: Readings = new Map();
  for (let round = 0; isRuled && round <= questions.length; round += 1) {
    judged = await judge(deps, input, rules, toScope(questions, answers, named));
    const { isShown, defaults: texts } = judged;
    defaults = await readAnswers(
      deps,
      tenantId,
      rules.defaults.map((question) => [question, texts.get(question.id)]),
      named,
    );
    const next: Answers = new Map(
      questions.flatMap(({ id }) => {
        const answer = answerIn(readings, id) ?? answerIn(defaults, id);
        return answer === undefined || !isShown(id) ? [] : [[id, answer]];
      }),
    );
    const isSettled = isSame(answers, next);
    answers = next;
    if (isSettled) break;
  }

  const state = questions.map((question): AnsweredQuestion => {
    const { id, title, required, pattern } = question;
    const isShown = judged.isShown(id);
    const reading = readings.get(id) ?? defaults.get(id);
    const answer = answers.get(id);
    const faultOf = (): AnswerFault | undefined => {
      if (!isShown) return readings.has(id) ? notShown(title) : undefined;
      if (reading !== undefined && 'fault' in reading) return reading.fault;
      if (answer === undefined) return required ? missing(title) : undefined;
      if (judged.matches(id)) return undefined;
      return {
        code: 'InvalidValue',
        ...say('answers.pattern', 'Does not have the form {pattern}.', { pattern: pattern ?? '' }),
      };
    };
    const isDefault = answer !== undefined && !readings.has(id);
    return { question, isShown, answer, isDefault, fault: faultOf() };
  });
  const ids = new Set(questions.map(({ id }) => id));
  return {
    metadata: Object.fromEntries(
      questions.flatMap(({ id }) => (answers.has(id) ? [[id, answers.get(id)]] : [])),
    ),
    scope: toScope(questions, answers, named),
    shown: toShown(questions, answers, named),
    questions: state,
    problems: [
      ...state.flatMap(({ question, fault }) =>
        fault === undefined ? [] : [{ target: `metadata.${question.id}`, ...fault }],
      ),
      ...Object.keys(sent)
        .filter((id) => !ids.has(id))
        .map((id) => unknownQuestion(id, questions)),
    ],
    failures: judged.failures,
  };
}

/** Returns stored answers, which were checked before, with the current names of people and groups. */
export async function readStoredAnswers(
  deps: Pick<AnswersDeps, 'suite'>,
  tenantId: string,
  questions: readonly Question[],
  stored: Metadata = {},
): Promise<Pick<ResolvedAnswers, 'metadata' | 'scope' | 'shown'>> {
  if (questions.length === 0) return { metadata: stored, scope: stored, shown: [] };
  const answers: Answers = new Map(
    questions.flatMap(({ id }) => {
      const value = Object.hasOwn(stored, id) ? stored[id] : undefined;
      return isAnswer(value) ? [[id, value]] : [];
    }),
  );
  const references = questions.flatMap((question) => {
    const answer = answers.get(question.id);
    return answer !== undefined && kindOf(question).refersTo ? [{ question, reference: String(answer) }] : [];
  });
  const named = await findNamed(deps, tenantId, references);
  return {
    metadata: stored,
    scope: { ...stored, ...toScope(questions, answers, named) },
    shown: toShown(questions, answers, named),
  };
}
