import type { ChannelFile, ChannelPlan, TeamChannel } from '@charter/sdk';
import { Button, Caption1, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import {
  ArrowDownloadRegular,
  ArrowUpRegular,
  DocumentRegular,
  FolderRegular,
  TaskListLtrRegular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useMessages } from '../../base/messages.ts';
import { PHONE_SCREEN } from '../../components/narrow-screen.ts';
import { Problem } from '../../components/Problem.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { PLAIN_LIST } from '../../components/stack.ts';
import { type ChannelIds, useDownload, useFiles, usePlans } from './queries.ts';
import { useFileSize } from './use-file-size.ts';

const useStyles = makeStyles({
  act: { [PHONE_SCREEN]: { minHeight: '44px' } },
  bar: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  list: { ...PLAIN_LIST, gap: tokens.spacingVerticalXS },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  name: { justifyContent: 'start', textAlign: 'start', overflowWrap: 'anywhere' },
  inner: { paddingInlineStart: tokens.spacingHorizontalL },
});

type Shown = 'files' | 'plans';

/** The files and plans of a channel. They are loaded when the person opens them. */
export function ContentsOfChannel({ teamId, channel }: { teamId: string; channel: TeamChannel }) {
  const styles = useStyles();
  const text = useMessages();
  const [shown, setShown] = useState<Shown>();
  const ids = { teamId, channelId: channel.id };
  const name = channel.displayName;
  const toggle = (part: Shown) => setShown(shown === part ? undefined : part);
  return (
    <>
      <div className={styles.bar}>
        <Button
          size="small"
          className={styles.act}
          icon={<FolderRegular />}
          aria-expanded={shown === 'files'}
          aria-label={text('contents.filesOf', { name })}
          onClick={() => toggle('files')}
        >
          {text('contents.files')}
        </Button>
        <Button
          size="small"
          className={styles.act}
          icon={<TaskListLtrRegular />}
          aria-expanded={shown === 'plans'}
          aria-label={text('contents.plansOf', { name })}
          onClick={() => toggle('plans')}
        >
          {text('contents.plans')}
        </Button>
      </div>
      {shown === 'files' && <Files ids={ids} name={name} />}
      {shown === 'plans' && <Plans ids={ids} name={name} />}
    </>
  );
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function Files({ ids, name }: { ids: ChannelIds; name: string }) {
  const styles = useStyles();
  const text = useMessages();
  const [path, setPath] = useState('');
  const files = useFiles(ids, path);
  const download = useDownload(ids);
  return (
    <>
      {path !== '' && (
        <div className={styles.row}>
          <Button
            size="small"
            className={styles.act}
            icon={<ArrowUpRegular />}
            onClick={() => setPath(folderOf(path))}
          >
            {text('contents.up')}
          </Button>
          <Caption1>{path.replaceAll('/', ' / ')}</Caption1>
        </div>
      )}
      {download.error !== null && <Problem error={download.error} />}
      <QueryView
        query={files}
        isEmpty={({ items }) => items.length === 0}
        empty={<Caption1>{text('contents.noFiles')}</Caption1>}
      >
        {({ items, isCut }) => (
          <>
            <ul className={styles.list} aria-label={text('contents.filesOf', { name })}>
              {items.map((item) => (
                <FileRow
                  key={item.id}
                  item={item}
                  isBusy={download.isPending}
                  onOpen={() => setPath(item.path)}
                  onDownload={() => download.mutate(item)}
                />
              ))}
            </ul>
            {isCut && <Caption1>{text('contents.cut', { count: items.length })}</Caption1>}
          </>
        )}
      </QueryView>
    </>
  );
}

function FileRow(props: { item: ChannelFile; isBusy: boolean; onOpen: () => void; onDownload: () => void }) {
  const { item, isBusy, onOpen, onDownload } = props;
  const styles = useStyles();
  const text = useMessages();
  const sizeOf = useFileSize();
  const isFolder = item.folder !== undefined;
  return (
    <li className={styles.row}>
      <Button
        size="small"
        appearance="subtle"
        className={mergeClasses(styles.act, styles.name)}
        icon={isFolder ? <FolderRegular /> : <DocumentRegular />}
        aria-label={text(isFolder ? 'contents.open' : 'contents.download', { name: item.name })}
        disabledFocusable={isBusy && !isFolder}
        onClick={isFolder ? onOpen : onDownload}
      >
        {item.name}
      </Button>
      <Caption1>{sizeOf(item.size)}</Caption1>
      {!isFolder && <ArrowDownloadRegular aria-hidden />}
    </li>
  );
}

function Plans({ ids, name }: { ids: ChannelIds; name: string }) {
  const styles = useStyles();
  const text = useMessages();
  const plans = usePlans(ids);
  return (
    <QueryView
      query={plans}
      isEmpty={(list) => list.length === 0}
      empty={<Caption1>{text('contents.noPlans')}</Caption1>}
    >
      {(list) => (
        <ul className={styles.list} aria-label={text('contents.plansOf', { name })}>
          {list.map((plan) => (
            <li key={plan.id} className={styles.list}>
              <Text weight="semibold">{plan.title}</Text>
              <Buckets plan={plan} />
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}

function Buckets({ plan }: { plan: ChannelPlan }) {
  const styles = useStyles();
  const text = useMessages();
  const { formatDate } = useIntl();
  return (
    <ul className={mergeClasses(styles.list, styles.inner)}>
      {plan.buckets.map(({ id, name, tasks }) => (
        <li key={id}>
          <Text>{name}</Text>
          <ul className={mergeClasses(styles.list, styles.inner)}>
            {tasks.map((task) => (
              <li key={task.id} className={styles.row}>
                <Text>{task.title}</Text>
                {task.dueDateTime !== undefined && (
                  <Caption1>
                    {text('contents.due', { date: formatDate(task.dueDateTime, { dateStyle: 'medium' }) })}
                  </Caption1>
                )}
                {task.labels.length > 0 && <Caption1>{task.labels.join(', ')}</Caption1>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
