import type { Approval } from '@charter/sdk';
import { Body1, Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { openDialog } from '../../components/dialogs.ts';
import { useStackStyles } from '../../components/stack.ts';
import { useSession } from '../../sign-in/session-context.ts';
import { ApprovalLink } from './ApprovalList.tsx';
import { DecideSeveralDialog } from './DecideSeveralDialog.tsx';
import { requestedName } from './requested-name.ts';

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  item: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', alignItems: 'center' },
});

/** The requests that wait for the person. Several that wait for a decision can be selected and decided at once. */
export function WaitingApprovals({ approvals }: { approvals: readonly Approval[] }) {
  const styles = useStyles();
  const stack = useStackStyles();
  const text = useMessages();
  const { person } = useSession();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // The other requests are the person's own, and wait for an answer to a question.
  const decidable = approvals.filter(({ requester }) => requester.id !== person.id);
  const selected = decidable.filter(({ id }) => chosen.has(id));
  const decide = (kind: 'approve' | 'reject') =>
    openDialog((close) => <DecideSeveralDialog kind={kind} approvals={selected} onClose={close} />);
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen(
      (before) => new Set([...[...before].filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])]),
    );
  return (
    <>
      {decidable.length > 1 && (
        <div className={styles.bar}>
          <Checkbox
            label={text('approvals.select.all')}
            checked={selected.length === 0 ? false : selected.length === decidable.length ? true : 'mixed'}
            onChange={(_event, { checked }) =>
              choose(
                decidable.map(({ id }) => id),
                checked === true,
              )
            }
          />
          <Body1 role="status">{text('approvals.select.count', { count: selected.length })}</Body1>
          <Button appearance="primary" disabled={selected.length === 0} onClick={() => decide('approve')}>
            {text('decide.approve')}
          </Button>
          <Button disabled={selected.length === 0} onClick={() => decide('reject')}>
            {text('decide.reject')}
          </Button>
        </div>
      )}
      <ul className={stack.list}>
        {approvals.map((approval) => (
          <li key={approval.id} className={decidable.length > 1 ? styles.item : ''}>
            {decidable.length > 1 && (
              <Checkbox
                aria-label={text('approvals.select.one', { name: requestedName(approval) })}
                disabled={!decidable.includes(approval)}
                checked={chosen.has(approval.id)}
                onChange={(_event, { checked }) => choose([approval.id], checked === true)}
              />
            )}
            <ApprovalLink approval={approval} />
          </li>
        ))}
      </ul>
    </>
  );
}
