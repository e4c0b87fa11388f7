/** What a policy must be before it is written: whole, and naming only what there is. */

import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { type ErrorDetail, invalidRequest } from '../../kernel/errors.ts';
import { findPeople, type NamedPeople, referencesOf } from '../users/find-people.ts';
import {
  type PermanentMembershipSettings,
  POLICY_KINDS,
  type PolicyDraft,
  type PolicyKind,
  type PolicyScope,
  type SensitivityLabelSettings,
} from './model.ts';
import { readPolicySettings } from './settings.ts';

export interface CheckDraftDeps {
  store: Store;
  suite: Pick<Suite, 'users' | 'labels'>;
}

/** Kinds that decide about new teams alone; no team that is there can be given one. */
const OF_NEW_TEAMS: readonly PolicyKind[] = ['mandatoryMembership', 'singleton'];

/** Whether a policy of the kind can be given to a team by name. */
export const isAttachable = (kind: PolicyKind): boolean => !OF_NEW_TEAMS.includes(kind);

const problem = (target: string, message: string): ErrorDetail => ({ target, code: 'InvalidValue', message });

function findScopeProblems(kind: PolicyKind, scope: PolicyScope): ErrorDetail[] {
  if (kind === 'singleton' && scope.type !== 'templates') {
    return [problem('scope.type', 'A singleton policy is for templates: each makes one team.')];
  }
  if (scope.type === 'teams' && !isAttachable(kind)) {
    return [problem('scope.type', `A ${kind} policy is for new teams, so it cannot be attached to teams.`)];
  }
  return [];
}

async function findUnknownTemplates(
  store: Store,
  tenantId: string,
  scope: PolicyScope,
): Promise<ErrorDetail[]> {
  if (scope.type !== 'templates') return [];
  const templates = await store.in(tenantId).templates.list();
  const known = new Set(templates.map(({ templateConfiguration }) => templateConfiguration.id));
  return scope.templateIds.flatMap((id, index) =>
    known.has(id)
      ? []
      : [
          {
            target: `scope.templateIds[${index}]`,
            code: 'TemplateNotFound',
            message: `No template with the id '${id}' exists.`,
          },
        ],
  );
}

async function findUnknownPeople(
  { users }: Pick<Suite, 'users'>,
  tenantId: string,
  { owners, members }: PermanentMembershipSettings,
): Promise<ErrorDetail[]> {
  const named = (group: string, references: readonly string[]) =>
    references.map((reference, index) => ({ path: `settings.${group}[${index}]`, reference }));
  const people: NamedPeople = {
    owners: [],
    members: [],
    permanentOwners: named('owners', owners),
    permanentMembers: named('members', members),
  };
  return findPeople(people, await users.resolve(tenantId, referencesOf(people))).problems;
}

async function findUnknownLabel(
  { labels }: Pick<Suite, 'labels'>,
  tenantId: string,
  { labelId }: SensitivityLabelSettings,
): Promise<ErrorDetail[]> {
  const label = await labels.find(tenantId, labelId);
  if (label?.isActive) return [];
  const message = `No sensitivity label with the id '${labelId}' is in use.`;
  return [{ target: 'settings.labelId', code: 'LabelNotFound', message }];
}

function findUnknownReferences(
  { suite }: CheckDraftDeps,
  tenantId: string,
  { kind, settings }: PolicyDraft,
): Promise<ErrorDetail[]> {
  if (kind === 'permanentMembership')
    return findUnknownPeople(suite, tenantId, settings as PermanentMembershipSettings);
  if (kind === 'sensitivityLabel')
    return findUnknownLabel(suite, tenantId, settings as SensitivityLabelSettings);
  return Promise.resolve([]);
}

const refuse = (problems: ErrorDetail[]): void => {
  if (problems.length > 0) throw invalidRequest('The policy cannot be kept so. See details.', problems);
};

/**
 * Whether the draft is whole in itself; who and what it names is not looked for.
 * @throws InvalidRequest that names each place
 */
export function checkWholeness({ kind, name, scope, settings }: PolicyDraft): void {
  if (!POLICY_KINDS.includes(kind)) throw new Error(`${kind} is no kind of policy.`);
  const { problems } = readPolicySettings(kind, settings as Record<string, unknown>);
  if (name.trim() === '') problems.push(problem('name', 'A policy needs a name.'));
  refuse([...problems, ...findScopeProblems(kind, scope)]);
}

/** @throws InvalidRequest that names each place */
export async function checkDraft(deps: CheckDraftDeps, tenantId: string, draft: PolicyDraft): Promise<void> {
  checkWholeness(draft);
  const found = await Promise.all([
    findUnknownTemplates(deps.store, tenantId, draft.scope),
    findUnknownReferences(deps, tenantId, draft),
  ]);
  refuse(found.flat());
}
