import { Field, Input, Select } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { TAB_CONTENTS } from './channel-contents.ts';
import { useValue } from './manifest-form.ts';
import { type Path, valueAt } from './manifest-text.ts';
import { useTabChoices } from './TabContentsValue.tsx';
import { appReference, changeOfApp, TEAMS_APPS, WEBSITE } from './teams-apps.ts';

const OTHER = 'other';
const CONTENTS = 'contents';

/** Returns the keys of a tab that stay when it shows something else. */
const kept = (tab: unknown): object =>
  Object.fromEntries(
    ['displayName', 'name', 'sortOrderIndex'].flatMap((key) => {
      const value = valueAt(tab, [key]);
      return value === undefined ? [] : [[key, value]];
    }),
  );

/** A field for the app of a tab, or for the contents of the channel that the tab shows. */
export function TabApp({ path, app }: { path: Path; app: string }) {
  const text = useMessages();
  const { value: tab, set: setTab, problem: ofTab, isReadOnly } = useValue(path);
  const { key } = changeOfApp(tab, app);
  const { set, problem: ofKey } = useValue([...path, ...key]);
  // The service reports an unknown app as a problem of the tab.
  const problem = ofKey.validationMessage === undefined ? ofTab : ofKey;
  const showsContents = valueAt(tab, ['contents']) !== undefined;
  const contents = useTabChoices(path);
  const first = TAB_CONTENTS.flatMap((kind) => contents[kind].map((name) => ({ [kind]: name })))[0];
  const choose = (id: string) => {
    if (id === CONTENTS) setTab({ ...kept(tab), contents: first });
    else if (showsContents)
      setTab({ ...kept(tab), ...appReference(id), configuration: { contentUrl: 'https://' } });
    else set(changeOfApp(tab, id).value);
  };
  const isKnown = showsContents || app === WEBSITE || TEAMS_APPS.some(({ id }) => id === app);
  return (
    <>
      <Field label={text('templates.field.tabApp')} {...(isKnown && problem)}>
        <Select
          value={showsContents ? CONTENTS : isKnown ? app : OTHER}
          disabled={isReadOnly}
          onChange={(_event, { value }) => choose(value === OTHER ? '' : value)}
        >
          <option value={WEBSITE}>{text('templates.app.website')}</option>
          {TEAMS_APPS.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {(showsContents || first !== undefined) && (
            <option value={CONTENTS}>{text('templates.app.contents')}</option>
          )}
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
