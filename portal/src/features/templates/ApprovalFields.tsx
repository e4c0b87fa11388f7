import { Button, makeStyles } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { Section } from '../../components/Section.tsx';
import { ApproverRules } from './fields/ApproverRules.tsx';
import { ChoiceValue } from './fields/ChoiceValue.tsx';
import { FieldGroup } from './fields/FieldGroup.tsx';
import { PeopleValue } from './fields/PeopleValue.tsx';
import { RemoveButton } from './fields/RemoveButton.tsx';
import { SwitchValue } from './fields/SwitchValue.tsx';
import { TextValue } from './fields/TextValue.tsx';
import { useValue } from './manifest-form.ts';
import { lengthOf, type Path } from './manifest-text.ts';

const useStyles = makeStyles({
  action: { justifySelf: 'start' },
});

const PATH = ['templateConfiguration', 'approval'] as const;

/** The levels that the form offers; a manifest may name higher ones. */
const MANAGER_LEVELS = [1, 2, 3, 4, 5];

/** Fields for the approvers of a request: the approval team, then the stages. */
export function ApprovalFields() {
  const styles = useStyles();
  const text = useMessages();
  const { value: stages, isReadOnly, add } = useValue([...PATH, 'stages']);
  return (
    <Section title={text('templates.section.approval')}>
      <SwitchValue
        label={text('templates.field.requireApproval')}
        path={[...PATH, 'requireApproval']}
        absent={false}
      />
      <PeopleValue
        withGroups
        label={text('templates.field.approvalTeam')}
        hint={text('templates.field.approvalHint')}
        path={[...PATH, 'approvalTeam']}
      />
      <ApproverRules path={[...PATH, 'approvalTeam']} />
      {Array.from({ length: lengthOf(stages) }, (_, index) => (
        <Stage key={String(index)} index={index} path={[...PATH, 'stages', index]} />
      ))}
      {!isReadOnly && (
        <Button className={styles.action} onClick={() => add({ manager: true, approvers: [] })}>
          {text('templates.action.addStage')}
        </Button>
      )}
    </Section>
  );
}

function Stage({ index, path }: { index: number; path: Path }) {
  const styles = useStyles();
  const text = useMessages();
  const { set, isReadOnly } = useValue(path);
  const asksManager = String(useValue([...path, 'manager']).value).toLowerCase() === 'true';
  const requires = (['any', 'all'] as const).map((value) => ({
    value,
    label: text(`templates.require.${value}`),
  }));
  const title = text('templates.stage', { number: index + 2 });
  return (
    <FieldGroup title={title}>
      <SwitchValue label={text('templates.field.manager')} path={[...path, 'manager']} absent={false} />
      {asksManager && (
        <ChoiceValue
          label={text('templates.field.managerLevel')}
          path={[...path, 'managerLevel']}
          choices={MANAGER_LEVELS.map((level) => ({
            value: String(level),
            label: text('templates.managerLevel', { level }),
          }))}
          absent="1"
          toValue={(chosen) => (chosen === '1' ? undefined : Number(chosen))}
        />
      )}
      <PeopleValue withGroups label={text('templates.field.approvers')} path={[...path, 'approvers']} />
      <ApproverRules path={[...path, 'approvers']} />
      <ChoiceValue
        label={text('templates.field.require')}
        path={[...path, 'require']}
        choices={requires}
        absent="any"
      />
      <TextValue
        isCode
        label={text('templates.field.when')}
        hint={text('templates.field.whenHint')}
        path={[...path, 'when']}
        rows={1}
      />
      {!isReadOnly && <RemoveButton className={styles.action} name={title} onRemove={() => set(undefined)} />}
    </FieldGroup>
  );
}
