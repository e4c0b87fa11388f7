/** Shows a policy's verdict beside the field that can change it. */
import type { ProvisioningPlan } from '@charter/sdk';

/** Returns a function that gives the sentence of the first violated policy that concerns the field. */
export function violationsIn(
  plan: ProvisioningPlan | undefined,
): (field: string) => { validationMessage?: string } {
  return (field) => {
    const found = plan?.verdicts.find(({ targets }) => targets?.includes(field));
    return found === undefined ? {} : { validationMessage: found.message };
  };
}
