import type { Job } from '@charter/sdk';
import {
  Body1,
  Caption1,
  Field,
  MessageBar,
  MessageBarBody,
  makeStyles,
  ProgressBar,
  tokens,
} from '@fluentui/react-components';
import { Link, useParams } from '@tanstack/react-router';
import { FormattedTime, useIntl } from 'react-intl';
import { type MessageId, useMessages } from '../../app/messages.ts';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useJob } from './queries.ts';

const useStyles = makeStyles({
  list: {
    margin: 0,
    paddingLeft: tokens.spacingHorizontalXL,
    display: 'grid',
    gap: tokens.spacingVerticalXS,
  },
  log: { listStyleType: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalXS },
});

/** The live progress of a request. */
export function JobPage() {
  const text = useMessages();
  const { jobId } = useParams({ from: '/jobs/$jobId' });
  const job = useJob(jobId);
  return (
    <Page title={job.data?.data.plan?.name ?? text('job.title')}>
      <QueryView query={job}>{(found) => <Progress job={found} />}</QueryView>
    </Page>
  );
}

const INTENTS = { completed: 'success', failed: 'error', paused: 'warning' } as const;

function Progress({ job }: { job: Job }) {
  const styles = useStyles();
  const text = useMessages();
  const { messages } = useIntl();
  const { status, progress, data } = job;
  const approvalId = data.approval?.id;
  /** A newer service may have steps that this page has no words for. */
  const stepName = (name: string): string => {
    const id = `steps.${name}` as MessageId;
    return id in messages ? text(id) : name;
  };
  return (
    <>
      <MessageBar
        intent={INTENTS[status as keyof typeof INTENTS] ?? 'info'}
        layout="multiline"
        role={status === 'failed' ? 'alert' : 'status'}
      >
        <MessageBarBody>
          {text(`job.status.${status}`)}
          {data.error !== undefined && ` ${data.error.message}`}{' '}
          {status === 'paused' && approvalId !== undefined && (
            <Link to="/approvals/$approvalId" params={{ approvalId }}>
              {text('job.approval')}
            </Link>
          )}
        </MessageBarBody>
      </MessageBar>
      <Field label={text('job.progress', { percent: progress / 100 })} validationState="none">
        <ProgressBar
          value={progress}
          max={100}
          thickness="large"
          color={status === 'failed' ? 'error' : 'brand'}
        />
      </Field>
      <Section title={text('job.steps')}>
        <ol className={styles.list}>
          {job.steps.map(({ name, status: state }) => (
            <li key={name}>
              <Body1>{stepName(name)}</Body1> <Caption1>{text(`step.${state}`)}</Caption1>
            </li>
          ))}
        </ol>
      </Section>
      <Section title={text('job.log')}>
        <ul className={styles.log}>
          {job.log.map((line) => (
            <li key={line}>
              <LogLine line={line} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

/** A line of the log: `<RFC 3339 time> <message>`. */
function LogLine({ line }: { line: string }) {
  const space = line.indexOf(' ');
  return (
    <Caption1>
      <FormattedTime value={line.slice(0, space)} timeStyle="medium" /> {line.slice(space + 1)}
    </Caption1>
  );
}
