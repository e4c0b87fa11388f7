/** Applies a team's policies: verdicts, the blueprint of a new team, and requirements. */
import type { TeamBlueprint } from '../catalog/blueprint.ts';
import type { AnyKind, JudgedFacts, JudgedTeam, TeamRequirements } from './kind.ts';
import { type AppliedPolicy, ofKind, type PolicyKind, type PolicyVerdict } from './model.ts';
import { KINDS } from './registry.ts';

/** Whether there is a policy of this kind. */
export const isRuled = (policies: readonly AppliedPolicy[], kind: PolicyKind): boolean =>
  policies.some((policy) => policy.kind === kind);

/** Groups the policies by kind, in the order of the registry. */
const byKind = (policies: readonly AppliedPolicy[]) =>
  KINDS.filter(({ kind }) => isRuled(policies, kind)).map((definition) => ({
    kind: definition.kind,
    definition: definition as AnyKind,
    own: ofKind(policies, definition.kind),
  }));

/** Whether a kind of policy judges one of the values. */
export const isJudged = (team: JudgedTeam): boolean =>
  KINDS.some(({ judges }: AnyKind) => judges !== undefined && team[judges] !== undefined);

/** Returns the verdicts of the policies on the values. For some kinds, only the narrowest policy judges. */
export const judgeTeam = (
  policies: readonly AppliedPolicy[],
  team: JudgedTeam,
  facts: JudgedFacts,
): PolicyVerdict[] =>
  byKind(policies).flatMap(({ kind, definition, own }) =>
    (definition.judge?.(own, team, facts) ?? []).map((verdict) => ({ policy: kind, ...verdict })),
  );

export function requirementsOf(policies: readonly AppliedPolicy[]): TeamRequirements {
  const all: TeamRequirements = { owners: [], members: [], patch: {}, sensitivityLabelId: undefined };
  for (const { definition, own } of byKind(policies)) {
    const { owners = [], members = [], patch, sensitivityLabelId } = definition.require?.(own) ?? {};
    all.owners.push(...owners);
    all.members.push(...members);
    Object.assign(all.patch, patch);
    all.sensitivityLabelId ??= sensitivityLabelId;
  }
  return all;
}

/** Applies the policies to a blueprint, except permanent members: planning adds those. */
export function governBlueprint(blueprint: TeamBlueprint, policies: readonly AppliedPolicy[]): TeamBlueprint {
  const governed = { ...blueprint };
  for (const { definition, own } of byKind(policies)) {
    Object.assign(governed, definition.govern?.(own, governed));
  }
  return governed;
}
