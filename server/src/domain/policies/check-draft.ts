/** Checks that a policy is valid and that the people, labels and templates in it exist. */

import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { type ErrorDetail, invalidRequest } from '../../kernel/errors.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { kindDefinitionOf, type PolicyDraft, type PolicyKind, type PolicyScope } from './model.ts';
import { findSettingProblems } from './read-settings.ts';
import { resolveScope } from './resolve-scope.ts';

export interface CheckDraftDeps {
  store: Store;
  suite: Pick<Suite, 'users' | 'groups' | 'labels'>;
}

/** Whether a policy of the kind can be attached to a team. */
export const isAttachable = (kind: PolicyKind): boolean => kindDefinitionOf(kind).scopes.includes('teams');

const problem = (target: string, message: Message): ErrorDetail => ({
  target,
  code: 'InvalidValue',
  ...message,
});

async function findUnknownTemplates(
  store: Store,
  tenantId: string,
  scope: PolicyScope,
): Promise<ErrorDetail[]> {
  if (scope.type !== 'templates') return [];
  const templates = await store.in(tenantId).templates.list();
  const known = new Set(templates.map(({ templateConfiguration }) => templateConfiguration.id));
  return scope.templateIds
    .map((id, index) => ({ id, target: `scope.templateIds[${index}]` }))
    .filter(({ id }) => !known.has(id))
    .map(({ id, target }) => ({
      target,
      code: 'TemplateNotFound',
      ...say('policies.templateUnknown', "No template with the id '{id}' exists.", { id }),
    }));
}

const rejectWith = (problems: ErrorDetail[]): void => {
  if (problems.length > 0)
    throw invalidRequest(say('policies.invalid', 'The policy is not valid. See details.'), problems);
};

/**
 * Checks the draft without looking up the people, templates and labels in it.
 * @throws InvalidRequest that names each invalid field
 */
export function checkForm({ kind, name, scope, settings }: PolicyDraft): void {
  const problems = findSettingProblems(kind, settings as Record<string, unknown>);
  if (name.trim() === '')
    problems.push(problem('name', say('policies.nameRequired', 'A policy needs a name.')));
  const { scopes } = kindDefinitionOf(kind);
  if (!scopes.includes(scope.type)) {
    const message = say(
      'policies.scopeInvalid',
      'A {kind} policy only applies to new teams. Use the scope {scopes}.',
      { kind, scopes: scopes.join(' or ') },
    );
    problems.push(problem('scope.type', message));
  }
  rejectWith(problems);
}

/**
 * Returns the scope as it is stored.
 * @param known the stored scope of the policy, whose answers need no check
 * @throws InvalidRequest that names each invalid field
 */
export async function checkDraft(
  { store, suite }: CheckDraftDeps,
  tenantId: string,
  draft: PolicyDraft,
  known?: PolicyScope,
): Promise<PolicyScope> {
  checkForm(draft);
  const { kind, scope, settings } = draft;
  const [resolved, ...found] = await Promise.all([
    resolveScope({ store, suite }, tenantId, scope, known),
    findUnknownTemplates(store, tenantId, scope),
    kindDefinitionOf(kind).findUnknown?.(suite, tenantId, settings) ?? [],
  ]);
  rejectWith([...found.flat(), ...resolved.problems]);
  return resolved.scope;
}
