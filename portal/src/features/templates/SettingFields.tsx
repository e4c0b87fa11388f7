import { makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { Section } from '../../components/Section.tsx';
import { TEAM_SWITCHES } from '../../components/team-settings.ts';
import { ChoiceValue } from './fields/ChoiceValue.tsx';
import { useValue } from './manifest-form.ts';

const useStyles = makeStyles({
  settings: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(200px, 100%), 1fr))',
    alignItems: 'end',
  },
});

const STRUCTURE = ['initialization', 'structure'] as const;
const FOUND = 'discoverySettings.showInTeamsSearchAndSuggestions' as const;
const RATING = ['funSettings', 'giphyContentRating'] as const;

/** Fields for the settings of a new team. A setting without a value keeps the default of Microsoft Teams. */
export function SettingFields() {
  const styles = useStyles();
  const text = useMessages();
  const { value: source } = useValue(['clonedTeam', 'teamId']);
  const absent = { value: '', label: text('templates.setting.default') };
  const switches = [
    absent,
    { value: 'true', label: text('templates.setting.on') },
    { value: 'false', label: text('templates.setting.off') },
  ];
  const ratings = (['moderate', 'strict'] as const).map((value) => ({
    value,
    label: text(`templates.setting.rating.${value}`),
  }));
  // A template that copies a team copies its settings too.
  if (typeof source === 'string' && source !== '') return null;
  return (
    <Section title={text('settings.title')}>
      <div className={styles.settings}>
        {[...TEAM_SWITCHES, FOUND].map((setting) => (
          <ChoiceValue
            key={setting}
            label={text(setting)}
            path={[...STRUCTURE, ...setting.split('.')]}
            choices={switches}
            absent=""
            toValue={toSwitch}
          />
        ))}
        <ChoiceValue
          label={text('funSettings.giphyContentRating')}
          path={[...STRUCTURE, ...RATING]}
          choices={[absent, ...ratings]}
          absent=""
          toValue={(chosen) => chosen || undefined}
        />
      </div>
    </Section>
  );
}

const toSwitch = (chosen: string): boolean | undefined => (chosen === '' ? undefined : chosen === 'true');
