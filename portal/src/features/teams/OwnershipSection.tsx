import type { TeamOwnership, TeamSummary } from '@charter/sdk';
import { Body1, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { Facts } from '../../components/Facts.tsx';
import { Moment } from '../../components/Moment.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useOwnership } from '../owners/queries.ts';

/** The number of owners that the team's policy requires, and the search for further owners. */
export function OwnershipSection({ team }: { team: TeamSummary }) {
  const text = useMessages();
  return (
    <Section title={text('owners.ofTeam')}>
      <QueryView query={useOwnership(team.id)}>{(found) => <Ownership ownership={found} />}</QueryView>
    </Section>
  );
}

function Ownership({
  ownership: { ownerCount, ableOwnerCount, rules, search },
}: {
  ownership: TeamOwnership;
}) {
  const text = useMessages();
  return (
    <>
      {search !== undefined && (
        <MessageBar intent={search.state === 'searching' ? 'info' : 'warning'} layout="multiline">
          <MessageBarBody>{text(`owners.means.${search.state}`)}</MessageBarBody>
        </MessageBar>
      )}
      <Facts
        facts={[
          [text('teams.owners'), text('owners.able', { count: ownerCount, able: ableOwnerCount })],
          [
            text('owners.rule'),
            rules &&
              text('owners.ruleOf', {
                least: rules.minimumOwners,
                most: rules.maximumOwners ?? 0,
                name: rules.policy.displayName,
              }),
          ],
          [
            text('owners.asked'),
            search !== undefined &&
              search.requests.length > 0 &&
              search.requests
                .map(({ person, status }) =>
                  text('owners.personStatus', {
                    name: person.displayName,
                    status: text(`ownerRequest.status.${status}`),
                  }),
                )
                .join(', '),
          ],
          [
            text('owners.next'),
            search?.nextDateTime !== undefined && <Moment key="next" value={search.nextDateTime} />,
          ],
        ]}
      />
      {rules === undefined && <Body1>{text('owners.noPolicy')}</Body1>}
    </>
  );
}
