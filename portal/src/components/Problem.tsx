import { CharterApiError } from '@charter/sdk';
import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import { isTransient } from '../app/client.ts';
import { type MessageId, useMessages } from '../app/messages.ts';

/** Titles by HTTP status. The service's own sentence says the rest. */
const TITLES: Record<number, MessageId> = {
  401: 'problem.unauthenticated',
  403: 'problem.forbidden',
  404: 'problem.notFound',
  409: 'problem.conflict',
  412: 'problem.changed',
  429: 'problem.busy',
};

function titleOf(error: unknown): MessageId {
  if (!(error instanceof CharterApiError)) return 'problem.unreachable';
  return TITLES[error.status] ?? (isTransient(error) ? 'problem.unreachable' : 'problem.failed');
}

/** Says what failed and what to do, with the service's sentence and the id to quote to an administrator. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const text = useMessages();
  const requestId = error instanceof CharterApiError ? error.requestId : undefined;
  return (
    <MessageBar intent="error" layout="multiline" role="alert">
      <MessageBarBody>
        <MessageBarTitle>{text(titleOf(error))}</MessageBarTitle>
        {error instanceof Error ? error.message : String(error)}
        {requestId !== undefined && ` ${text('problem.requestId', { requestId })}`}
      </MessageBarBody>
      {onRetry && (
        <MessageBarActions>
          <Button onClick={onRetry}>{text('action.tryAgain')}</Button>
        </MessageBarActions>
      )}
    </MessageBar>
  );
}

/** Says that a query waits for the service and tries again by itself. */
export const Waiting = ({ error }: { error: unknown }) => <Pause title={titleOf(error)} />;

/** Says that the service is away, and that the page tries again by itself. */
export const Unreachable = () => <Pause title="problem.unreachable" />;

function Pause({ title }: { title: MessageId }) {
  const text = useMessages();
  return (
    <MessageBar intent="warning" layout="multiline" role="status">
      <MessageBarBody>
        <MessageBarTitle>{text(title)}</MessageBarTitle>
        {text('problem.waiting')}
      </MessageBarBody>
    </MessageBar>
  );
}
