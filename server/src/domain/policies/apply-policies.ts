/** Applies the policies that are for a team: verdicts, the blueprint of a new team, and requirements. */
import type { TeamBlueprint } from '../catalog/blueprint.ts';
import type { AnyKind, JudgedTeam, TeamRequirements } from './kind.ts';
import { type AppliedPolicy, ofKind, type PolicyKind, type PolicyVerdict } from './model.ts';
import { KINDS } from './registry.ts';

/** Whether a policy of this kind is for the team. */
export const isRuled = (policies: readonly AppliedPolicy[], kind: PolicyKind): boolean =>
  policies.some((policy) => policy.kind === kind);

/** The kinds of the policies, in the order of the registry, each with its policies. */
const byKind = (policies: readonly AppliedPolicy[]) =>
  KINDS.filter(({ kind }) => isRuled(policies, kind)).map((definition) => ({
    kind: definition.kind,
    definition: definition as AnyKind,
    own: ofKind(policies, definition.kind),
  }));

/** Returns a verdict for each policy that judges one of the members of `team`. */
export const judgeTeam = (policies: readonly AppliedPolicy[], team: JudgedTeam): PolicyVerdict[] =>
  byKind(policies).flatMap(({ kind, definition, own }) =>
    (definition.judge?.(own, team) ?? []).map((verdict) => ({ policy: kind, ...verdict })),
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

/** Returns the blueprint under the policies, without permanent people: planning looks them up itself. */
export function governBlueprint(blueprint: TeamBlueprint, policies: readonly AppliedPolicy[]): TeamBlueprint {
  const governed = { ...blueprint };
  for (const { definition, own } of byKind(policies)) {
    Object.assign(governed, definition.govern?.(own, governed));
  }
  return governed;
}
