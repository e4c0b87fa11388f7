/** The port to the metadata of teams: the answers that were given with the request (domain/answers). */
import { toStorable } from '../../kernel/text.ts';

/** Answers by the ids of their questions; any JSON in a template without questions. */
export type Metadata = Readonly<Record<string, unknown>>;

export interface TeamMetadata {
  teamId: string;
  /** The template that the team was created from, with its version at that time; null if there is none. */
  templateId: string | null;
  templateVersion: string | null;
  metadata: Metadata;
  /** Counts the writes, from 1. */
  revision: number;
}

type ComparedAnswer = string | number | boolean;

/** A value of an answer that can be compared. A list has one for each of its items. */
export interface AnswerItem {
  answerId: string;
  /** Position in the list. */
  item: number;
  /** The text, number or truth value as text. */
  value: string;
  /** Null for a text or a truth value. */
  number: number | null;
}

/** Maximum length of a text that can be compared: the size of an index entry is limited. Longer texts are searched. */
export const LONGEST_COMPARED = 200;
const LONGEST_ID = 64;
/** Maximum number of values of a team that can be compared. */
const MAX_ITEMS = 500;

/** Returns the values that can be compared: by filters of lists, and by the scopes of policies. */
export function answerItemsOf(metadata: Metadata): AnswerItem[] {
  const items = Object.entries(metadata).flatMap(([id, answer]) =>
    (Array.isArray(answer) ? answer : [answer]).flatMap((value: unknown, item): AnswerItem[] => {
      if (!['string', 'number', 'boolean'].includes(typeof value)) return [];
      const stored = toStorable(String(value));
      if (id.length > LONGEST_ID || stored.length > LONGEST_COMPARED) return [];
      const isNumber = typeof value === 'number' && Number.isFinite(value);
      return [{ answerId: toStorable(id), item, value: stored, number: isNumber ? (value as number) : null }];
    }),
  );
  return items.slice(0, MAX_ITEMS);
}

/** Selects the teams that have one of the values as their answer to each question. */
export type AnswerSelection = Readonly<Record<string, readonly string[]>>;

/** Whether the answers have one of the values for each question. */
export const hasAnswers = (items: readonly AnswerItem[], selection: AnswerSelection): boolean =>
  Object.entries(selection).every(([id, values]) =>
    items.some(({ answerId, value }) => answerId === id && values.includes(value)),
  );

/** A comparison of an answer. Texts are ordered by code units, which orders dates by time. */
export interface AnswerClause {
  answerId: string;
  operator: 'eq' | 'ge' | 'gt' | 'le' | 'lt';
  /** The clause holds when the comparison holds for at least one of these values. All have the same type. */
  values: readonly ComparedAnswer[];
  /** Only teams from these templates; teams of any origin without it. */
  templateIds?: readonly string[];
}

/** Answers of the teams from one template. */
export interface AnswersOfTemplate {
  templateId: string;
  answerIds: readonly string[];
}

export interface TeamMetadataStore {
  find(teamId: string): Promise<TeamMetadata | undefined>;
  /** Returns the metadata of those of the teams that have some, in any order. */
  of(teamIds: readonly string[]): Promise<TeamMetadata[]>;
  /**
   * Writes the metadata as the next revision. Returns false, and writes nothing, when the stored revision differs from
   * `ifRevision` (0: none is stored).
   */
  save(metadata: Omit<TeamMetadata, 'revision'>, ifRevision: number): Promise<boolean>;
  /** Returns the ids of the teams whose answers meet every comparison. */
  idsWhere(clauses: readonly AnswerClause[]): Promise<string[]>;
  /**
   * Returns the ids of the teams in whose answers each word of the search begins a word.
   * @param within searches these answers only; all answers without it
   */
  idsMatching(search: string, within?: readonly AnswersOfTemplate[]): Promise<string[]>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    teamMetadata: TeamMetadataStore;
  }
}
