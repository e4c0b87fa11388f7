/**
 * Who a template is for (docs/specification.md 9). Decided on the person alone, before any request exists, so that what
 * somebody is shown and what they may ask for are the same; `request.*` is empty in both.
 *
 * Deny by default: a rule that throws, overruns or is not exactly true, and targeting without a rule, show
 * the template to nobody, and who is not in the directory is in no audience.
 */
import type { Principal } from '../../engine/principal.ts';
import type { UserProfile } from '../users/model.ts';
import type { CatalogTemplate } from './model.ts';
import type { AudienceVerdict, RuleEngine, RuleFailureListener } from './rules.ts';
import { ruleScope } from './scope.ts';

export type AudienceRules = Pick<RuleEngine, 'evaluateAudience'> & RuleFailureListener;

/** The rule that decides; undefined when the template is for everybody. An empty rule is true for nobody. */
function ruleOf({ templateConfiguration }: CatalogTemplate): string | undefined {
  const { enabled, rules } = templateConfiguration.audienceTargeting;
  return enabled ? (rules ?? 'false') : undefined;
}

function tellOfFailure(
  rules: AudienceRules,
  { tenantId }: Principal,
  { templateConfiguration: { id, name, version } }: CatalogTemplate,
  verdict: AudienceVerdict | undefined,
): void {
  if (verdict?.failure === undefined) return;
  rules.failed?.({ tenantId, template: { id, name, version }, rule: 'audience', failure: verdict.failure });
}

/** Those of `templates` that are for the person, in their order. One evaluation for all of them. */
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
    tellOfFailure(rules, principal, template, verdict);
    return verdict?.allowed === true;
  });
}
