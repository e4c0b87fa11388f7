import { makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { RemoveButton } from './fields/RemoveButton.tsx';
import { TextValue } from './fields/TextValue.tsx';
import { useValue } from './manifest-form.ts';
import { type Path, valueAt } from './manifest-text.ts';
import { TabApp } from './TabApp.tsx';
import { TabContentsValue } from './TabContentsValue.tsx';
import { appIdOf, WEBSITE } from './teams-apps.ts';

const useStyles = makeStyles({
  tab: {
    border: 0,
    margin: 0,
    padding: 0,
    minWidth: 0,
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(180px, 100%), 1fr))',
    alignItems: 'start',
  },
  remove: { gridColumn: '1 / -1', justifySelf: 'start' },
});

/** Further values of a tab's configuration, which websites do not need. */
const FURTHER = ['entityId', 'websiteUrl', 'removeUrl'] as const;

/** Fields for a tab of a channel: its name, and its app with the configuration, or the contents that it shows. */
export function TabFields({ number, path }: { number: number; path: Path }) {
  const styles = useStyles();
  const text = useMessages();
  const { value: named } = useValue([...path, 'name']);
  const { value: configuration } = useValue([...path, 'configuration']);
  const { value: tab, set, isReadOnly } = useValue(path);
  const app = appIdOf(tab) ?? '';
  const showsContents = valueAt(tab, ['contents']) !== undefined;
  const written = (configuration ?? {}) as Readonly<Record<string, unknown>>;
  const title = text('templates.tab', { number });
  return (
    <fieldset aria-label={title} className={styles.tab}>
      <TextValue
        label={text('templates.field.tabName')}
        path={[...path, named === undefined ? 'displayName' : 'name']}
        required
      />
      <TabApp path={path} app={app} />
      {showsContents ? (
        <TabContentsValue path={path} />
      ) : (
        <>
          <TextValue
            label={text('templates.field.tabAddress')}
            hint={text(app === WEBSITE ? 'templates.field.tabWebsiteHint' : 'templates.field.tabAddressHint')}
            path={[...path, 'configuration', 'contentUrl']}
          />
          {FURTHER.filter((key) => app !== WEBSITE || written[key] !== undefined).map((key) => (
            <TextValue
              key={key}
              label={text(`templates.field.tab.${key}`)}
              path={[...path, 'configuration', key]}
            />
          ))}
        </>
      )}
      {!isReadOnly && <RemoveButton className={styles.remove} name={title} onRemove={() => set(undefined)} />}
    </fieldset>
  );
}
