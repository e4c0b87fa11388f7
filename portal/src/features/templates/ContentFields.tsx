import { Body1, Button } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { Section } from '../../components/Section.tsx';
import { AppFields } from './AppFields.tsx';
import { CHANNELS } from './channel-contents.ts';
import { ChoiceValue } from './fields/ChoiceValue.tsx';
import { FieldActions, FieldGroup } from './fields/FieldGroup.tsx';
import { RemoveButton } from './fields/RemoveButton.tsx';
import { SwitchValue } from './fields/SwitchValue.tsx';
import { TextValue } from './fields/TextValue.tsx';
import { useValue } from './manifest-form.ts';
import { lengthOf, type Path } from './manifest-text.ts';
import { TabFields } from './TabFields.tsx';
import { appReference, WEBSITE } from './teams-apps.ts';

/** Channels and tabs of a new team. A template that copies a team has none. */
export function ContentFields() {
  const text = useMessages();
  const { value: channels, isReadOnly, add } = useValue(CHANNELS);
  const { value: source } = useValue(['clonedTeam', 'teamId']);
  const isCopy = typeof source === 'string' && source !== '';
  return (
    <Section title={text('templates.section.contents')}>
      {isCopy && <Body1>{text('templates.copies', { id: source })}</Body1>}
      {Array.from({ length: lengthOf(channels) }, (_, index) => (
        <Channel key={String(index)} number={index + 1} path={[...CHANNELS, index]} />
      ))}
      {!isReadOnly && !isCopy && (
        <div>
          <Button onClick={() => add({ displayName: text('templates.newChannel') })}>
            {text('templates.action.addChannel')}
          </Button>
        </div>
      )}
      {!isCopy && <AppFields />}
    </Section>
  );
}

function Channel({ number, path }: { number: number; path: Path }) {
  const text = useMessages();
  const { set, isReadOnly } = useValue(path);
  const { value: tabs, add } = useValue([...path, 'tabs']);
  const title = text('templates.channel', { number });
  const types = (['standard', 'private', 'shared'] as const).map((value) => ({
    value,
    label: text(`templates.membershipType.${value}`),
  }));
  const newTab = {
    displayName: text('templates.newTab'),
    ...appReference(WEBSITE),
    configuration: { contentUrl: 'https://' },
  };
  return (
    <FieldGroup title={title}>
      <TextValue label={text('templates.field.channelName')} path={[...path, 'displayName']} required />
      <TextValue label={text('templates.field.channelDescription')} path={[...path, 'description']} />
      <ChoiceValue
        label={text('templates.field.membershipType')}
        path={[...path, 'membershipType']}
        choices={types}
        absent="standard"
      />
      <SwitchValue
        label={text('templates.field.favorite')}
        path={[...path, 'isFavoriteByDefault']}
        absent={false}
      />
      {Array.from({ length: lengthOf(tabs) }, (_, index) => (
        <TabFields key={String(index)} number={index + 1} path={[...path, 'tabs', index]} />
      ))}
      {!isReadOnly && (
        <FieldActions>
          <Button onClick={() => add(newTab)}>{text('templates.action.addTab')}</Button>
          <RemoveButton name={title} onRemove={() => set(undefined)} />
        </FieldActions>
      )}
    </FieldGroup>
  );
}
