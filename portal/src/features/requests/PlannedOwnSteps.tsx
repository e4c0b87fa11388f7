import type { ProvisioningPlan } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';
import { useStackStyles } from '../../components/stack.ts';
import { useStepName } from '../../components/step-name.ts';
import { useDuration } from '../../components/use-duration.ts';

/** The steps of the organisation in a plan, each with its webhook, its place and its time limit. */
export function PlannedOwnSteps({ steps }: { steps: NonNullable<ProvisioningPlan['ownSteps']> }) {
  const stack = useStackStyles();
  const text = useMessages();
  const stepName = useStepName();
  const duration = useDuration();
  return (
    <ul className={stack.list}>
      {steps.map(({ id, after, hook, timeout }) => (
        <li key={id}>
          {text('plan.ownStep', {
            id,
            hook: hook.displayName,
            after: stepName(after),
            timeout: duration(timeout),
          })}
        </li>
      ))}
    </ul>
  );
}
