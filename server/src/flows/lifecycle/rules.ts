import type { CatalogTemplate } from '../../domain/catalog/model.ts';
import { type Governed, type Policy, policiesFor, policiesOfKind } from '../../domain/policies/model.ts';
import type { LifecycleRules } from './model.ts';

const ofPolicy = ({ id, name, settings }: Policy<'lifecycle'>): LifecycleRules => ({
  ...settings,
  source: { type: 'policy', id, name },
});

function ofTemplate(template: CatalogTemplate | undefined): LifecycleRules | undefined {
  if (template === undefined) return undefined;
  const { id, name, lifecycle } = template.templateConfiguration;
  const { enabled, ...rules } = lifecycle;
  return enabled ? { ...rules, source: { type: 'template', id, name } } : undefined;
}

/**
 * Returns a team's rules from the first source that has some: attached policy, policy for its template, its template,
 * policy for the whole tenant. Returns undefined when no source has rules.
 * @param policies the tenant's enabled policies
 * @param templates the tenant's templates, by id
 */
export function lifecycleRulesFor(
  governed: Governed,
  policies: readonly Policy[],
  templates: ReadonlyMap<string, CatalogTemplate>,
): LifecycleRules | undefined {
  const [policy] = policiesOfKind(policiesFor(policies, governed), 'lifecycle');
  const template = governed.templateId === null ? undefined : templates.get(governed.templateId);
  if (policy === undefined) return ofTemplate(template);
  return policy.reach === 'tenant' ? (ofTemplate(template) ?? ofPolicy(policy)) : ofPolicy(policy);
}

export const templatesById = (templates: readonly CatalogTemplate[]): Map<string, CatalogTemplate> =>
  new Map(templates.map((template) => [template.templateConfiguration.id, template]));
