import type { ChannelProvisioningPlan } from '@charter/sdk';
import type { Session } from '../api-command.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { joined } from '../output.ts';

/**
 * Prints the plan of a channel, the conditions of its approval, the people who are left out, and its verdicts.
 * @throws CommandFailure when the plan violates a check
 */
export function showChannelPlan({ output }: Session, plan: ChannelProvisioningPlan): void {
  const names = (people: readonly { displayName: string }[]) =>
    joined(people.map(({ displayName }) => displayName));
  output.fields(plan, {
    team: plan.team.displayName,
    channel: plan.channel.displayName,
    type: plan.channel.membershipType,
    description: plan.channel.description,
    owners: names(plan.owners),
    members: names(plan.members),
    'added to the team': names(plan.joining),
    steps: plan.steps.join(', '),
  });
  if (!output.json) {
    const lines = [
      ...(plan.approvalConditions ?? []).map(({ message }) => `  · ${message}`),
      ...(plan.omissions ?? []).map(({ message }) => `  – ${message}`),
      ...plan.verdicts.map(({ outcome, message }) => `  ${outcome === 'violated' ? '✗' : '✓'} ${message}`),
    ];
    output.result(undefined, lines.join('\n'));
  }
  const violated = plan.verdicts.filter(({ outcome }) => outcome === 'violated');
  if (violated.length === 0) return;
  throw new CommandFailure(EXIT.rejected, violated.map(({ message }) => message).join(' '));
}
