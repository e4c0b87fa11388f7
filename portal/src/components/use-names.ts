import { useIntl } from 'react-intl';
import { type MessageId, useMessages } from '../base/messages.ts';

/**
 * Returns a function that names the codes of the service. A newer service may have codes that are unknown here: they
 * are shown as they are.
 * @param toId returns the id of the message with the code's name
 */
export function useNames(toId: (code: string) => string): (code: string) => string {
  const text = useMessages();
  const { messages } = useIntl();
  return (code) => {
    const id = toId(code) as MessageId;
    return id in messages ? text(id) : code;
  };
}
