import { ProgressBar } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';

/** The progress of a job, in percent, as a bar. */
export function JobBar({ progress }: { progress: number }) {
  const text = useMessages();
  return (
    <ProgressBar value={progress} max={100} aria-label={text('job.progress', { percent: progress / 100 })} />
  );
}
