import type { Approval } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';

/** Returns a function that says how a request ended, by whom, and with which message; undefined while it is pending. */
export function useOutcome(): (approval: Approval) => string | undefined {
  const text = useMessages();
  return ({ status, stages, approver, message }) => {
    if (status === 'pending') return undefined;
    if (status === 'approved' && stages.length === 0) return text('approval.outcome.approvedByRule');
    const name = approver?.displayName;
    const outcome =
      name === undefined
        ? text(`approval.outcome.${status}`)
        : text(`approval.outcome.${status}By`, { name });
    return message === undefined ? outcome : `${outcome} ${text('approval.message', { message })}`;
  };
}
