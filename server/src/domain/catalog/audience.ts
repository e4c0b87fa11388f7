/**
 * Audience targeting (docs/specification.md, section 9). A rule sees the person and an empty `request`, both when the
 * catalog is listed and when a team is requested, so that people can request exactly the templates they see.
 *
 * Deny by default: a rule that fails or is not exactly true, and targeting without a rule, admit nobody. People
 * outside of the directory are in no audience.
 */
import type { Principal } from '../../engine/principal.ts';
import type { UserProfile } from '../users/model.ts';
import type { CatalogTemplate } from './model.ts';
import type { AudienceVerdict, RuleEngine, RuleFailureListener } from './rules.ts';
import { ruleScope } from './scope.ts';

export type AudienceRules = Pick<RuleEngine, 'evaluateAudience'> & RuleFailureListener;

/** Returns the rule; undefined for a template without targeting. */
function ruleOf({ templateConfiguration }: CatalogTemplate): string | undefined {
  const { enabled, rules } = templateConfiguration.audienceTargeting;
  return enabled ? (rules ?? 'false') : undefined;
}

function reportFailure(
  rules: AudienceRules,
  { tenantId }: Principal,
  { templateConfiguration: { id, name, version } }: CatalogTemplate,
  verdict: AudienceVerdict | undefined,
): void {
  if (verdict?.failure === undefined) return;
  rules.failed?.({ tenantId, template: { id, name, version }, rule: 'audience', failure: verdict.failure });
}

/** Returns the templates that are for the person, in their order. Evaluates all rules in one call. */
export async function templatesFor(
  rules: AudienceRules,
  templates: readonly CatalogTemplate[],
  requester: UserProfile | undefined,
  principal: Principal,
): Promise<CatalogTemplate[]> {
  const targeted = templates.map(ruleOf);
  const sources = targeted.filter((rule) => rule !== undefined);
  if (sources.length === 0) return [...templates];
  if (requester === undefined) return templates.filter((_template, index) => targeted[index] === undefined);
  const verdicts = await rules.evaluateAudience(sources, ruleScope({ requester, principal }));
  let next = 0;
  return templates.filter((template, index) => {
    if (targeted[index] === undefined) return true;
    const verdict = verdicts[next];
    next += 1;
    reportFailure(rules, principal, template, verdict);
    return verdict?.allowed === true;
  });
}
