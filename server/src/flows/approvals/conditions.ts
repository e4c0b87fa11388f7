/** Evaluates the conditions of approval stages. Runs the sandbox, so it never runs inside a transaction. */
import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { CatalogTemplateApprovalStage } from '../../domain/catalog/model.ts';
import type {
  AudienceVerdict,
  RuleEngine,
  RuleFailureListener,
  RuleScope,
} from '../../domain/catalog/rules.ts';
import { say } from '../../kernel/messages.ts';
import type { PendingApproval, RequiredApproval, StageCondition } from '../provisioning/ports.ts';

export type ConditionRules = Pick<RuleEngine, 'evaluateAudience'> & RuleFailureListener;

interface Conditional {
  /** Position of the stage in the template, from 1. */
  number: number;
  when: string;
}

/** Records the rules that failed, for administrators. */
function recordFailures(
  rules: ConditionRules,
  tenantId: string,
  template: TeamBlueprint['template'],
  conditional: readonly Conditional[],
  verdicts: readonly AudienceVerdict[],
): void {
  for (const [index, { number }] of conditional.entries()) {
    const failure = verdicts[index]?.failure;
    if (failure !== undefined) {
      rules.failed?.({ tenantId, template, rule: `approval stage ${number}`, failure });
    }
  }
}

function conditionOf(
  { number: stage, when }: Conditional,
  verdict: AudienceVerdict | undefined,
): StageCondition {
  const { allowed = false, failure } = verdict ?? {};
  if (failure !== undefined) {
    const message = say(
      'approvals.conditionFailed',
      'Stage {stage} of the approvers is asked, because its condition could not be evaluated: {problem}',
      { stage, problem: failure },
    );
    return { stage, when, outcome: 'failed', ...message };
  }
  const message = allowed
    ? say(
        'approvals.conditionMet',
        'Stage {stage} of the approvers is asked, because its condition is true.',
        {
          stage,
        },
      )
    : say(
        'approvals.conditionUnmet',
        'Stage {stage} of the approvers is not asked, because its condition is not true.',
        { stage },
      );
  return { stage, when, outcome: allowed ? 'met' : 'unmet', ...message };
}

/**
 * Returns the stages that apply to the request, and the outcome of each condition. A condition that fails leaves its
 * stage in force and is recorded for administrators.
 */
export async function applyConditions(
  rules: ConditionRules,
  tenantId: string,
  { approval: { stages }, template }: Pick<TeamBlueprint, 'approval' | 'template'>,
  scope: () => Promise<RuleScope>,
): Promise<{ stages: readonly CatalogTemplateApprovalStage[]; conditions: StageCondition[] }> {
  // Templates of earlier releases are stored without conditions.
  const conditional = stages.flatMap((stage, index): Conditional[] =>
    stage.when ? [{ number: index + 1, when: stage.when }] : [],
  );
  if (conditional.length === 0) return { stages, conditions: [] };
  const sources = conditional.map(({ when }) => when);
  const verdicts = await rules.evaluateAudience(tenantId, sources, await scope());
  const conditions = conditional.map((one, index) => conditionOf(one, verdicts[index]));
  recordFailures(rules, tenantId, template, conditional, verdicts);
  const unmet = new Set(conditions.filter(({ outcome }) => outcome === 'unmet').map(({ stage }) => stage));
  return { stages: stages.filter((_, index) => !unmet.has(index + 1)), conditions };
}

/**
 * Evaluates again, on the changed request, the conditions that a pending request did not meet. Conditions that the
 * changed request meets, and conditions that fail, become `newlyMet`.
 */
export async function reapplyConditions(
  rules: ConditionRules,
  tenantId: string,
  { template }: Pick<TeamBlueprint, 'template'>,
  pending: PendingApproval,
  scope: () => Promise<RuleScope>,
): Promise<RequiredApproval> {
  const { stages, conditions } = pending;
  const unmet = conditions.filter(({ outcome }) => outcome === 'unmet');
  if (!pending.isChanged || unmet.length === 0) return { stages, conditions };
  const conditional = unmet.map(({ stage, when }): Conditional => ({ number: stage, when }));
  const sources = conditional.map(({ when }) => when);
  const verdicts = await rules.evaluateAudience(tenantId, sources, await scope());
  recordFailures(rules, tenantId, template, conditional, verdicts);
  const newlyMet = conditional
    .map((one, index) => conditionOf(one, verdicts[index]))
    .filter(({ outcome }) => outcome !== 'unmet');
  const isNew = new Set(newlyMet.map(({ stage }) => stage));
  return { stages, conditions: conditions.filter(({ stage }) => !isNew.has(stage)), newlyMet };
}
