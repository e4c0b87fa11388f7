import type { JoinRequest } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';
import { openDialog } from '../../components/dialogs.ts';
import { RequestRows } from '../../components/RequestRows.tsx';
import { AcceptGuestDialog, DeclineDialog } from './DecisionDialogs.tsx';
import { useJoinActions } from './queries.ts';

/** Pending requests to join teams of the person, each with buttons for the decision. */
export function JoinRequestList({ requests }: { requests: readonly JoinRequest[] }) {
  const text = useMessages();
  const { accept } = useJoinActions();
  return (
    <RequestRows
      rows={requests.map((request) => {
        const { id, person, team, message, expiresDateTime } = request;
        const names = { person: person.displayName, team: team.displayName };
        return {
          id,
          title: text('joinRequest.wants', names),
          lines: [
            person.userType === 'Guest' ? text('role.guest') : undefined,
            message && text('joinRequest.quoted', { message }),
            text('ownerRequest.until', { expires: new Date(expiresDateTime) }),
          ],
          answers: [
            {
              label: text('ownerRequest.accept'),
              fullLabel: text('joinRequest.acceptPerson', names),
              isPrimary: true,
              ...(person.userType === 'Guest'
                ? {
                    open: () =>
                      openDialog((close) => <AcceptGuestDialog request={request} onClose={close} />),
                  }
                : { send: () => accept(id), done: text('joinRequest.done.accept', names) }),
            },
            {
              label: text('ownerRequest.decline'),
              fullLabel: text('joinRequest.declinePerson', names),
              open: () => openDialog((close) => <DeclineDialog request={request} onClose={close} />),
            },
          ],
        };
      })}
    />
  );
}
