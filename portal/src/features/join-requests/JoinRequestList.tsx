import type { JoinRequest } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';
import { RequestRows } from '../../components/RequestRows.tsx';
import { useJoinActions } from './queries.ts';

/** Pending requests to join teams of the person, each with buttons for the decision. */
export function JoinRequestList({ requests }: { requests: readonly JoinRequest[] }) {
  const text = useMessages();
  const { accept, decline } = useJoinActions();
  return (
    <RequestRows
      rows={requests.map(({ id, person, team, message, expiresDateTime }) => {
        const names = { person: person.displayName, team: team.displayName };
        return {
          id,
          title: text('joinRequest.wants', names),
          lines: [
            message && text('joinRequest.quoted', { message }),
            text('ownerRequest.until', { expires: new Date(expiresDateTime) }),
          ],
          answers: [
            {
              label: text('ownerRequest.accept'),
              fullLabel: text('joinRequest.acceptPerson', names),
              isPrimary: true,
              send: () => accept(id),
              done: text('joinRequest.done.accept', names),
            },
            {
              label: text('ownerRequest.decline'),
              fullLabel: text('joinRequest.declinePerson', names),
              send: () => decline(id, ''),
              done: text('joinRequest.done.decline', names),
            },
          ],
        };
      })}
    />
  );
}
