import type { Approval } from '@charter/sdk';
import { Body1Strong, Caption1, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { FormattedDate } from 'react-intl';
import { useMessages } from '../../app/messages.ts';
import { useStackStyles } from '../../components/stack.ts';
import { StatusBadge } from './StatusBadge.tsx';

const useStyles = makeStyles({
  link: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
  },
  words: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
});

/** Requests as links to their pages. */
export function ApprovalList({ approvals }: { approvals: readonly Approval[] }) {
  const styles = useStyles();
  const stack = useStackStyles();
  const text = useMessages();
  return (
    <ul className={stack.list}>
      {approvals.map((approval) => (
        <li key={approval.id}>
          <Link
            to="/approvals/$approvalId"
            params={{ approvalId: approval.id }}
            className={mergeClasses(stack.link, styles.link)}
          >
            <span className={styles.words}>
              <Body1Strong>{approval.request.team.name}</Body1Strong>
              <Caption1>
                {text('approvals.line', {
                  requester: approval.requester.displayName,
                  template: approval.template.name,
                })}
                {' · '}
                <FormattedDate value={approval.createdDateTime} dateStyle="medium" />
              </Caption1>
            </span>
            <StatusBadge status={approval.status} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
