import type { ProvisioningPlan } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';
import { PlanFacts } from './PlanFacts.tsx';
import { PreviewFrame, type PreviewState } from './PreviewFrame.tsx';

/** A live preview of the team while the person fills in the form. */
export function PlanPreview(state: PreviewState<ProvisioningPlan>) {
  const text = useMessages();
  return (
    <PreviewFrame title={text('plan.title')} empty={text('plan.empty')} {...state}>
      {(plan) => <PlanFacts plan={plan} />}
    </PreviewFrame>
  );
}
