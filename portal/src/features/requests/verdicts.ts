/** Shows a policy's verdict beside the field that can change it. */
import type { ProvisioningPlan } from '@charter/sdk';

/** Fields of a request that a violated policy concerns. Other policies stand in the preview alone. */
const FIELDS: Record<string, readonly string[]> = {
  naming: ['team.name'],
  duplicateNames: ['team.name'],
  description: ['team.description'],
  mandatoryMembership: ['team.membership.owners', 'team.membership.members'],
  teamOwner: ['team.membership.owners'],
};

/** Returns a function that gives the sentence of the first violated policy that concerns the field. */
export function violationsIn(
  plan: ProvisioningPlan | undefined,
): (field: string) => { validationMessage?: string } {
  const violated = (plan?.verdicts ?? []).filter(({ outcome }) => outcome === 'violated');
  return (field) => {
    const found = violated.find(({ policy }) => FIELDS[policy]?.includes(field));
    return found === undefined ? {} : { validationMessage: found.message };
  };
}
