import type { CatalogTemplateCheck } from '@charter/sdk';
import { Badge, makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import { useMessages } from '../../app/messages.ts';
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
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalS,
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    alignItems: 'baseline',
  },
  reason: { color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
});

type Tests = NonNullable<CatalogTemplateCheck['audience']>;

interface AudienceTesterProps {
  people: readonly ChosenPerson[];
  onPeople: (people: readonly ChosenPerson[]) => void;
  tests: Tests | undefined;
}

/** For whom of the chosen people the template is, and why. */
export function AudienceTester({ people, onPeople, tests = [] }: AudienceTesterProps) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <section className={styles.box} aria-label={text('templates.audience.title')}>
      <Subtitle2 as="h3">{text('templates.audience.title')}</Subtitle2>
      <PeoplePicker
        label={text('templates.audience.people')}
        most={200}
        chosen={people}
        onChange={onPeople}
      />
      <ul className={styles.list} aria-label={text('templates.audience.title')}>
        {tests.map(({ person, user, isIncluded, reason, error }) => (
          <li key={person} className={styles.row}>
            <Badge appearance="tint" color={isIncluded ? 'success' : 'danger'}>
              {text(isIncluded ? 'templates.audience.included' : 'templates.audience.excluded')}
            </Badge>
            <span>
              {user?.displayName ?? person}{' '}
              <span className={styles.reason}>{error ?? text(`templates.reason.${reason}`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
