import type { ChannelProvisioningPlan } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';
import { PreviewFrame, type PreviewState } from '../requests/PreviewFrame.tsx';
import { ChannelPlanFacts } from './ChannelPlanFacts.tsx';

/** A live preview of the channel while the person fills in the form. */
export function ChannelPlanPreview(state: PreviewState<ChannelProvisioningPlan>) {
  const text = useMessages();
  return (
    <PreviewFrame title={text('channelRequest.plan')} empty={text('channelRequest.planEmpty')} {...state}>
      {(plan) => <ChannelPlanFacts plan={plan} />}
    </PreviewFrame>
  );
}
