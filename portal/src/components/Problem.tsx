import { CharterApiError } from '@charter/sdk';
import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { isTransient } from '../base/client.ts';
import { type MessageId, useMessages } from '../base/messages.ts';
import { isConnectionError, useReason } from './problems.ts';

/** Titles by HTTP status. The message of the service adds the details. */
const TITLES: Record<number, MessageId> = {
  401: 'problem.unauthenticated',
  403: 'problem.forbidden',
  404: 'problem.notFound',
  409: 'problem.conflict',
  412: 'problem.changed',
  429: 'problem.busy',
};

function titleOf(error: unknown): MessageId {
  if (!(error instanceof CharterApiError))
    return isConnectionError(error) ? 'problem.unreachable' : 'problem.failed';
  return TITLES[error.status] ?? (isTransient(error) ? 'problem.unreachable' : 'problem.failed');
}

const useStyles = makeStyles({ details: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL } });

/** Shows an error: its title, the message of the service with its details, and the request id for an administrator. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const text = useMessages();
  const styles = useStyles();
  const reasonOf = useReason();
  const requestId = error instanceof CharterApiError ? error.requestId : undefined;
  // The only detail of some errors is their message.
  const details =
    error instanceof CharterApiError ? error.details.filter(({ message }) => message !== error.message) : [];
  return (
    <MessageBar intent="error" layout="multiline" role="alert">
      <MessageBarBody>
        <MessageBarTitle>{text(titleOf(error))}</MessageBarTitle>
        {reasonOf(error)}
        {details.length > 0 && (
          <ul className={styles.details}>
            {details.map(({ target, message }) => (
              <li key={`${target} ${message}`}>{message}</li>
            ))}
          </ul>
        )}
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

/** Says that a query waits for the service and retries automatically. */
export const RetryNotice = ({ error }: { error: unknown }) => <Pause title={titleOf(error)} />;

/** Says that the service is unreachable, and that the page retries automatically. */
export const UnreachableNotice = () => <Pause title="problem.unreachable" />;

/** Says that the service has not responded to a sent form for some seconds. */
export const SlowNotice = () => <Pause title={'problem.slow'} detail={'problem.slowDetail'} />;

function Pause({ title, detail = 'problem.waiting' }: { title: MessageId; detail?: MessageId }) {
  const text = useMessages();
  return (
    <MessageBar intent="warning" layout="multiline" role="status">
      <MessageBarBody>
        <MessageBarTitle>{text(title)}</MessageBarTitle>
        {text(detail)}
      </MessageBarBody>
    </MessageBar>
  );
}
