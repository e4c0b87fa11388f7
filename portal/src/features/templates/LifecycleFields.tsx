import { makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { Section } from '../../components/Section.tsx';
import { ChoiceValue } from './fields/ChoiceValue.tsx';
import { SwitchValue } from './fields/SwitchValue.tsx';
import { TextValue } from './fields/TextValue.tsx';

const useStyles = makeStyles({
  pair: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(200px, 100%), 1fr))',
    alignItems: 'start',
  },
});

const days = (...counts: number[]) => counts.map((count) => ({ value: String(count), label: String(count) }));

/** Returns the choices for a key that may be absent: no value, or a number. */
const optional = (...counts: number[]) => [{ value: '', label: '–' }, ...days(...counts)];
const toOptional = (chosen: string) => (chosen === '' ? undefined : Number(chosen));

/** Fields that decide when teams of the template count as unused, end, or need a renewal. */
export function LifecycleFields() {
  const styles = useStyles();
  const text = useMessages();
  const path = ['templateConfiguration', 'lifecycle'];
  const actions = (['None', 'Archive', 'Delete'] as const).map((value) => ({
    value,
    label: text(`templates.action.lifecycle.${value}`),
  }));
  return (
    <Section title={text('templates.section.lifecycle')}>
      <SwitchValue label={text('templates.field.lifecycle')} path={[...path, 'enabled']} absent={false} />
      <div className={styles.pair}>
        <ChoiceValue
          label={text('templates.field.inactivityDays')}
          path={[...path, 'inactivityDays']}
          choices={days(7, 30, 90)}
          absent="30"
          toValue={Number}
        />
        <ChoiceValue
          label={text('templates.field.graceDays')}
          path={[...path, 'graceDays']}
          choices={days(7, 30)}
          absent="7"
          toValue={Number}
        />
        <ChoiceValue
          label={text('templates.field.lifecycleAction')}
          path={[...path, 'action']}
          choices={actions}
          absent="Archive"
        />
      </div>
      <div className={styles.pair}>
        <TextValue
          label={text('templates.field.endDateQuestion')}
          hint={text('templates.field.questionHint')}
          path={[...path, 'endDateQuestion']}
        />
        <ChoiceValue
          label={text('templates.field.endMonths')}
          path={[...path, 'endMonths']}
          choices={optional(1, 3, 6, 12, 24, 36)}
          absent=""
          toValue={toOptional}
        />
        <TextValue
          label={text('templates.field.renewalMonthsQuestion')}
          hint={text('templates.field.questionHint')}
          path={[...path, 'renewalMonthsQuestion']}
        />
        <ChoiceValue
          label={text('templates.field.renewalMonths')}
          path={[...path, 'renewalMonths']}
          choices={optional(1, 3, 6, 12, 24)}
          absent=""
          toValue={toOptional}
        />
        <ChoiceValue
          label={text('templates.field.emptyDays')}
          path={[...path, 'emptyDays']}
          choices={optional(7, 30)}
          absent=""
          toValue={toOptional}
        />
      </div>
      <SwitchValue
        label={text('templates.field.siteReadOnly')}
        path={[...path, 'siteReadOnly']}
        absent={false}
      />
    </Section>
  );
}
