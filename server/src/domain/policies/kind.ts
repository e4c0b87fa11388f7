/** Definitions of the kinds of policies. Each kind is a file in kinds/, listed in registry.ts. */
import Type, { type TObject, type TSchema } from 'typebox';
import type { Suite } from '../../engine/suite.ts';
import type { ErrorDetail } from '../../kernel/errors.ts';
import type { Message } from '../../kernel/messages.ts';
import type { ValueOf } from '../../kernel/schema.ts';
import type { TeamBlueprint } from '../catalog/blueprint.ts';
import type { AnswerSelection } from '../teams/metadata.ts';
import type { TeamPatch } from '../teams/model.ts';

/** Limits of a policy. Lengths count Unicode characters. */
export const POLICY_LIMITS = {
  policies: 200,
  name: 128,
  description: 1024,
  blockedWords: 5000,
  reservedNames: 5000,
  word: 128,
  characters: 500,
  nameLength: 264,
  templates: 100,
  scopeQuestions: 10,
  scopeValues: 200,
  permanentOwners: 50,
  permanentMembers: 200,
} as const;

/**
 * The teams that a policy covers: all, or those created from some templates. With `answers`, it covers only the
 * teams among them that have the answers. A policy also covers the teams that it is attached to.
 */
export type PolicyScope =
  | { type: 'tenant'; answers?: AnswerSelection }
  | { type: 'templates'; templateIds: string[]; answers?: AnswerSelection }
  | { type: 'teams' };

/** A policy in the mode `report` neither rejects nor changes anything: its violations are recorded and shown. */
export const POLICY_MODES = ['enforce', 'report'] as const;
export type PolicyMode = (typeof POLICY_MODES)[number];

export interface PolicyOf<Kind extends string, Settings> {
  /** UUIDv7. */
  id: string;
  name: string;
  description: string | null;
  kind: Kind;
  /** Whether the policy has an effect. A disabled policy stays stored. */
  enabled: boolean;
  mode: PolicyMode;
  scope: PolicyScope;
  settings: Settings;
  /** Number of writes of the policy, from 1. Also the ETag. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A verdict. Its message states the outcome and, for a violation, what to do. */
export interface KindVerdict extends Message {
  outcome: 'passed' | 'violated';
  source: { id: string; name: string };
}

/** Values that a team would get, and the number of its owners. Undefined fields are not judged. */
export type JudgedTeam = {
  [Field in keyof TeamPatch as Field extends 'displayName' ? 'name' : Field]?: TeamPatch[Field] | undefined;
} & { ownerCount?: number | undefined };

/** Facts about other teams that a verdict depends on. */
export interface JudgedFacts {
  /** Whether another team has the name; undefined unless a policy needs to know. */
  nameTaken: boolean | undefined;
}

/** Settings that a team must have. Groups of settings may be partial. */
export type RequiredSettings = TeamPatch & { sensitivityLabelId?: string };

/**
 * The settings and people that policies require of each team. New teams get them, changes away from them are rejected,
 * and restoration reapplies them.
 */
export interface Requirements {
  settings: RequiredSettings;
  /** Permanent people: directory ids, user principal names or mail addresses. */
  owners: readonly string[];
  members: readonly string[];
}

/** Numbers of people in a new team. */
export interface PeopleCounts {
  owners: number;
  members: number;
}

/** A verdict on the people of a new team. `lacks` names the roles that need more people. */
export interface PeopleVerdict extends Message {
  outcome: KindVerdict['outcome'];
  lacks: readonly (keyof PeopleCounts)[];
}

/**
 * The definition of a policy kind. Functions that receive policies get those of the kind that apply to one team: at
 * least one, the narrowest scope first.
 */
interface PolicyKindDefinition<Kind extends string, Schema extends TObject, Settings = ValueOf<Schema>> {
  kind: Kind;
  /** A phrase for docs/policies.md. */
  does: string;
  /** A kind without the scope `teams` only applies to new teams and can't be attached. */
  scopes: readonly PolicyScope['type'][];
  /** Descriptions of the settings go to docs/policies.md and to the API's description. */
  settings: Schema;
  /** Finds contradictions between valid settings. */
  findContradictions?(settings: Settings): ErrorDetail[];
  /** Finds the people and labels in the settings that don't exist. */
  findUnknown?(
    suite: Pick<Suite, 'users' | 'groups' | 'labels'>,
    tenantId: string,
    settings: Settings,
  ): Promise<ErrorDetail[]>;
  /** Returns the requirements of the policies. Verdicts, new teams and restorations derive from them. */
  wants?(policies: readonly PolicyOf<Kind, Settings>[]): Partial<Requirements>;
  /** The field of a team that `judge` or `wants` decides on. A change to other fields reads no policies. */
  judges?: keyof JudgedTeam;
  /**
   * Explains whether the team complies with the required value of the field.
   * @param value the team's value if it complies, else the required value
   */
  explain?(policy: PolicyOf<Kind, Settings>, complies: boolean, value: unknown): Message;
  /** Returns the verdicts of a kind that requires no specific value of the field; none when the field is undefined. */
  judge?(policies: readonly PolicyOf<Kind, Settings>[], team: JudgedTeam, facts: JudgedFacts): KindVerdict[];
  /** Teams are checked after each change to such a policy, even if it only reports or is switched off. */
  alwaysChecked?: true;
  /** Whether team names must be unique: the name is looked up before a verdict, and reserved after it. */
  reservesName?: true;
  /** Returns changes to a new team's blueprint that existing teams need not have. */
  govern?(policies: readonly PolicyOf<Kind, Settings>[], blueprint: TeamBlueprint): Partial<TeamBlueprint>;
  /** Judges the people of a new team by the governed blueprint, even if only the template requires people. */
  judgePeople?(blueprint: TeamBlueprint, counts: PeopleCounts): PeopleVerdict;
}

/** Any kind. Callers pass its functions only policies of that kind. */
export type AnyKind = PolicyKindDefinition<string, TObject, object>;

/** Lets TypeScript infer kind and settings. */
export const defineKind = <const Kind extends string, Schema extends TObject>(
  definition: PolicyKindDefinition<Kind, Schema>,
): PolicyKindDefinition<Kind, Schema> => definition;

export const ALL_SCOPES = ['tenant', 'templates', 'teams'] as const;

export function verdict(
  { id, name }: Pick<PolicyOf<string, unknown>, 'id' | 'name'>,
  outcome: KindVerdict['outcome'],
  message: Message,
): KindVerdict {
  return { outcome, ...message, source: { id, name } };
}

/** Returns the schema with a further check, and the message for a value that fails it. */
export const refine = <Schema extends TSchema>(
  schema: Schema,
  check: (value: ValueOf<Schema>) => boolean,
  refinement: Message,
) => Type.Refine({ ...schema, refinement }, check);

export const settingProblem = (setting: string, message: Message): ErrorDetail => ({
  target: setting === '' ? 'settings' : `settings.${setting}`,
  code: 'InvalidValue',
  ...message,
});
