import type { ProvisioningPlan } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';
import { useStackStyles } from '../../components/stack.ts';
import { ownStepName, useStepName } from '../../components/step-name.ts';
import { useDuration } from '../../components/use-duration.ts';

/**
 * Lists the own steps in the order in which they run, each with its webhook, the step before it and its time limit.
 * Plans omit steps that the team does not need, so the step before may differ from the one in the template.
 */
export function PlannedOwnSteps({ plan }: { plan: Pick<ProvisioningPlan, 'steps' | 'ownSteps'> }) {
  const stack = useStackStyles();
  const text = useMessages();
  const stepName = useStepName();
  const duration = useDuration();
  const planned = plan.steps.flatMap((name, index) => {
    const step = plan.ownSteps?.find(({ id }) => ownStepName(id) === name);
    return step === undefined ? [] : [{ ...step, previous: plan.steps[index - 1] ?? step.after }];
  });
  return (
    <ul className={stack.list}>
      {planned.map(({ id, previous, hook, timeout }) => (
        <li key={id}>
          {text('plan.ownStep', {
            id,
            hook: hook.displayName,
            after: stepName(previous),
            timeout: duration(timeout),
          })}
        </li>
      ))}
    </ul>
  );
}
