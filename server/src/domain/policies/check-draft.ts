/** Checks that a policy is valid and that the people, labels and templates in it exist. */

import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { type ErrorDetail, invalidRequest } from '../../kernel/errors.ts';
import { definitionOf, type PolicyDraft, type PolicyKind, type PolicyScope } from './model.ts';
import { readPolicySettings } from './read-settings.ts';

export interface CheckDraftDeps {
  store: Store;
  suite: Pick<Suite, 'users' | 'labels'>;
}

/** Whether a policy of the kind can be attached to a team. */
export const isAttachable = (kind: PolicyKind): boolean => definitionOf(kind).scopes.includes('teams');

const problem = (target: string, message: string): ErrorDetail => ({ target, code: 'InvalidValue', message });

function findScopeProblems(kind: PolicyKind, { type }: PolicyScope): ErrorDetail[] {
  const { scopes } = definitionOf(kind);
  if (scopes.includes(type)) return [];
  return [
    problem(
      'scope.type',
      `A ${kind} policy only applies to new teams. Use the scope ${scopes.join(' or ')}.`,
    ),
  ];
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

const findUnknownReferences = async (
  { suite }: CheckDraftDeps,
  tenantId: string,
  { kind, settings }: PolicyDraft,
): Promise<ErrorDetail[]> => definitionOf(kind).findUnknown?.(suite, tenantId, settings) ?? [];

const rejectWith = (problems: ErrorDetail[]): void => {
  if (problems.length > 0) throw invalidRequest('The policy is not valid. See details.', problems);
};

/**
 * Checks the draft without looking up the people, templates and labels in it.
 * @throws InvalidRequest that names each place
 */
export function checkForm({ kind, name, scope, settings }: PolicyDraft): void {
  const { problems } = readPolicySettings(kind, settings as Record<string, unknown>);
  if (name.trim() === '') problems.push(problem('name', 'A policy needs a name.'));
  rejectWith([...problems, ...findScopeProblems(kind, scope)]);
}

/** @throws InvalidRequest that names each place */
export async function checkDraft(deps: CheckDraftDeps, tenantId: string, draft: PolicyDraft): Promise<void> {
  checkForm(draft);
  const found = await Promise.all([
    findUnknownTemplates(deps.store, tenantId, draft.scope),
    findUnknownReferences(deps, tenantId, draft),
  ]);
  rejectWith(found.flat());
}
