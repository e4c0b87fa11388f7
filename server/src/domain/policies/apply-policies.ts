/**
 * Applies a team's policies: verdicts, the blueprint of a new team, and the settings and people that every team must
 * have.
 */

import { type Message, messageOf, say, sentences } from '../../kernel/messages.ts';
import type { TeamBlueprint } from '../catalog/blueprint.ts';
import { mergeSettings } from '../teams/settings.ts';
import { isEmptyPatch } from '../teams/update-team.ts';
import {
  type AnyKind,
  type JudgedFacts,
  type JudgedTeam,
  type PeopleCounts,
  type PeopleVerdict,
  type RequiredSettings,
  type Requirements,
  verdict,
} from './kind.ts';
import {
  type AppliedPolicy,
  kindDefinitionOf,
  type PolicyKind,
  type PolicyVerdict,
  policiesOfKind,
} from './model.ts';
import { KINDS } from './registry.ts';

/** Groups the policies by kind, in the order of the registry. */
const byKind = (policies: readonly AppliedPolicy[]) =>
  KINDS.filter(({ kind }) => policies.some((policy) => policy.kind === kind)).map(({ kind }) => ({
    kind,
    definition: kindDefinitionOf(kind),
    own: policiesOfKind(policies, kind),
  }));

/** Whether a kind of policy judges one of the values. */
export const isJudged = (team: JudgedTeam): boolean =>
  KINDS.some(({ judges }: AnyKind) => judges !== undefined && team[judges] !== undefined);

const NAME_RESERVING = KINDS.filter(({ reservesName }: AnyKind) => reservesName).map(
  ({ kind }): string => kind,
);

/** Whether one of the kinds requires unique names. */
export const reservesName = (kinds: readonly string[]): boolean =>
  kinds.some((kind) => NAME_RESERVING.includes(kind));

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns the required values that the given ones contradict. Hidden membership counts as private. */
export function findContradicted(given: Record<string, unknown>, wanted: object): Record<string, unknown> {
  const contradicted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(wanted)) {
    const has = given[name];
    if (has === undefined || has === value || (has === 'hiddenMembership' && value === 'private')) continue;
    const part = isGroup(has) && isGroup(value) ? findContradicted(has, value) : value;
    if (!isGroup(part) || !isEmptyPatch(part)) contradicted[name] = part;
  }
  return contradicted;
}

/** Judges the field for which the policy with the narrowest scope requires a value. */
function judgeWanted({ judges, wants, explain }: AnyKind, own: readonly AppliedPolicy[], team: JudgedTeam) {
  const [policy] = own;
  const { [judges as keyof RequiredSettings]: wanted } = wants?.(own).settings ?? {};
  const given = judges && team[judges];
  if (policy === undefined || given === undefined || wanted === undefined) return [];
  const complies = isEmptyPatch(findContradicted({ given }, { given: wanted }));
  const message = explain?.(policy, complies, complies ? given : wanted);
  return message === undefined ? [] : [verdict(policy, complies ? 'passed' : 'violated', message)];
}

/** Returns why the policy applies, if answers of the team are the reason. */
function reasonOf({ name: policy, scope, reach }: AppliedPolicy): Message[] {
  if (reach !== 'answers' || scope.type === 'teams') return [];
  const answers = Object.keys(scope.answers ?? {}).join(', ');
  return [
    say('policies.becauseOfAnswers', "The policy '{policy}' applies because of these answers: {answers}.", {
      policy,
      answers,
    }),
  ];
}

/**
 * Returns the verdicts of the policies on the values. For some kinds, only the policy with the narrowest scope applies.
 */
export const judgeTeam = (
  policies: readonly AppliedPolicy[],
  team: JudgedTeam,
  facts: JudgedFacts,
): PolicyVerdict[] =>
  byKind(policies).flatMap(({ kind, definition, own }) => {
    const verdicts = definition.judge?.(own, team, facts) ?? judgeWanted(definition, own, team);
    return verdicts.map((each) => {
      const reasons = own.filter(({ id }) => id === each.source.id).flatMap(reasonOf);
      return { policy: kind, ...each, ...sentences([messageOf(each), ...reasons]) };
    });
  });

/** Merges the requirements of the policies on a team. */
export function requirementsOf(policies: readonly AppliedPolicy[]): Requirements {
  const all = byKind(policies).map(({ definition, own }) => definition.wants?.(own) ?? {});
  return {
    // Earlier kinds win.
    settings: all.reduce<RequiredSettings>(
      (merged, { settings = {} }) => mergeSettings(settings, merged),
      {},
    ),
    owners: all.flatMap(({ owners = [] }) => owners),
    members: all.flatMap(({ members = [] }) => members),
  };
}

/** Applies the policies to a blueprint. Planning adds the required groups of settings and the permanent members. */
export function governBlueprint(blueprint: TeamBlueprint, policies: readonly AppliedPolicy[]): TeamBlueprint {
  const governed = { ...blueprint };
  Object.assign(governed, findContradicted({ ...blueprint }, requirementsOf(policies).settings));
  for (const { definition, own } of byKind(policies)) {
    Object.assign(governed, definition.govern?.(own, governed));
  }
  return governed;
}

/** Returns the verdicts on the people of a new team. */
export const judgePeople = (
  blueprint: TeamBlueprint,
  counts: PeopleCounts,
): (PeopleVerdict & { policy: PolicyKind })[] =>
  KINDS.flatMap(({ kind, judgePeople }: AnyKind & { kind: PolicyKind }) =>
    judgePeople === undefined ? [] : [{ policy: kind, ...judgePeople(blueprint, counts) }],
  );
