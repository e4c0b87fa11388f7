import type { Approval } from '@charter/sdk';
import { Checkbox, Field, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import { ChannelPlanPreview } from '../channel-requests/ChannelPlanPreview.tsx';
import { PlanPreview } from '../requests/PlanPreview.tsx';
import { type ChangeableFields, ChangeFields, changeableFieldsOf, changesBetween } from './ChangeFields.tsx';
import { ConcurrentDecisionNotice, useConcurrentDecision } from './ConcurrentDecisionNotice.tsx';
import {
  useApprovalPlan,
  useChannelApprovalPlan,
  useChannelPlanOf,
  useDecide,
  useRequestPlan,
} from './queries.ts';

const TYPING_MILLISECONDS = 500;

export interface DecisionDialogProps {
  approval: Approval;
  /** Called when the service has recorded the decision. */
  onDone: () => void;
  onClose: () => void;
}

/** Approves the request, with the approver's changes if there are any. */
export function ApproveDialog({ approval, onDone, onClose }: DecisionDialogProps) {
  const text = useMessages();
  // The dialog keeps the request as the approver has read it. Others may decide or change it meanwhile.
  const { stage } = approval;
  const isForChannel = approval.request.channel !== undefined;
  const teamPlan = useRequestPlan(approval).data;
  const asked = changeableFieldsOf(approval, useChannelPlanOf(approval).data ?? teamPlan);
  const [message, setMessage] = useState('');
  const [withChanges, setWithChanges] = useState(false);
  const [typed, setTyped] = useState<ChangeableFields>();
  const changed = typed ?? asked;
  const updates = withChanges ? changesBetween(asked, { ...changed, name: changed.name.trim() }) : {};
  const decide = useDecide(approval);
  const overtaking = useConcurrentDecision(approval, decide.error);
  const hasText = message !== '' || Object.keys(updates).length > 0;
  const settled = useDebounced(JSON.stringify(updates), TYPING_MILLISECONDS);
  const hasName = changed.name.trim() !== '';
  const isPlanned = withChanges && hasName;
  const ofTeam = useApprovalPlan(approval, JSON.parse(settled), isPlanned && !isForChannel);
  const ofChannel = useChannelApprovalPlan(approval, JSON.parse(settled), isPlanned && isForChannel);
  const send = () =>
    decide.mutate(
      {
        kind: 'approve',
        stage,
        ...(message && { message }),
        ...(Object.keys(updates).length > 0 && { updates }),
      },
      { onSuccess: onDone },
    );
  return (
    <FormDialog
      title={text('decide.approveTitle', { name: asked.name })}
      action={text('decide.approve')}
      isSending={decide.isPending}
      error={overtaking.isRejected ? null : decide.error}
      remedy={<ConcurrentDecisionNotice {...overtaking} seen={approval} kind="approve" hasText={hasText} />}
      canSend={!overtaking.isRejected && (!withChanges || hasName)}
      onSend={send}
      onClose={onClose}
    >
      <Field label={text('decide.message')}>
        <Textarea value={message} maxLength={2048} onChange={(_event, { value }) => setMessage(value)} />
      </Field>
      <Checkbox
        label={text(isForChannel ? 'channelRequest.withChanges' : 'decide.withChanges')}
        checked={withChanges}
        onChange={(_event, { checked }) => setWithChanges(checked === true)}
      />
      {withChanges && (
        <ChangeFields
          changed={changed}
          onChange={setTyped}
          isForChannel={isForChannel}
          plan={isForChannel ? ofChannel.data : ofTeam.data}
          error={decide.error ?? ofTeam.error ?? ofChannel.error}
          preview={
            isForChannel ? (
              <ChannelPlanPreview plan={ofChannel} isEmpty={!hasName} />
            ) : (
              <PlanPreview plan={ofTeam} isEmpty={!hasName} />
            )
          }
        />
      )}
    </FormDialog>
  );
}
