import type { Approval } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';

/** Returns a function that says how a request ended, by whom, and with which message; undefined while it is pending. */
export function useOutcome(): (approval: Approval) => string | undefined {
  const text = useMessages();
  return ({ status, approver, message }) => {
    if (status === 'pending') return undefined;
    const name = approver?.displayName;
    const outcome =
      name === undefined
        ? text(`approval.outcome.${status}`)
        : text(`approval.outcome.${status}By`, { name });
    return message === undefined ? outcome : `${outcome} ${text('approval.message', { message })}`;
  };
}
