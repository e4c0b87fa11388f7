import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { BoundValue } from './fields/BoundValue.tsx';
import { ChoiceValue } from './fields/ChoiceValue.tsx';
import { Disclosure } from './fields/Disclosure.tsx';
import { ListValue } from './fields/ListValue.tsx';
import { OptionsValue } from './fields/OptionsValue.tsx';
import { TextValue } from './fields/TextValue.tsx';
import { useAdding, useValue } from './manifest-form.ts';
import { lengthOf, type Path, valueAt } from './manifest-text.ts';

const useStyles = makeStyles({
  pair: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(160px, 100%), 1fr))',
    alignItems: 'start',
  },
});

interface PartProps {
  path: Path;
  isAdded: boolean;
}

/** Returns the number of tasks in all buckets. */
const tasksOf = (plan: unknown): number => {
  const buckets = valueAt(plan, ['buckets']);
  if (!Array.isArray(buckets)) return 0;
  return buckets.reduce<number>((sum, bucket) => sum + lengthOf(valueAt(bucket, ['tasks'])), 0);
};

/** Fields for one plan of a channel: its buckets, and their tasks. */
export function PlanFields({ path, isAdded }: PartProps) {
  const text = useMessages();
  const { value: plan } = useValue(path);
  const buckets = useAdding([...path, 'buckets']);
  const name = String(valueAt(plan, ['name']) ?? '');
  return (
    <Disclosure
      title={text('templates.plan', { name })}
      detail={text('contents.tasks', { count: tasksOf(plan) })}
      path={path}
      isAdded={isAdded}
    >
      <TextValue label={text('templates.field.planName')} path={[...path, 'name']} required />
      {Array.from({ length: buckets.count }, (_, index) => (
        <BucketFields
          key={String(index)}
          path={[...path, 'buckets', index]}
          isAdded={buckets.isAdded(index)}
        />
      ))}
      {!buckets.isReadOnly && (
        <div>
          <Button onClick={() => buckets.add({ name: text('templates.newBucket'), tasks: [] })}>
            {text('templates.action.addBucket')}
          </Button>
        </div>
      )}
    </Disclosure>
  );
}

function BucketFields({ path, isAdded }: PartProps) {
  const text = useMessages();
  const { value } = useValue([...path, 'name']);
  const tasks = useAdding([...path, 'tasks']);
  const name = String(value ?? '');
  return (
    <Disclosure
      title={text('templates.bucket', { name })}
      detail={text('contents.tasks', { count: tasks.count })}
      path={path}
      isAdded={isAdded}
    >
      <TextValue label={text('templates.field.bucketName')} path={[...path, 'name']} required />
      {Array.from({ length: tasks.count }, (_, index) => (
        <TaskFields key={String(index)} path={[...path, 'tasks', index]} isAdded={tasks.isAdded(index)} />
      ))}
      {!tasks.isReadOnly && (
        <div>
          <Button onClick={() => tasks.add({ title: text('templates.newTask') })}>
            {text('templates.action.addTask')}
          </Button>
        </div>
      )}
    </Disclosure>
  );
}

const NOBODY = '';

function TaskFields({ path, isAdded }: PartProps) {
  const styles = useStyles();
  const text = useMessages();
  const { value } = useValue([...path, 'title']);
  const assignees = (['requester', 'owners', 'members'] as const).map((role) => ({
    value: role,
    label: text(`templates.assignee.${role}`),
  }));
  return (
    <Disclosure title={text('templates.task', { title: String(value ?? '') })} path={path} isAdded={isAdded}>
      <TextValue label={text('templates.field.taskTitle')} path={[...path, 'title']} required />
      <div className={styles.pair}>
        <BoundValue label={text('templates.field.taskDue')} path={[...path, 'dueDays']} isDate={false} />
        <ChoiceValue
          label={text('templates.field.taskAssignee')}
          path={[...path, 'assignee']}
          choices={[{ value: NOBODY, label: text('templates.assignee.nobody') }, ...assignees]}
          absent={NOBODY}
          toValue={(chosen) => (chosen === NOBODY ? undefined : chosen)}
        />
      </div>
      <ListValue
        label={text('templates.field.taskLabels')}
        hint={text('templates.field.commas')}
        path={[...path, 'labels']}
      />
      <TextValue label={text('templates.field.taskNotes')} path={[...path, 'notes']} rows={2} />
      <OptionsValue
        label={text('templates.field.taskChecklist')}
        hint={text('templates.field.onePerLine')}
        path={[...path, 'checklist']}
        required={false}
      />
    </Disclosure>
  );
}
