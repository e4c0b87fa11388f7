import type { TeamChannel, TeamSummary } from '@charter/sdk';
import { Badge, Body1, Button, Caption1, makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { PHONE_SCREEN } from '../../components/narrow-screen.ts';
import { notify } from '../../components/notice-list.ts';
import { QueryView } from '../../components/QueryView.tsx';
import { useChannelTemplates } from '../channel-requests/queries.ts';
import { ViolationsOfTeam } from '../channel-violations/ViolationsOfTeam.tsx';
import { ContentsOfChannel } from '../contents/ContentsOfChannel.tsx';
import { ArchiveChannelDialog } from './ArchiveChannelDialog.tsx';
import { ChannelDialog, isCreatableType } from './ChannelDialog.tsx';
import { type ChannelChange, useChannelActions, useChannels } from './channel-queries.ts';
import { useChannelPermissions, useTeamPermissions } from './permissions.ts';
import { TabsOfChannel } from './TabsOfChannel.tsx';

type Channel = TeamChannel & { isPrimary: boolean };

const useStyles = makeStyles({
  act: { [PHONE_SCREEN]: { minHeight: '44px' } },
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'end',
    gap: tokens.spacingHorizontalS,
  },
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
    listStyleType: 'none',
    margin: 0,
    padding: 0,
  },
  channel: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalL,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    overflowWrap: 'anywhere',
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  name: { margin: 0, flexGrow: 1 },
});

/** The channels of a team that the person can see, each with its tabs. */
export function ChannelsSection({ team }: { team: TeamSummary }) {
  const styles = useStyles();
  const text = useMessages();
  const { types, allows } = useChannelPermissions(team);
  const { canManage } = useTeamPermissions(team);
  const channels = useChannels(team.id);
  const templates = useChannelTemplates(team.id);
  const navigate = useNavigate();
  const request = () => void navigate({ to: '/teams/$teamId/request-channel', params: { teamId: team.id } });
  const create = () =>
    openDialog((close) => <ChannelDialog teamId={team.id} types={types} onClose={close} />);
  const edit = (channel: Channel) =>
    openDialog((close) => <ChannelDialog teamId={team.id} channel={channel} onClose={close} />);
  const archive = (channel: Channel, change: ChannelChange) =>
    openDialog((close) => (
      <ArchiveChannelDialog teamId={team.id} channel={channel} change={change} onClose={close} />
    ));
  const remove = (channel: Channel) =>
    openDialog((close) => <DeleteChannel teamId={team.id} channel={channel} onClose={close} />);
  // Microsoft 365 shows the channels of an archived team as archived too.
  const isArchived = (channel: Channel): boolean => channel.isArchived === true && !team.isArchived;
  const changeOf = (channel: Channel): ChannelChange => (isArchived(channel) ? 'unarchive' : 'archive');
  return (
    <>
      {canManage && <ViolationsOfTeam teamId={team.id} />}
      <div className={styles.bar}>
        {templates.data !== undefined && templates.data.value.length > 0 && (
          <Button icon={<AddRegular />} onClick={request}>
            {text('channelRequest.title')}
          </Button>
        )}
        {types.some(isCreatableType) && (
          <Button icon={<AddRegular />} onClick={create}>
            {text('channels.create')}
          </Button>
        )}
      </div>
      <QueryView
        query={channels}
        isEmpty={(list) => list.length === 0}
        empty={<Body1>{text('channels.none')}</Body1>}
      >
        {(list) => (
          <ul className={styles.list}>
            {list.map((channel) => (
              <li key={channel.id} className={styles.channel}>
                <div className={styles.head}>
                  <Subtitle2 as="h2" className={styles.name}>
                    {channel.displayName}
                  </Subtitle2>
                  <Badge appearance="outline">
                    {text(channel.isPrimary ? 'channels.primary' : `channels.type.${channel.membershipType}`)}
                  </Badge>
                  {isArchived(channel) && (
                    <Badge appearance="tint" color="informative">
                      {text('channels.archived')}
                    </Badge>
                  )}
                  {allows('updateTeamChannel', channel) && !isArchived(channel) && (
                    <Button
                      size="small"
                      className={styles.act}
                      aria-label={text('channels.editLabel', { name: channel.displayName })}
                      onClick={() => edit(channel)}
                    >
                      {text('action.edit')}
                    </Button>
                  )}
                  {allows(`${changeOf(channel)}TeamChannel`, channel) && !channel.isPrimary && (
                    <Button
                      size="small"
                      className={styles.act}
                      aria-label={text(`channels.title.${changeOf(channel)}`, { name: channel.displayName })}
                      onClick={() => archive(channel, changeOf(channel))}
                    >
                      {text(`teams.change.${changeOf(channel)}`)}
                    </Button>
                  )}
                  {allows('deleteTeamChannel', channel) && !channel.isPrimary && (
                    <Button
                      size="small"
                      className={styles.act}
                      aria-label={text('channels.deleteLabel', { name: channel.displayName })}
                      onClick={() => remove(channel)}
                    >
                      {text('action.delete')}
                    </Button>
                  )}
                </div>
                {channel.description !== undefined && <Caption1>{channel.description}</Caption1>}
                <TabsOfChannel
                  teamId={team.id}
                  channel={channel}
                  canWrite={allows('deleteTeamChannelTab', channel) && !isArchived(channel)}
                />
                <ContentsOfChannel teamId={team.id} channel={channel} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </>
  );
}

function DeleteChannel(props: { teamId: string; channel: Channel; onClose: () => void }) {
  const { teamId, channel, onClose } = props;
  const text = useMessages();
  const { remove } = useChannelActions(teamId);
  const { displayName: name } = channel;
  const done = () => {
    notify(text('channels.deleted', { name }));
    onClose();
  };
  return (
    <ConfirmDialog
      danger
      title={text('channels.deleteLabel', { name })}
      action={text('action.delete')}
      isSending={remove.isPending}
      error={remove.error}
      typed={name}
      onSend={() => remove.mutate(channel.id, { onSuccess: done })}
      onClose={onClose}
    >
      {text('channels.deleteDetail')}
    </ConfirmDialog>
  );
}
