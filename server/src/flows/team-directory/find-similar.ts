/**
 * Finds teams that look like a requested one, by its name and its public answers, while a person fills in the request
 * (docs/team-directory.md). Only teams that the caller may find: listed ones, and those that the caller is in.
 */
import { type PublicQuestions, publicQuestions, templatesWith } from '../../domain/answers/public-answers.ts';
import { type Answer, isEmptyAnswer, kindOf, type Question } from '../../domain/questions/kinds.ts';
import { userIdOf } from '../../domain/teams/access.ts';
import type { Metadata } from '../../domain/teams/metadata.ts';
import type { ListedTeam, Listing } from '../../domain/teams/model.ts';
import type { Principal } from '../../engine/principal.ts';
import { type DirectoryDeps, listingFor } from './listing.ts';
import { type DirectoryTeam, describeTeams } from './read-directory.ts';

const MOST_SIMILAR = 3;
/** Teams whose names are compared. */
const MOST_COMPARED = 50;
/** Answers that are compared. */
const MOST_ANSWERS = 12;
/** An answer that more teams have says nothing about a duplicate. */
const MOST_WITH_ANSWER = 5;
/** Characters at the beginning of a word that must be equal, and the difference in length of its endings. */
const BEGINNING = 5;
const LONGEST_ENDING = 2;
/** Names are alike from this part of common words on (Sørensen–Dice coefficient). */
const LEAST_LIKENESS = 0.6;

/** Types of questions with so few answers that many teams share them. */
const COARSE: ReadonlySet<Question['type']> = new Set(['boolean', 'choice', 'multipleChoice', 'date']);

export interface SimilarTeam extends DirectoryTeam {
  /** Whether the names are alike. */
  isNameSimilar: boolean;
  /** Titles of the questions that both answer the same. */
  sameAnswers: string[];
}

export interface SimilarInput {
  template: { id: string };
  team: { name: string };
  metadata: Metadata;
}

/** Returns the words of a name in lower case, each once. */
const wordsOf = (name: string): string[] => [
  ...new Set(
    name
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  ),
];

const beginningOf = (word: string): string => [...word].slice(0, BEGINNING).join('');

/** Whether the words are equal but for their endings: "tunnel" is like "tunnels". */
const areAlike = (one: string, other: string): boolean =>
  beginningOf(one) === beginningOf(other) && Math.abs(one.length - other.length) <= LONGEST_ENDING;

/** Returns the likeness of two names, from 0 to 1: twice the number of common words by the number of all. */
function likenessOf(words: readonly string[], name: string): number {
  const others = wordsOf(name);
  const common = words.filter((word) => others.some((other) => areAlike(word, other))).length;
  return others.length + words.length === 0 ? 0 : (2 * common) / (others.length + words.length);
}

async function teamsIn(
  { suite }: DirectoryDeps,
  tenantId: string,
  listing: Listing,
  only: readonly string[],
  top: number,
): Promise<ListedTeam[]> {
  if (only.length === 0) return [];
  return (await suite.teams.list(tenantId, { listing, only, order: 'displayName asc', top })).teams;
}

interface SameAnswer {
  title: string;
  teams: readonly ListedTeam[];
}

/** Returns the teams that have the answer, unless too many have it. */
async function teamsWith(
  deps: DirectoryDeps,
  tenantId: string,
  listing: Listing,
  { id: answerId, title }: Question,
  { answer, templateIds }: { answer: Answer; templateIds: readonly string[] },
): Promise<SameAnswer> {
  const value = answer as string | number;
  const ids = await deps.store
    .in(tenantId)
    .teamMetadata.idsWhere([{ answerId, operator: 'eq', values: [value], templateIds }]);
  const teams = await teamsIn(deps, tenantId, listing, ids, MOST_WITH_ANSWER + 1);
  return { title, teams: teams.length > MOST_WITH_ANSWER ? [] : teams };
}

async function findSameAnswers(
  deps: DirectoryDeps,
  tenantId: string,
  listing: Listing,
  questions: PublicQuestions,
  { template, metadata }: SimilarInput,
): Promise<SameAnswer[]> {
  const compared = (questions.get(template.id) ?? []).flatMap((question) => {
    const given = Object.hasOwn(metadata, question.id) ? metadata[question.id] : undefined;
    if (COARSE.has(question.type) || isEmptyAnswer(given)) return [];
    const reading = kindOf(question).read(given, question);
    return 'answer' in reading ? [{ question, answer: reading.answer }] : [];
  });
  return Promise.all(
    compared.slice(0, MOST_ANSWERS).map(({ question, answer }) =>
      teamsWith(deps, tenantId, listing, question, {
        answer,
        templateIds: templatesWith(questions, question.id),
      }),
    ),
  );
}

/** Returns at most three teams, the most similar first. Empty for a name without words and no answers. */
export async function findSimilarTeams(
  deps: DirectoryDeps,
  principal: Principal,
  input: SimilarInput,
): Promise<SimilarTeam[]> {
  const { tenantId } = principal;
  const [{ rules }, questions] = await Promise.all([
    listingFor(deps, principal),
    publicQuestions(deps, tenantId),
  ]);
  const listing: Listing = { rules, alsoOf: userIdOf(principal) };
  const words = wordsOf(input.team.name);
  const beginnings = [...new Set(words.map(beginningOf))];
  const [named, same] = await Promise.all([
    deps.suite.teams
      .withWords(tenantId, { beginnings, listing, most: MOST_COMPARED })
      .then((ids) => teamsIn(deps, tenantId, listing, ids, MOST_COMPARED)),
    findSameAnswers(deps, tenantId, listing, questions, input),
  ]);
  const candidates = new Map(
    [...named, ...same.flatMap(({ teams }) => teams)].map((team) => [team.id, team]),
  );
  const scored = [...candidates.values()]
    .map((team) => {
      const likeness = likenessOf(words, team.displayName);
      const sameAnswers = same.filter(({ teams }) => teams.some(({ id }) => id === team.id));
      return { team, likeness, sameAnswers: sameAnswers.map(({ title }) => title) };
    })
    .filter(({ likeness, sameAnswers }) => likeness >= LEAST_LIKENESS || sameAnswers.length > 0)
    .sort(
      (a, b) =>
        b.likeness + b.sameAnswers.length - (a.likeness + a.sameAnswers.length) ||
        (a.team.displayName < b.team.displayName ? -1 : 1),
    )
    .slice(0, MOST_SIMILAR);
  const described = await describeTeams(
    deps,
    principal,
    scored.map(({ team }) => team),
    questions,
  );
  return described.map((team, index) => ({
    ...team,
    isNameSimilar: (scored[index]?.likeness ?? 0) >= LEAST_LIKENESS,
    sameAnswers: scored[index]?.sameAnswers ?? [],
  }));
}
