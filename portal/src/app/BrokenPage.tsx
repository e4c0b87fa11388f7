import type { ErrorComponentProps } from '@tanstack/react-router';
import { useMessages } from '../base/messages.ts';
import { Page } from '../components/Page.tsx';
import { Problem } from '../components/Problem.tsx';

/** Replaces a page that failed to load or to render. The navigation still works. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const text = useMessages();
  return (
    <Page title={text('problem.failed')}>
      <Problem error={error} onRetry={reset} />
    </Page>
  );
}
