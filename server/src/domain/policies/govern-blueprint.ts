/** A template's blueprint with what the policies for its teams put on top. */
import type { TeamBlueprint } from '../catalog/blueprint.ts';
import type { PersonReference } from '../catalog/model.ts';
import { visibilityUnder } from './judge.ts';
import { type AppliedPolicy, ofKind } from './model.ts';

/** Everybody that policies make permanent, as they name them. */
export function permanentPeople(policies: readonly AppliedPolicy[]): {
  owners: PersonReference[];
  members: PersonReference[];
} {
  const settings = ofKind(policies, 'permanentMembership').map((policy) => policy.settings);
  const once = (references: readonly string[]): PersonReference[] =>
    [...new Set(references)].map((id) => ({ id, name: null }));
  return {
    owners: once(settings.flatMap(({ owners }) => owners)),
    members: once(settings.flatMap(({ members }) => members)),
  };
}

/** The blueprint under the policies, but for permanent people, whom planning looks up for itself. */
export function governBlueprint(blueprint: TeamBlueprint, policies: readonly AppliedPolicy[]): TeamBlueprint {
  if (policies.length === 0) return blueprint;
  const mandatory = ofKind(policies, 'mandatoryMembership').map(({ settings }) => settings);
  const [label] = ofKind(policies, 'sensitivityLabel');
  const { owners, members } = blueprint.mandatoryMembership;
  return {
    ...blueprint,
    mandatoryMembership: {
      owners: Math.max(owners, ...mandatory.map((settings) => settings.owners)),
      members: Math.max(members, ...mandatory.map((settings) => settings.members)),
    },
    visibility: visibilityUnder(policies, blueprint.visibility),
    sensitivityLabelId: label?.settings.labelId ?? blueprint.sensitivityLabelId,
    singleton: blueprint.singleton || ofKind(policies, 'singleton').length > 0,
  };
}
