import type { TeamChannel, TeamChannelTab } from '@charter/sdk';
import {
  Button,
  Caption1,
  Link as FluentLink,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { PHONE_SCREEN } from '../../components/narrow-screen.ts';
import { QueryView } from '../../components/QueryView.tsx';
import { AddTabDialog } from './AddTabDialog.tsx';
import { useChannelActions, useTabs } from './channel-queries.ts';

const useStyles = makeStyles({
  act: { [PHONE_SCREEN]: { minHeight: '44px' } },
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalXS,
    listStyleType: 'none',
    margin: 0,
    padding: 0,
  },
  add: { justifySelf: 'start' },
  tab: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

/** The tabs of a channel in their order. */
export function TabsOfChannel(props: { teamId: string; channel: TeamChannel; canWrite: boolean }) {
  const { teamId, channel, canWrite } = props;
  const styles = useStyles();
  const text = useMessages();
  const tabs = useTabs(teamId, channel.id);
  const add = () => openDialog((close) => <AddTabDialog teamId={teamId} channel={channel} onClose={close} />);
  const remove = (tab: TeamChannelTab) =>
    openDialog((close) => <DeleteTab teamId={teamId} channelId={channel.id} tab={tab} onClose={close} />);
  return (
    <>
      <QueryView
        query={tabs}
        isEmpty={(list) => list.length === 0}
        empty={<Caption1>{text('channels.noTabs')}</Caption1>}
      >
        {(list) => (
          <ul className={styles.list} aria-label={text('channels.tabs', { name: channel.displayName })}>
            {list.map((tab) => (
              <li key={tab.id} className={styles.tab}>
                <FluentLink href={tab.webUrl} target="_blank" rel="noreferrer">
                  {tab.displayName}
                </FluentLink>
                <Caption1>{tab.teamsApp.displayName}</Caption1>
                {canWrite && (
                  <Button
                    size="small"
                    className={styles.act}
                    appearance="subtle"
                    aria-label={text('channels.deleteTab', { name: tab.displayName })}
                    onClick={() => remove(tab)}
                  >
                    {text('action.delete')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {canWrite && (
        <Button
          size="small"
          appearance="subtle"
          icon={<AddRegular />}
          className={mergeClasses(styles.act, styles.add)}
          aria-label={text('tabs.addLabel', { name: channel.displayName })}
          onClick={add}
        >
          {text('tabs.add')}
        </Button>
      )}
    </>
  );
}

function DeleteTab(props: { teamId: string; channelId: string; tab: TeamChannelTab; onClose: () => void }) {
  const { teamId, channelId, tab, onClose } = props;
  const text = useMessages();
  const { removeTab } = useChannelActions(teamId);
  return (
    <ConfirmDialog
      danger
      title={text('channels.deleteTab', { name: tab.displayName })}
      action={text('action.delete')}
      isSending={removeTab.isPending}
      error={removeTab.error}
      onSend={() => removeTab.mutate({ channelId, tabId: tab.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {text('channels.deleteTabDetail')}
    </ConfirmDialog>
  );
}
