import type { CatalogTemplateCheck } from '@charter/sdk';
import {
  Caption1,
  Field,
  Input,
  MessageBar,
  MessageBarBody,
  makeStyles,
  Spinner,
  Subtitle2,
  tokens,
} from '@fluentui/react-components';
import type { MessageId } from '../../base/messages.ts';
import { useMessages } from '../../base/messages.ts';
import { Facts } from '../../components/Facts.tsx';
import { type ChosenPerson, PeoplePicker } from '../users/PeoplePicker.tsx';

const useStyles = makeStyles({
  box: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorTransparentStroke}`,
    minWidth: 0,
  },
  inputs: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(270px, 100%), 1fr))',
    alignItems: 'start',
  },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM, minHeight: '32px' },
  error: { color: tokens.colorPaletteRedForeground1 },
});

type Texts = NonNullable<CatalogTemplateCheck['texts']>;

const NAMES: readonly (readonly [keyof Texts, MessageId])[] = [
  ['name', 'plan.name'],
  ['mailNickname', 'plan.alias'],
  ['description', 'templates.field.description'],
  ['welcomeMessage', 'templates.preview.welcome'],
];

interface TextsPreviewProps {
  texts: Texts | undefined;
  isUpdating: boolean;
  person: readonly ChosenPerson[];
  onPerson: (person: readonly ChosenPerson[]) => void;
  name: string;
  onName: (name: string) => void;
}

/** The texts of a team as a chosen person would get them from this template. */
export function TextsPreview({ texts, isUpdating, person, onPerson, name, onName }: TextsPreviewProps) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <section className={styles.box} aria-label={text('templates.preview.title')}>
      <div className={styles.head}>
        <Subtitle2 as="h3">{text('templates.preview.title')}</Subtitle2>
        {isUpdating && <Spinner size="extra-tiny" label={text('plan.updating')} />}
      </div>
      <div className={styles.inputs}>
        <PeoplePicker
          label={text('templates.preview.person')}
          hint={text('templates.preview.personHint')}
          most={1}
          chosen={person}
          onChange={onPerson}
        />
        <Field label={text('templates.preview.name')}>
          <Input value={name} maxLength={128} onChange={(_event, { value }) => onName(value)} />
        </Field>
      </div>
      {texts === undefined && !isUpdating && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>{text('templates.preview.none')}</MessageBarBody>
        </MessageBar>
      )}
      {texts !== undefined && (
        <Facts facts={NAMES.map(([key, label]) => [text(label), <Shown key={key} shown={texts[key]} />])} />
      )}
    </section>
  );
}

function Shown({ shown }: { shown: Texts['name'] }) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <>
      {shown.text !== undefined && (shown.text || <Caption1>{text('templates.preview.empty')}</Caption1>)}
      {shown.error !== undefined && <div className={styles.error}>{shown.error}</div>}
    </>
  );
}
