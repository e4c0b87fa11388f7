import type { Job } from '@charter/sdk';
import { Body1, Body1Strong, Caption1, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircleFilled,
  CircleRegular,
  ErrorCircleFilled,
  SubtractCircleRegular,
} from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import { useMessages } from '../../base/messages.ts';
import { useStackStyles } from '../../components/stack.ts';
import { useStepName } from '../../components/step-name.ts';

type StepStatus = Job['steps'][number]['status'];

const useStyles = makeStyles({
  step: {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    minHeight: '28px',
  },
  icon: { display: 'inline-flex', justifyContent: 'center', fontSize: '20px' },
  completed: { color: tokens.colorStatusSuccessForeground1 },
  failed: { color: tokens.colorStatusDangerForeground1 },
  quiet: { color: tokens.colorNeutralForeground3 },
  reason: { gridColumn: 2, overflowWrap: 'anywhere', unicodeBidi: 'plaintext' },
});

function Icon({ status }: { status: StepStatus }) {
  const styles = useStyles();
  switch (status) {
    case 'active':
      return <Spinner size="extra-tiny" />;
    case 'completed':
      return <CheckmarkCircleFilled className={styles.completed} />;
    case 'failed':
      return <ErrorCircleFilled className={styles.failed} />;
    case 'skipped':
      return <SubtractCircleRegular className={styles.quiet} />;
    case 'waiting':
      return <CircleRegular className={styles.quiet} />;
  }
}

interface JobStepsProps extends Pick<Job, 'steps'> {
  /** Whether the job deletes what its steps created. */
  isRemoved: boolean;
  /** Whether the job has ended, so its remaining steps will not run. */
  hasEnded: boolean;
}

/** The steps of a job in order, with their states. A step that waits or has failed says why. */
export function JobSteps({ steps, isRemoved, hasEnded }: JobStepsProps) {
  const styles = useStyles();
  const stack = useStackStyles();
  const text = useMessages();
  const { formatTime } = useIntl();
  const stepName = useStepName();
  return (
    <ol className={stack.list}>
      {steps.map(({ name, status, message, nextTryDateTime }) => {
        const isUndone = isRemoved && status === 'completed';
        const shown = hasEnded && status === 'waiting' ? 'notRun' : status;
        const Words = status === 'active' || status === 'failed' ? Body1Strong : Body1;
        return (
          <li key={name} className={styles.step}>
            <span className={styles.icon} aria-hidden>
              <Icon status={isUndone ? 'skipped' : status} />
            </span>
            <Words>{stepName(name)}</Words>
            <Caption1>{text(isUndone ? 'step.removed' : `step.${shown}`)}</Caption1>
            {message !== undefined && (
              <Caption1 className={styles.reason}>
                {message}
                {nextTryDateTime !== undefined &&
                  ` ${text('step.nextTry', { time: formatTime(nextTryDateTime, { timeStyle: 'medium' }) })}`}
              </Caption1>
            )}
          </li>
        );
      })}
    </ol>
  );
}
