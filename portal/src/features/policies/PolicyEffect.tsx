import type { Policy } from '@charter/sdk';
import { Body1, Body1Strong, Button, Caption1, makeStyles } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { notify } from '../../components/notice-list.ts';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useStackStyles } from '../../components/stack.ts';
import { KINDS } from './kinds.ts';
import { usePolicyReport, useSetPolicyMode } from './queries.ts';

const useStyles = makeStyles({ switch: { alignSelf: 'start', justifySelf: 'start', minHeight: '44px' } });

interface PolicyEffectProps {
  policy: Policy;
  onSwitched: (saved: Policy) => void;
}

/** The teams that the policy affects or would affect, and the button that switches between enforcing and reporting. */
export function PolicyEffect({ policy, onSwitched }: PolicyEffectProps) {
  const styles = useStyles();
  const text = useMessages();
  const isReporting = policy.mode === 'report';
  const isForNewTeams = !KINDS[policy.kind].scopes.includes('teams');
  const open = () =>
    openDialog((close) => <SwitchDialog policy={policy} onSwitched={onSwitched} onClose={close} />);
  return (
    <Section title={text('policies.effect')}>
      <Body1>
        {text(policy.enabled ? (isReporting ? 'policies.reporting' : 'policies.enforcing') : 'policies.off')}
      </Body1>
      {isForNewTeams ? <Body1>{text('policies.newTeamsOnly')}</Body1> : <Affected policy={policy} />}
      <Link to="/audit" search={{ trail: 'policies', type: 'policy_violation_reported', target: policy.id }}>
        {text('policies.reported')}
      </Link>
      <Button className={styles.switch} appearance={isReporting ? 'primary' : 'secondary'} onClick={open}>
        {text(isReporting ? 'policies.enforce' : 'policies.onlyReport')}
      </Button>
    </Section>
  );
}

/** The number of affected teams, and the first of them with the reason. */
function Affected({ policy }: { policy: Policy }) {
  const stack = useStackStyles();
  const text = useMessages();
  return (
    <QueryView query={usePolicyReport(policy)}>
      {({ appliesToCount: all, affectedCount: affected, isComplete, teams, omissions = [] }) => (
        <>
          <Body1Strong role="status">{text('policies.affected', { affected, all })}</Body1Strong>
          {omissions.map(({ message }) => (
            <Caption1 key={message}>{message}</Caption1>
          ))}
          {!isComplete && <Caption1>{text('policies.incomplete')}</Caption1>}
          <ul className={stack.list} aria-label={text('policies.affectedTeams')}>
            {teams.map(({ id, displayName, message }) => (
              <li key={id}>
                <Link to="/teams/$teamId" params={{ teamId: id }}>
                  {displayName}
                </Link>{' '}
                <Caption1>{message}</Caption1>
              </li>
            ))}
          </ul>
          {affected > teams.length && (
            <Caption1>{text('policies.moreAffected', { count: affected - teams.length })}</Caption1>
          )}
        </>
      )}
    </QueryView>
  );
}

function SwitchDialog({ policy, onSwitched, onClose }: PolicyEffectProps & { onClose: () => void }) {
  const text = useMessages();
  const change = useSetPolicyMode();
  const report = usePolicyReport(policy).data;
  const { name } = policy;
  const isReporting = policy.mode === 'report';
  const send = () =>
    change.mutate(
      { ...policy, mode: isReporting ? 'enforce' : 'report' },
      {
        onSuccess: (saved) => {
          onSwitched(saved);
          notify(text(isReporting ? 'policies.created' : 'policies.reportsNow', { name }));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={text(isReporting ? 'policies.enforceTitle' : 'policies.onlyReportTitle', { name })}
      action={text(isReporting ? 'policies.enforce' : 'policies.onlyReport')}
      isSending={change.isPending}
      error={change.error}
      onSend={send}
      onClose={onClose}
    >
      {isReporting && report !== undefined
        ? text('policies.enforceDetail', { affected: report.affectedCount })
        : text(isReporting ? 'policies.enforcing' : 'policies.reporting')}
    </ConfirmDialog>
  );
}
