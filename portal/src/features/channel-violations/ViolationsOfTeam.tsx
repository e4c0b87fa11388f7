import { MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { AllowButton } from './AllowButton.tsx';
import { useViolationsOf } from './queries.ts';

/**
 * The channels of a team that violate a policy, for its owners and administrators. Renders nothing when all channels
 * comply.
 */
export function ViolationsOfTeam({ teamId }: { teamId: string }) {
  const text = useMessages();
  const { data } = useViolationsOf(teamId);
  return data?.value
    .filter(({ status }) => status !== 'allowed')
    .map((violation) => (
      <MessageBar key={violation.id} intent="warning" layout="multiline">
        <MessageBarBody>
          <MessageBarTitle>
            {text('violations.ofChannel', { name: violation.channel.displayName })}
          </MessageBarTitle>{' '}
          {violation.reason}{' '}
          {violation.deleteDateTime !== undefined &&
            text('violations.deletes', { at: new Date(violation.deleteDateTime) })}
        </MessageBarBody>
        <MessageBarActions>
          <AllowButton violation={violation} />
        </MessageBarActions>
      </MessageBar>
    ));
}
