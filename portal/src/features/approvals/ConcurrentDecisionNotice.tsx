import { type Approval, CharterApiError } from '@charter/sdk';
import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { useSession } from '../../sign-in/session-context.ts';
import { useOutcome } from './outcome.ts';
import { type Decision, useApproval } from './queries.ts';

export interface ConcurrentDecision {
  /** The request as it is now. */
  present: Approval;
  /** Whether somebody else has decided since the dialog opened. */
  isOvertaken: boolean;
  /** Whether the service has rejected the person's own decision for that reason. */
  isRejected: boolean;
}

/**
 * Compares the request with the version that its approver has seen.
 * @param seen the request when the dialog opened
 * @param error the response to the person's decision
 */
export function useConcurrentDecision(seen: Approval, error: unknown): ConcurrentDecision {
  const { person } = useSession();
  const present = useApproval(seen.id).data ?? seen;
  const hasMoved = present.status !== 'pending' || present.stage !== seen.stage;
  const isOwn = (present.decisions ?? []).some(
    ({ stage, decider }) => stage === seen.stage && decider.id === person.id,
  );
  const { status, code } = error instanceof CharterApiError ? error : {};
  const isRejected = status === 403 || status === 409;
  return {
    present,
    isOvertaken: hasMoved && !isOwn,
    isRejected: !isOwn && (code === 'ApprovalAlreadyResolved' || (isRejected && hasMoved)),
  };
}

interface ConcurrentDecisionNoticeProps extends ConcurrentDecision {
  seen: Approval;
  kind: Decision['kind'];
  /** Whether the person has typed something. */
  hasText: boolean;
}

/** Says that somebody else decided first, who it was, and that the person's own decision was not recorded. */
export function ConcurrentDecisionNotice({
  seen,
  present,
  kind,
  isOvertaken,
  isRejected,
  hasText,
}: ConcurrentDecisionNoticeProps) {
  const text = useMessages();
  const outcomeOf = useOutcome();
  if (!isOvertaken && !isRejected) return null;
  const passed = (present.decisions ?? []).findLast(({ stage }) => stage === seen.stage);
  const moved =
    present.stage !== seen.stage &&
    passed !== undefined &&
    text('decide.overtaken.stage', {
      name: passed.decider.displayName,
      passed: seen.stage + 1,
      number: present.stage + 1,
    });
  return (
    <MessageBar intent="warning" layout="multiline" role="alert">
      <MessageBarBody>
        <MessageBarTitle>
          {text(isRejected ? `decide.overtaken.${kind}` : 'decide.overtaken')}
        </MessageBarTitle>
        {[outcomeOf(present) ?? moved, isRejected && hasText && text('decide.typedKept')]
          .filter(Boolean)
          .join(' ')}
      </MessageBarBody>
    </MessageBar>
  );
}
