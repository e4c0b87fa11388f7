import type { Approval } from '@charter/sdk';
import {
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { type Decision, useWaitingApprovals } from './queries.ts';

const useStyles = makeStyles({
  links: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalL },
});

/** Says what the person's decision has done, who is next, and offers the next request that waits for the person. */
export function DecisionResult({ approval, kind }: { approval: Approval; kind: Decision['kind'] }) {
  const styles = useStyles();
  const text = useMessages();
  const next = useWaitingApprovals().data?.value.find(({ id }) => id !== approval.id);
  const stage = approval.stages[approval.stage];
  const names = (stage?.approvers ?? [])
    .filter(({ id }) => stage?.approvedBy.includes(id) === false)
    .map(({ displayName }) => displayName)
    .join(', ');
  const isBuilt = kind === 'approve' && approval.status === 'approved';
  const goesOn = kind === 'approve' && approval.status === 'pending';
  return (
    <MessageBar intent="success" layout="multiline" role="status">
      <MessageBarBody>
        {goesOn
          ? text('decided.approveNext', { names })
          : text(`decided.${kind}`, { names, requester: approval.requester.displayName })}
      </MessageBarBody>
      {(isBuilt || next !== undefined) && (
        <MessageBarActions className={styles.links}>
          {isBuilt && (
            <Link to="/jobs/$jobId" params={{ jobId: approval.job.id }}>
              {text('decided.job')}
            </Link>
          )}
          {next !== undefined && (
            <Link to="/approvals/$approvalId" params={{ approvalId: next.id }}>
              {text('decided.next', { name: next.request.team.name })}
            </Link>
          )}
        </MessageBarActions>
      )}
    </MessageBar>
  );
}
