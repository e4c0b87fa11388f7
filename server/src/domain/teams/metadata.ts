/** The port to the metadata of teams: the answers that were given with the request (domain/answers). */

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

/** A comparison of an answer. Texts are ordered by code units, which orders dates by time. */
export interface AnswerClause {
  answerId: string;
  operator: 'eq' | 'ge' | 'gt' | 'le' | 'lt';
  /** Any one of them may meet the comparison. All have the same type. */
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
