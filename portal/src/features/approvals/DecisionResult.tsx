import type { Approval } from '@charter/sdk';
import {
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useMessages } from '../../base/messages.ts';
import { type Decision, useWaitingApprovals } from './queries.ts';
import { requestedName } from './requested-name.ts';

const useStyles = makeStyles({
  links: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalL },
});

/**
 * Says what the person's decision has done and who decides next, and offers the next request that waits for the person.
 */
export function DecisionResult({ approval, kind }: { approval: Approval; kind: Decision['kind'] }) {
  const styles = useStyles();
  const text = useMessages();
  const bar = useRef<HTMLDivElement>(null);
  // The decision buttons are at the end of the page, so the result may be out of view.
  useEffect(() => {
    bar.current?.scrollIntoView({ block: 'center' });
  }, []);
  const next = useWaitingApprovals().data?.value.find(({ id }) => id !== approval.id);
  const names = useNextDeciders(approval);
  const isBuilt = kind === 'approve' && approval.status === 'approved';
  const goesOn = kind === 'approve' && approval.status === 'pending';
  return (
    <div ref={bar}>
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
                {text('decided.next', { name: requestedName(next) })}
              </Link>
            )}
          </MessageBarActions>
        )}
      </MessageBar>
    </div>
  );
}

/**
 * Names the approvers that the current stage waits for: one of them, or each. Administrators decide a stage without
 * approvers.
 */
function useNextDeciders({ stages, stage }: Approval): string {
  const text = useMessages();
  const { formatList } = useIntl();
  const { approvers = [], approvedBy = [], require = 'any' } = stages[stage] ?? {};
  const names = approvers.filter(({ id }) => !approvedBy.includes(id)).map(({ displayName }) => displayName);
  if (names.length === 0) return text('decided.administrator');
  return formatList(names, { type: require === 'all' ? 'conjunction' : 'disjunction' });
}
