/**
 * Policies: rules of the organisation that teams comply with, whatever template they are made from (issue of
 * governance; docs/policies.md). A template brings rules of its own besides.
 */
import type { CatalogTemplateLifecycle } from '../catalog/model.ts';

export const POLICY_KINDS = [
  'naming',
  'duplicateNames',
  'mandatoryMembership',
  'permanentMembership',
  'privacy',
  'sensitivityLabel',
  'singleton',
  'lifecycle',
] as const;
export type PolicyKind = (typeof POLICY_KINDS)[number];

/** What names may be. Words and names are compared as name-words.ts folds them. */
export interface NamingSettings {
  /** Words, and phrases of several, that no name may hold. */
  blockedWords?: string[];
  /** Names that no team may have: the whole name. */
  reservedNames?: string[];
  /** In Unicode characters. */
  minLength?: number;
  maxLength?: number;
  /** Each character of it is refused. */
  forbiddenCharacters?: string;
  /**
   * Where given, other characters are refused. Besides single characters it may hold the classes `\p{L}`
   * (letters with their marks), `\p{N}` (digits) and `\p{Zs}` (spaces).
   */
  allowedCharacters?: string;
}

/** Names are compared without regard to case and to how Unicode writes them. It has nothing to set. */
export type DuplicateNamesSettings = Record<never, never>;

/** Each 0 to 20. */
export interface MandatoryMembershipSettings {
  owners: number;
  members: number;
}

/** Directory ids, user principal names or mail addresses. */
export interface PermanentMembershipSettings {
  owners: string[];
  members: string[];
}

export interface PrivacySettings {
  visibility: 'private' | 'public';
}

export interface SensitivityLabelSettings {
  labelId: string;
}

/** Each template of the scope makes one team. It has nothing to set. */
export type SingletonSettings = Record<never, never>;

/** As a template's lifecycle; whether it is on, the policy itself says. */
export type LifecycleSettings = Pick<CatalogTemplateLifecycle, 'inactivityDays' | 'graceDays' | 'action'>;

interface SettingsOf {
  naming: NamingSettings;
  duplicateNames: DuplicateNamesSettings;
  mandatoryMembership: MandatoryMembershipSettings;
  permanentMembership: PermanentMembershipSettings;
  privacy: PrivacySettings;
  sensitivityLabel: SensitivityLabelSettings;
  singleton: SingletonSettings;
  lifecycle: LifecycleSettings;
}

/** Settings of one kind of policy. */
export type PolicySettings<Kind extends PolicyKind = PolicyKind> = SettingsOf[Kind];

/**
 * Which teams a policy is for. `tenant`: all; `templates`: those made from one of these templates; `teams`:
 * none by itself. Teams that it is attached to come to these.
 */
export type PolicyScope =
  | { type: 'tenant' }
  | { type: 'templates'; templateIds: string[] }
  | { type: 'teams' };

interface PolicyOf<Kind extends PolicyKind> {
  /** UUIDv7. */
  id: string;
  name: string;
  description: string | null;
  kind: Kind;
  /** A policy that is off is kept and changes nothing. */
  enabled: boolean;
  scope: PolicyScope;
  settings: SettingsOf[Kind];
  /** Counts the writes of the policy, from 1; its ETag. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export type Policy<Kind extends PolicyKind = PolicyKind> = { [K in Kind]: PolicyOf<K> }[Kind];

/** The policy without what the service adds. */
export type PolicyDraft = Pick<Policy, 'name' | 'description' | 'kind' | 'enabled' | 'scope'> & {
  settings: PolicySettings;
};

/** A team that Charter looks after: made by it, or given a policy. */
export interface GovernedTeam {
  teamId: string;
  /** The template it was made from; null when Charter did not make it. */
  templateId: string | null;
  /** When Charter made it or began to look after it. */
  since: Date;
  /** Ids of the policies that it was given by name. */
  policyIds: readonly string[];
}

/** Sizes a policy may have; lengths in Unicode characters. */
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
  permanentOwners: 50,
  permanentMembers: 200,
} as const;

/** What decides whether a policy is for a team; of a team that is still to be made, `policyIds` is empty. */
export type Governed = Pick<GovernedTeam, 'templateId' | 'policyIds'>;

/** How narrowly a policy aims at the team; undefined: it is not for it. */
export type PolicyReach = 'attached' | 'template' | 'tenant';

const REACHES: readonly PolicyReach[] = ['attached', 'template', 'tenant'];

export function reachOf(
  { id, scope }: Pick<Policy, 'id' | 'scope'>,
  { templateId, policyIds }: Governed,
): PolicyReach | undefined {
  if (policyIds.includes(id)) return 'attached';
  if (scope.type === 'tenant') return 'tenant';
  if (scope.type === 'templates' && templateId !== null && scope.templateIds.includes(templateId)) {
    return 'template';
  }
  return undefined;
}

/** A policy that is for a team, and how narrowly. */
export type AppliedPolicy<Kind extends PolicyKind = PolicyKind> = Policy<Kind> & { reach: PolicyReach };

/**
 * The policies that are on and for the team: narrowest first, among equals the oldest first, so that where
 * only one can be obeyed the first is.
 */
export function policiesFor(policies: readonly Policy[], governed: Governed): AppliedPolicy[] {
  return policies
    .filter(({ enabled }) => enabled)
    .flatMap((policy) => {
      const reach = reachOf(policy, governed);
      return reach === undefined ? [] : [{ ...policy, reach }];
    })
    .sort(
      (a, b) =>
        REACHES.indexOf(a.reach) - REACHES.indexOf(b.reach) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    );
}

export const ofKind = <Kind extends PolicyKind>(
  policies: readonly AppliedPolicy[],
  kind: Kind,
): AppliedPolicy<Kind>[] =>
  policies.filter((policy) => policy.kind === kind) as unknown as AppliedPolicy<Kind>[];
