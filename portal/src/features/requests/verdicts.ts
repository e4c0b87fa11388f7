/** Shows a policy's verdict beside the field that can change it. */
import type { ChannelProvisioningPlan, ProvisioningPlan } from '@charter/sdk';

/** Returns a function that returns the message of the first violated policy about a field. */
export function violationsIn(
  plan: ProvisioningPlan | ChannelProvisioningPlan | undefined,
): (field: string) => { validationMessage?: string } {
  return (field) => {
    const found = plan?.verdicts.find(({ targets }) => targets?.includes(field));
    return found === undefined ? {} : { validationMessage: found.message };
  };
}
