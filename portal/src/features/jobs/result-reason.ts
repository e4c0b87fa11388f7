import { useIntl } from 'react-intl';
import { type MessageId, useMessages } from '../../base/messages.ts';

/** Returns a function that says why a team was not changed. A newer service may have codes that are unknown here. */
export function useResultReason(): (result: { code?: string; message?: string }) => string {
  const text = useMessages();
  const { messages } = useIntl();
  return ({ code, message }) => {
    const id = `jobs.reason.${code}` as MessageId;
    return message ?? (id in messages ? text(id) : (code ?? ''));
  };
}
