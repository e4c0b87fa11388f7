/**
 * Audience targeting (docs/specification.md, section 9). A rule sees the person, the calling app and an empty
 * `request`, both when the catalog is listed and when a team is requested, so that people can request exactly the
 * templates they see.
 *
 * Access is denied by default: a template is hidden if its rule fails or returns anything but `true`, or if it has
 * targeting without a rule. People who are not in the directory are in no audience.
 */
import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { UserProfile } from '../directory/model.ts';
import type { SuiteUsers } from '../directory/suite.ts';
import type { CatalogTemplate } from './model.ts';
import type { RuleEngine, RuleFailureListener } from './rules.ts';
import { ruleScope } from './scope.ts';

export interface AudienceDeps {
  store: Pick<Store, 'in'>;
  suite: { users: Pick<SuiteUsers, 'profile'> };
  rules: Pick<RuleEngine, 'evaluateAudience'> & RuleFailureListener;
}

/** Returns the templates whose audience includes the person, in the given order. Evaluates all rules in one call. */
export async function templatesFor<Listed extends Pick<CatalogTemplate, 'templateConfiguration'>>(
  rules: AudienceDeps['rules'],
  templates: readonly Listed[],
  requester: UserProfile | undefined,
  principal: Principal,
): Promise<Listed[]> {
  const { tenantId } = principal;
  const targeted = templates
    .map(({ templateConfiguration }) => templateConfiguration)
    .filter(({ audienceTargeting }) => audienceTargeting.enabled);
  if (targeted.length === 0) return [...templates];
  const sources = targeted.map(({ audienceTargeting }) => audienceTargeting.rules ?? 'false');
  const scope = ruleScope({ requester, principal });
  const verdicts = requester === undefined ? [] : await rules.evaluateAudience(tenantId, sources, scope);
  const excluded = new Set(targeted.filter((_, index) => verdicts[index]?.allowed !== true));
  for (const [index, { id, name, version }] of targeted.entries()) {
    const failure = verdicts[index]?.failure;
    if (failure === undefined) continue;
    rules.failed?.({ tenantId, template: { id, name, version }, rule: 'audience', failure });
  }
  return templates.filter(({ templateConfiguration }) => !excluded.has(templateConfiguration));
}
