import type { ProvisioningPlan } from '@charter/sdk';
import type { Session } from '../api-command.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';

/**
 * Prints the plan, notices about the suite, the conditions of its approval, the parts of the template that it omits, and
 * its verdicts.
 * @throws CommandFailure when the plan violates a policy
 */
export function showPlan({ output }: Session, plan: ProvisioningPlan): void {
  output.fields(plan, {
    name: plan.name,
    'mail alias': plan.mailNickname,
    visibility: plan.visibility,
    description: plan.description,
    channels: plan.channels.map(({ displayName }) => displayName).join(', ') || undefined,
    steps: plan.steps.join(', '),
  });
  const violated = plan.verdicts.filter(({ outcome }) => outcome === 'violated');
  if (!output.json) {
    const lines = [
      ...(plan.notices ?? []).map(({ message }) => `  ! ${message}`),
      ...(plan.approvalConditions ?? []).map(({ message }) => `  · ${message}`),
      ...(plan.omissions ?? []).map(({ message }) => `  – ${message}`),
      ...plan.verdicts.map(({ outcome, message }) => `  ${outcome === 'violated' ? '✗' : '✓'} ${message}`),
    ];
    output.result(undefined, lines.join('\n'));
  }
  if (violated.length === 0) return;
  throw new CommandFailure(EXIT.rejected, violated.map(({ message }) => message).join(' '));
}
