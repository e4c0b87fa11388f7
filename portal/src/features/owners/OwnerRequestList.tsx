import type { OwnerRequest } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';
import { RequestRows } from '../../components/RequestRows.tsx';
import { useAnswer } from './queries.ts';

/** Pending requests to own a team, each with buttons for the answer. */
export function OwnerRequestList({ requests }: { requests: readonly OwnerRequest[] }) {
  const text = useMessages();
  const answer = useAnswer();
  return (
    <RequestRows
      rows={requests.map(({ id, team: { displayName: name }, source, expiresDateTime }) => {
        const answerWith = (choice: 'accept' | 'decline') => ({
          label: text(`ownerRequest.${choice}`),
          fullLabel: text(`ownerRequest.${choice}Team`, { name }),
          isPrimary: choice === 'accept',
          send: () => answer(id, choice),
          done: text(`ownerRequest.done.${choice}`, { name }),
        });
        return {
          id,
          title: name,
          lines: [
            text(`ownerRequest.why.${source}`),
            expiresDateTime && text('ownerRequest.until', { expires: new Date(expiresDateTime) }),
          ],
          answers: [answerWith('accept'), answerWith('decline')],
        };
      })}
    />
  );
}
