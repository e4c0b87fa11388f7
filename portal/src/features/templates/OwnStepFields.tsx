import { Body1, Button, makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { Section } from '../../components/Section.tsx';
import { useStepName } from '../../components/step-name.ts';
import { PROVISIONING_STEPS } from '../../components/steps.ts';
import { useDuration } from '../../components/use-duration.ts';
import { ChoiceValue } from './fields/ChoiceValue.tsx';
import { FieldGroup } from './fields/FieldGroup.tsx';
import { HookValue } from './fields/HookValue.tsx';
import { RemoveButton } from './fields/RemoveButton.tsx';
import { TextValue } from './fields/TextValue.tsx';
import { useValue } from './manifest-form.ts';
import { lengthOf, type Path, valueAt } from './manifest-text.ts';

const useStyles = makeStyles({
  action: { justifySelf: 'start' },
});

const PATH = ['initialization', 'steps'] as const;
const LAST_STEP = 'postWelcomeMessage';
/** Time limits that the form offers; a manifest may name others. */
const TIMEOUTS = ['PT15M', 'PT1H', 'PT4H', 'P1D', 'P3D', 'P7D', 'P30D'];

/** Returns an id that no step of the list has. */
function freeId(steps: unknown): string {
  const ids = new Set(
    (Array.isArray(steps) ? steps : []).map((step: unknown) => String(valueAt(step, ['id']))),
  );
  let number = ids.size + 1;
  while (ids.has(`step-${number}`)) number += 1;
  return `step-${number}`;
}

/** Fields for the own steps: the steps that receivers of webhooks perform while the team is built. */
export function OwnStepFields() {
  const text = useMessages();
  const { value: steps, isReadOnly, add } = useValue(PATH);
  const count = lengthOf(steps);
  /** Index of the step just added, which receives the focus. */
  const [added, setAdded] = useState<number>();
  return (
    <Section title={text('templates.section.steps')}>
      <Body1>{text('templates.steps.hint')}</Body1>
      {Array.from({ length: count }, (_, index) => (
        <OwnStep key={String(index)} index={index} path={[...PATH, index]} isAdded={index === added} />
      ))}
      {!isReadOnly && (
        <div>
          <Button
            onClick={() => {
              add({ id: freeId(steps), hook: '', timeout: 'P1D' });
              setAdded(count);
            }}
          >
            {text('templates.action.addStep')}
          </Button>
        </div>
      )}
    </Section>
  );
}

function OwnStep({ index, path, isAdded }: { index: number; path: Path; isAdded: boolean }) {
  const styles = useStyles();
  const text = useMessages();
  const stepName = useStepName();
  const duration = useDuration();
  const { set, isReadOnly } = useValue(path);
  const title = text('templates.step', { number: index + 1 });
  const fieldset = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // The button that adds a step moves out of view.
    if (isAdded) fieldset.current?.querySelector('input')?.focus();
  }, [isAdded]);
  return (
    <FieldGroup ref={fieldset} title={title}>
      <TextValue
        required
        label={text('templates.field.stepId')}
        hint={text('templates.field.stepIdHint')}
        path={[...path, 'id']}
      />
      <HookValue
        label={text('templates.field.stepHook')}
        hint={text('templates.field.stepHookHint')}
        path={[...path, 'hook']}
      />
      <ChoiceValue
        label={text('templates.field.stepAfter')}
        path={[...path, 'after']}
        choices={PROVISIONING_STEPS.map((step) => ({ value: step, label: stepName(step) }))}
        absent={LAST_STEP}
      />
      <ChoiceValue
        label={text('templates.field.stepTimeout')}
        path={[...path, 'timeout']}
        choices={TIMEOUTS.map((timeout) => ({ value: timeout, label: duration(timeout) }))}
        absent="P1D"
      />
      {!isReadOnly && <RemoveButton className={styles.action} name={title} onRemove={() => set(undefined)} />}
    </FieldGroup>
  );
}
