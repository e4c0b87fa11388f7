import type { Approval } from '@charter/sdk';
import { Body1Strong, Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { FormattedDate } from 'react-intl';
import { useMessages } from '../../app/messages.ts';
import { StatusBadge } from './StatusBadge.tsx';

const useStyles = makeStyles({
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalS,
  },
  link: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  words: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
});

/** Requests as links to their pages. */
export function ApprovalList({ approvals }: { approvals: readonly Approval[] }) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <ul className={styles.list}>
      {approvals.map((approval) => (
        <li key={approval.id}>
          <Link to="/approvals/$approvalId" params={{ approvalId: approval.id }} className={styles.link}>
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
