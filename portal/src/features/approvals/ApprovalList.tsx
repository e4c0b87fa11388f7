import type { Approval } from '@charter/sdk';
import { Body1Strong, Caption1, mergeClasses } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { FormattedDate } from 'react-intl';
import { useMessages } from '../../base/messages.ts';
import { useStackStyles } from '../../components/stack.ts';
import { requestedName } from './requested-name.ts';
import { StatusBadge } from './StatusBadge.tsx';

/** A list of requests, each a link to its page. */
export function ApprovalList({ approvals }: { approvals: readonly Approval[] }) {
  const stack = useStackStyles();
  return (
    <ul className={stack.list}>
      {approvals.map((approval) => (
        <li key={approval.id}>
          <ApprovalLink approval={approval} />
        </li>
      ))}
    </ul>
  );
}

export function ApprovalLink({ approval }: { approval: Approval }) {
  const stack = useStackStyles();
  const text = useMessages();
  return (
    <Link
      to="/approvals/$approvalId"
      params={{ approvalId: approval.id }}
      className={mergeClasses(stack.link, stack.line)}
    >
      <span className={stack.words}>
        <Body1Strong>{requestedName(approval)}</Body1Strong>
        <Caption1>
          {text('approvals.line', {
            requester: approval.requester.displayName,
            template: approval.template.name,
          })}
          {' · '}
          <FormattedDate value={approval.createdDateTime} dateStyle="medium" />
        </Caption1>
      </span>
      <StatusBadge approval={approval} />
    </Link>
  );
}
