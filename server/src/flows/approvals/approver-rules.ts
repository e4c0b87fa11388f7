/** Evaluates rules for approvers: conventions whose text names people and groups. Never runs inside a transaction. */
import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import { TEMPLATE_LIMITS } from '../../domain/catalog/limits.ts';
import { hasRule } from '../../domain/catalog/manifest-values.ts';
import type { CatalogTemplateApprovalStage } from '../../domain/catalog/model.ts';
import type {
  ConventionOutcome,
  RuleEngine,
  RuleFailureListener,
  RuleScope,
} from '../../domain/catalog/rules.ts';
import { toStorable } from '../../kernel/text.ts';

export type ApproverRules = Pick<RuleEngine, 'renderConventions'> & RuleFailureListener;

/** Group names at an identity provider may contain spaces, but no reference contains one of these characters. */
const SEPARATORS = /[,;\r\n]+/;

/**
 * Splits the text of a rule into at most TEMPLATE_LIMITS.approvers distinct references. Omits references that are too
 * long, and removes or replaces characters that the database cannot store.
 */
const referencesIn = (text: string): string[] => [
  ...new Set(
    toStorable(text)
      .split(SEPARATORS)
      .map((reference) => reference.trim())
      .filter((reference) => reference !== '' && reference.length <= TEMPLATE_LIMITS.id)
      .slice(0, TEMPLATE_LIMITS.approvers),
  ),
];

/**
 * Returns a function that maps an approver's id to references to people and groups: the id itself, or those that its
 * rule renders. It returns undefined when the rule failed. A rule that renders no text names nobody.
 * @param scope reads the scope of the rules; called only when an approver is a rule
 */
export async function evaluateApprovers(
  rules: ApproverRules,
  tenantId: string,
  { template }: Pick<TeamBlueprint, 'template'>,
  stages: readonly CatalogTemplateApprovalStage[],
  scope: () => Promise<RuleScope>,
): Promise<(id: string) => string[] | undefined> {
  const sources = new Set(stages.flatMap(({ approvers }) => approvers.map(({ id }) => id).filter(hasRule)));
  if (sources.size === 0) return (id) => [id];
  const conventions = Object.fromEntries([...sources].map((source) => [source, source]));
  const outcomes: Record<string, ConventionOutcome> = await rules.renderConventions(
    tenantId,
    conventions,
    await scope(),
  );
  for (const outcome of Object.values(outcomes)) {
    if ('failure' in outcome) {
      rules.failed?.({ tenantId, template, rule: 'approvers', failure: outcome.failure });
    }
  }
  return (id) => {
    const outcome = outcomes[id];
    if (outcome === undefined) return [id];
    return 'text' in outcome ? referencesIn(outcome.text) : undefined;
  };
}
