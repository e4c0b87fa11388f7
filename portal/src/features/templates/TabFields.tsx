import { Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { RemoveButton } from './fields/RemoveButton.tsx';
import { TextValue } from './fields/TextValue.tsx';
import { useValue } from './manifest-form.ts';
import type { Path } from './manifest-text.ts';
import { appIdOf, changeOfApp, TEAMS_APPS, WEBSITE } from './teams-apps.ts';

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

const OTHER = 'other';
/** Further values of a tab's configuration, which websites do not need. */
const FURTHER = ['entityId', 'websiteUrl', 'removeUrl'] as const;

/** Fields for a tab of a channel: its name, its app, and the app's configuration. */
export function TabFields({ number, path }: { number: number; path: Path }) {
  const styles = useStyles();
  const text = useMessages();
  const { value: named } = useValue([...path, 'name']);
  const { value: configuration } = useValue([...path, 'configuration']);
  const { value: tab, set, isReadOnly } = useValue(path);
  const app = appIdOf(tab) ?? '';
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
      {!isReadOnly && <RemoveButton className={styles.remove} name={title} onRemove={() => set(undefined)} />}
    </fieldset>
  );
}

function TabApp({ path, app }: { path: Path; app: string }) {
  const text = useMessages();
  const { value: tab, problem: ofTab, isReadOnly } = useValue(path);
  const { key } = changeOfApp(tab, app);
  const { set, problem: ofKey } = useValue([...path, ...key]);
  // The service reports an unknown app as a problem of the tab.
  const problem = ofKey.validationMessage === undefined ? ofTab : ofKey;
  const choose = (id: string) => set(changeOfApp(tab, id).value);
  const isKnown = app === WEBSITE || TEAMS_APPS.some(({ id }) => id === app);
  return (
    <>
      <Field label={text('templates.field.tabApp')} {...(isKnown && problem)}>
        <Select
          value={isKnown ? app : OTHER}
          disabled={isReadOnly}
          onChange={(_event, { value }) => choose(value === OTHER ? '' : value)}
        >
          <option value={WEBSITE}>{text('templates.app.website')}</option>
          {TEAMS_APPS.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={OTHER}>{text('templates.app.other')}</option>
        </Select>
      </Field>
      {!isKnown && (
        <Field label={text('templates.field.appId')} required {...problem}>
          <Input value={app} readOnly={isReadOnly} onChange={(_event, { value }) => choose(value.trim())} />
        </Field>
      )}
    </>
  );
}
