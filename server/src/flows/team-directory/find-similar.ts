/**
 * Finds teams that are similar to a requested one, by its name and its public answers, while a person fills in the
 * request (docs/team-directory.md). Returns only teams that the caller may find: listed teams, and teams that the
 * caller is in.
 */
import { type PublicQuestions, publicQuestions, templatesWith } from '../../domain/answers/public-answers.ts';
import { isEmptyAnswer, kindOf, type Question } from '../../domain/questions/kinds.ts';
import { userIdOf } from '../../domain/teams/access.ts';
import type { Metadata } from '../../domain/teams/metadata.ts';
import type { Principal } from '../../engine/principal.ts';
import { toStorable } from '../../kernel/text.ts';
import { type DirectoryDeps, listingFor } from './listing.ts';
import type { SoughtAnswer, SoughtWord } from './ports.ts';
import { type DirectoryTeam, describeTeams } from './read-directory.ts';

const MAX_SIMILAR = 3;
/**
 * Maximum number of teams whose names are compared, and of words of the requested name by which the teams are found.
 */
const MAX_COMPARED = 50;
const MAX_WORDS = 12;
/** Maximum number of answers that are compared. */
const MAX_ANSWERS = 12;
/** Maximum number of teams with the same answer: a more frequent answer does not indicate a duplicate. */
const MAX_WITH_ANSWER = 5;
/** Words match when this many leading characters are equal, and their lengths differ by at most LONGEST_ENDING. */
const BEGINNING = 5;
const LONGEST_ENDING = 2;
/** Minimum Sørensen–Dice coefficient of the words of similar names. */
const MIN_SIMILARITY = 0.6;

/** Types of questions with so few answers that many teams share them. */
const COARSE: ReadonlySet<Question['type']> = new Set(['boolean', 'choice', 'multipleChoice', 'date']);

export interface SimilarTeam extends DirectoryTeam {
  isNameSimilar: boolean;
  /** Titles of the questions to which the team and the request have the same answer. */
  sameAnswers: string[];
}

export interface SimilarTeamsInput {
  template: { id: string };
  team: { name: string };
  metadata: Metadata;
}

/** Returns the words of a name in lower case, each once. */
const wordsOf = (name: string): string[] => [
  ...new Set(
    name
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter(Boolean),
  ),
];

const beginningOf = (word: string): string => [...word].slice(0, BEGINNING).join('');

/** Whether the words differ at most in their endings: "tunnel" matches "tunnels". */
const wordsMatch = (one: string, other: string): boolean =>
  beginningOf(one) === beginningOf(other) && Math.abs(one.length - other.length) <= LONGEST_ENDING;

/** Returns the similarity of two names, from 0 to 1: the Sørensen–Dice coefficient of their words. */
function similarityOf(words: readonly string[], name: string): number {
  const others = wordsOf(name);
  const common = words.filter((word) => others.some((other) => wordsMatch(word, other))).length;
  return others.length + words.length === 0 ? 0 : (2 * common) / (others.length + words.length);
}

/**
 * Returns the longest words, which few names have. A word shorter than BEGINNING matches only itself: "plan" does not
 * match "planning".
 */
const soughtWords = (words: readonly string[]): SoughtWord[] =>
  [
    ...new Map(
      words
        .toSorted((a, b) => b.length - a.length)
        .map((word) => [
          beginningOf(word),
          { text: beginningOf(word), isWhole: [...word].length < BEGINNING },
        ]),
    ).values(),
  ].slice(0, MAX_WORDS);

/**
 * Returns the minimum number of the sought words that a similar name has. With c common words, the other name has at
 * least c words, so 2c / (words + c) is at least its similarity.
 */
const leastCommonOf = (words: readonly string[]): number => {
  const common = Math.ceil((MIN_SIMILARITY * words.length) / (2 - MIN_SIMILARITY));
  return Math.max(1, common - (words.length - soughtWords(words).length));
};

/** Returns the answers that are compared, with the titles of their questions. */
const soughtAnswers = (
  questions: PublicQuestions,
  { template, metadata }: SimilarTeamsInput,
): (SoughtAnswer & { title: string })[] =>
  (questions.get(template.id) ?? [])
    .flatMap((question) => {
      const { id: answerId, title, type } = question;
      const given = Object.hasOwn(metadata, answerId) ? metadata[answerId] : undefined;
      if (COARSE.has(type) || isEmptyAnswer(given)) return [];
      const reading = kindOf(question).read(given, question);
      if (!('answer' in reading)) return [];
      return [
        { answerId, title, value: String(reading.answer), templateIds: templatesWith(questions, answerId) },
      ];
    })
    .slice(0, MAX_ANSWERS);

/**
 * Returns at most three teams, the most similar first; none for a request without words in its name and without
 * answers.
 */
export async function findSimilarTeams(
  deps: DirectoryDeps,
  principal: Principal,
  input: SimilarTeamsInput,
): Promise<SimilarTeam[]> {
  const { tenantId } = principal;
  const [{ rules }, questions] = await Promise.all([
    listingFor(deps, principal),
    publicQuestions(deps, tenantId),
  ]);
  const words = wordsOf(input.team.name);
  const answers = soughtAnswers(questions, input);
  const found = await deps.store.in(tenantId).teamDirectory.findSimilar({
    listing: { rules, alsoOf: userIdOf(principal) },
    name: toStorable(input.team.name),
    words: soughtWords(words),
    leastCommon: leastCommonOf(words),
    mostNamed: MAX_COMPARED,
    answers,
    mostWithAnswer: MAX_WITH_ANSWER,
  });
  const scored = found
    .map((team) => {
      const similarity = similarityOf(words, team.displayName);
      return {
        team,
        similarity,
        sameAnswers: team.sameAnswers.flatMap((place) => answers[place]?.title ?? []),
      };
    })
    .filter(({ similarity, sameAnswers }) => similarity >= MIN_SIMILARITY || sameAnswers.length > 0)
    .sort(
      (a, b) =>
        b.similarity + b.sameAnswers.length - (a.similarity + a.sameAnswers.length) ||
        (a.team.displayName < b.team.displayName ? -1 : 1),
    )
    .slice(0, MAX_SIMILAR);
  const described = await describeTeams(
    deps,
    principal,
    scored.map(({ team }) => team),
    questions,
  );
  return described.map((team, index) => ({
    ...team,
    isNameSimilar: (scored[index]?.similarity ?? 0) >= MIN_SIMILARITY,
    sameAnswers: scored[index]?.sameAnswers ?? [],
  }));
}
