import { Caption1, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import {
  DocumentRegular,
  DocumentTextRegular,
  type FluentIcon,
  FolderRegular,
  MegaphoneRegular,
  TableRegular,
  TaskListLtrRegular,
} from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useMessages } from '../../base/messages.ts';
import { PLAIN_LIST } from '../../components/stack.ts';
import { useFileSize } from './use-file-size.ts';

interface SizedFile {
  path: string;
  /** Bytes; absent when unknown. */
  size?: number;
}

/** The contents of one channel in a plan or a manifest. */
export interface ShownContents {
  displayName: string;
  folders: readonly string[];
  files: readonly SizedFile[];
  copies?: readonly SizedFile[];
  plans: readonly { name: string; buckets: readonly { tasks: readonly unknown[] }[] }[];
  lists?: readonly { name: string; columns: readonly unknown[] }[];
  pages?: readonly { title: string; fileName?: string }[];
  announcements?: readonly { text: string }[];
}

const useStyles = makeStyles({
  list: { ...PLAIN_LIST, gap: tokens.spacingVerticalXXS },
  inner: { paddingInlineStart: tokens.spacingHorizontalL },
  row: { display: 'flex', gap: tokens.spacingHorizontalXS },
  // One line high, so that the icon stays beside the first line when the name wraps.
  icon: { flexShrink: 0, height: tokens.lineHeightBase300 },
  words: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  announcement: { whiteSpace: 'pre-line' },
});

/** An item of the tree: a folder with its items, or a file. */
interface Item {
  name: string;
  /** Undefined for a folder. */
  file: SizedFile | undefined;
  items: Map<string, Item>;
}

const newFolder = (name: string): Item => ({ name, file: undefined, items: new Map() });

/** Adds the items of a path to the tree. Names are compared without case, as the suites do. */
function add(root: Item, path: string, file?: SizedFile): void {
  let folder = root;
  const names = path.split('/');
  for (const [index, name] of names.entries()) {
    const key = name.toLowerCase();
    const isLast = index === names.length - 1;
    const found = folder.items.get(key) ?? { ...newFolder(name), file: isLast ? file : undefined };
    folder.items.set(key, found);
    folder = found;
  }
}

function treeOf({ folders, files, copies = [] }: ShownContents): Item {
  const root = newFolder('');
  for (const path of folders) add(root, path);
  for (const file of [...copies, ...files]) add(root, file.path, file);
  return root;
}

/** The contents of new teams, as trees by channel. The primary channel includes the lists and pages of the site. */
export function PlannedContents({ contents }: { contents: readonly ShownContents[] }) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <ul className={styles.list} aria-label={text('plan.contents')}>
      {contents.map((channel) => (
        <li key={channel.displayName}>
          <Text weight="semibold">{channel.displayName}</Text>
          <Items items={treeOf(channel).items}>
            {channel.plans.map(({ name, buckets }) => (
              <li key={name}>
                <Row icon={TaskListLtrRegular}>
                  <Text>{name}</Text>
                  <Caption1>
                    {text('contents.tasks', {
                      count: buckets.reduce((sum, { tasks }) => sum + tasks.length, 0),
                    })}
                  </Caption1>
                </Row>
              </li>
            ))}
            {channel.lists?.map(({ name, columns }) => (
              <li key={`list ${name}`}>
                <Row icon={TableRegular}>
                  <Text>{name}</Text>
                  <Caption1>{text('contents.list', { count: columns.length })}</Caption1>
                </Row>
              </li>
            ))}
            {channel.pages?.map(({ title, fileName }) => (
              <li key={`page ${fileName ?? title}`}>
                <Row icon={DocumentTextRegular}>
                  <Text>{title}</Text>
                  <Caption1>{text('contents.page')}</Caption1>
                </Row>
              </li>
            ))}
            {channel.announcements?.map((announcement) => (
              <li key={announcement.text}>
                <Row icon={MegaphoneRegular}>
                  <Text className={styles.announcement}>{announcement.text}</Text>
                </Row>
              </li>
            ))}
          </Items>
        </li>
      ))}
    </ul>
  );
}

function Items({ items, children }: { items: ReadonlyMap<string, Item>; children?: ReactNode }) {
  const styles = useStyles();
  const sizeOf = useFileSize();
  return (
    <ul className={mergeClasses(styles.list, styles.inner)}>
      {[...items].map(([key, item]) => (
        <li key={key}>
          <Row icon={item.file === undefined ? FolderRegular : DocumentRegular}>
            <Text>{item.name}</Text>
            {item.file?.size !== undefined && <Caption1>{sizeOf(item.file.size)}</Caption1>}
          </Row>
          {item.items.size > 0 && <Items items={item.items} />}
        </li>
      ))}
      {children}
    </ul>
  );
}

function Row({ icon: Icon, children }: { icon: FluentIcon; children: ReactNode }) {
  const styles = useStyles();
  return (
    <span className={styles.row}>
      <Icon aria-hidden className={styles.icon} />
      <span className={styles.words}>{children}</span>
    </span>
  );
}
