import { MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useMessages } from '../../base/messages.ts';
import { ShowMore } from '../../components/ShowMore.tsx';
import { AllowButton } from './AllowButton.tsx';
import { useViolationsOf } from './queries.ts';

/**
 * The channels of a team that violate a policy, for its owners and administrators. Leaves out channels that an
 * administrator has allowed.
 */
export function ViolationsOfTeam({ teamId }: { teamId: string }) {
  const text = useMessages();
  const violations = useViolationsOf(teamId);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = violations;
  const open = (data?.items ?? []).filter(({ status }) => status !== 'allowed');
  // All channels on a page of the list may be allowed ones.
  const isSearching = data !== undefined && open.length === 0 && hasNextPage && error === null;
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage();
  }, [isSearching, isFetchingNextPage, fetchNextPage]);
  return (
    <>
      {open.map((violation) => (
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
      ))}
      {open.length > 0 && <ShowMore query={violations} />}
    </>
  );
}
