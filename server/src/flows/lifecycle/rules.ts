import type { CatalogTemplate, CatalogTemplateLifecycle } from '../../domain/catalog/model.ts';
import {
  type GovernanceFacts,
  type Policy,
  policiesFor,
  policiesOfKind,
} from '../../domain/policies/model.ts';
import type { Metadata } from '../../domain/teams/metadata.ts';
import { renewalMonthsOf, teamEndOf } from '../../domain/teams/time-limits.ts';
import type { SuiteCapabilities } from '../../engine/suite.ts';
import type { LifecycleRules } from './model.ts';

const ofPolicy = ({ id, name, settings }: Policy<'lifecycle'>): LifecycleRules => ({
  ...settings,
  source: { type: 'policy', id, name },
});

function ofTemplate(template: CatalogTemplate | undefined): LifecycleRules | undefined {
  if (template === undefined) return undefined;
  const { id, name, lifecycle } = template.templateConfiguration;
  const { enabled, inactivityDays, graceDays, action } = lifecycle;
  if (!enabled) return undefined;
  return { inactivityDays, graceDays, action, source: { type: 'template', id, name } };
}

/** Returns the lifecycle of the team's template, if it is enabled. */
export function templateLifecycleOf(
  { templateId }: Pick<GovernanceFacts, 'templateId'>,
  templates: ReadonlyMap<string, CatalogTemplate>,
): CatalogTemplateLifecycle | undefined {
  const lifecycle =
    templateId === null ? undefined : templates.get(templateId)?.templateConfiguration.lifecycle;
  return lifecycle?.enabled ? lifecycle : undefined;
}

/**
 * Removes the parts that the suite does not support. The plan of a team names them (flows/provisioning/unsupported.ts).
 */
export function supportedLifecycle(
  capabilities: SuiteCapabilities,
  lifecycle: CatalogTemplateLifecycle | undefined,
): CatalogTemplateLifecycle | undefined {
  if (lifecycle === undefined) return undefined;
  const { emptyDays, siteReadOnly, ...others } = lifecycle;
  return {
    ...others,
    ...(capabilities.contentUsage && emptyDays != null && { emptyDays }),
    ...(capabilities.siteReadOnly && siteReadOnly != null && { siteReadOnly }),
  };
}

/**
 * Adds the time limits of the template. They also apply under a policy, which sets only inactivity, grace period and
 * action.
 */
export function withTimeLimits(
  rules: LifecycleRules | undefined,
  lifecycle: CatalogTemplateLifecycle | undefined,
  createdAt: Date,
  metadata: Metadata | undefined,
): LifecycleRules | undefined {
  if (rules === undefined || lifecycle === undefined) return rules;
  const { emptyDays, siteReadOnly } = lifecycle;
  const renewalMonths = renewalMonthsOf(lifecycle, metadata);
  const end = teamEndOf(lifecycle, createdAt, metadata);
  return {
    ...rules,
    ...(emptyDays != null && { emptyDays }),
    ...(renewalMonths !== undefined && { renewalMonths }),
    ...(end !== undefined && { endDateTime: end.toISOString() }),
    ...(siteReadOnly && { siteReadOnly }),
  };
}

/**
 * Returns a team's rules from the first source that has some: attached policy, policy for its answers, policy for its
 * template, its template, policy for the whole tenant. Returns undefined when no source has rules.
 * @param policies the tenant's enabled policies
 * @param templates the tenant's templates, by id
 */
export function lifecycleRulesFor(
  governed: GovernanceFacts,
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
