import type { ChannelViolation } from '@charter/sdk';
import { Button, makeStyles } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { PHONE_SCREEN } from '../../components/narrow-screen.ts';
import { notify } from '../../components/notice-list.ts';
import { useIsPermitted } from '../me/queries.ts';
import { useAllow } from './queries.ts';

const useStyles = makeStyles({ act: { [PHONE_SCREEN]: { minHeight: '44px' } } });

/** Lets administrators allow a channel that violates a policy. */
export function AllowButton({ violation }: { violation: ChannelViolation }) {
  const styles = useStyles();
  const text = useMessages();
  const may = useIsPermitted();
  const canAllow = violation.status === 'scheduled' || violation.status === 'reported';
  if (!canAllow || !may('allowChannel')) return null;
  return (
    <Button
      size="small"
      className={styles.act}
      aria-label={text('violations.allowLabel', { name: violation.channel.displayName })}
      onClick={() => openDialog((close) => <AllowDialog violation={violation} onClose={close} />)}
    >
      {text('violations.allow')}
    </Button>
  );
}

function AllowDialog({ violation, onClose }: { violation: ChannelViolation; onClose: () => void }) {
  const text = useMessages();
  const allow = useAllow(violation.id);
  const { displayName: name } = violation.channel;
  const done = () => {
    notify(text('violations.allowed', { name }));
    onClose();
  };
  return (
    <ConfirmDialog
      title={text('violations.allowLabel', { name })}
      action={text('violations.allow')}
      isSending={allow.isPending}
      error={allow.error}
      onSend={() => allow.mutate(undefined, { onSuccess: done })}
      onClose={onClose}
    >
      {text('violations.allowDetail', { policy: violation.policy.name })}
    </ConfirmDialog>
  );
}
