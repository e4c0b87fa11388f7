import type { JoinRequest } from '@charter/sdk';
import { Body1, Button, Caption1 } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Moment } from '../../components/Moment.tsx';
import { notify } from '../../components/notice-list.ts';
import { Page } from '../../components/Page.tsx';
import { useReason } from '../../components/problems.ts';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { ShowMore } from '../../components/ShowMore.tsx';
import { useStackStyles } from '../../components/stack.ts';
import { useIsAdministrator } from '../me/queries.ts';
import { JoinRequestList } from './JoinRequestList.tsx';
import { useJoinActions, useMyRequests, useRequestsToDecide } from './queries.ts';

/** Requests to join the person's teams, and the person's own requests. Mail links to this page. */
export function JoinRequestsPage() {
  const text = useMessages();
  const stack = useStackStyles();
  const toDecide = useRequestsToDecide(useIsAdministrator());
  const mine = useMyRequests();
  return (
    <Page title={text('joinRequest.title')}>
      <Section title={text('joinRequest.toDecide')}>
        <QueryView
          query={toDecide}
          isEmpty={({ items }) => items.length === 0}
          empty={<Body1>{text('joinRequest.none')}</Body1>}
        >
          {({ items }) => <JoinRequestList requests={items} />}
        </QueryView>
        <ShowMore query={toDecide} />
      </Section>
      <Section title={text('joinRequest.mine')}>
        <QueryView
          query={mine}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <EmptyState>
              {text('joinRequest.noneOfMine')} <Link to="/directory">{text('joinRequest.find')}</Link>
            </EmptyState>
          }
        >
          {({ items }) => (
            <ul className={stack.list}>
              {items.map((request) => (
                <li key={request.id} className={stack.line}>
                  <OwnRequest request={request} />
                </li>
              ))}
            </ul>
          )}
        </QueryView>
        <ShowMore query={mine} />
      </Section>
    </Page>
  );
}

function OwnRequest({ request }: { request: JoinRequest }) {
  const text = useMessages();
  const stack = useStackStyles();
  const reasonOf = useReason();
  const { withdraw } = useJoinActions();
  const { id, team, status, answer, resolvedDateTime, createdDateTime } = request;
  const name = team.displayName;
  const end = () =>
    void withdraw(id).then(
      () => notify(text('joinRequest.done.withdraw', { team: name })),
      (error: unknown) => notify(reasonOf(error), 'error'),
    );
  return (
    <>
      <span className={stack.words}>
        <span>{name}</span>
        <Caption1>
          {text(`joinRequest.status.${status}`)} · <Moment value={resolvedDateTime ?? createdDateTime} />
        </Caption1>
        {answer !== undefined && <Caption1>{text('joinRequest.quoted', { message: answer })}</Caption1>}
      </span>
      {status === 'pending' && (
        <Button onClick={end} aria-label={text('joinRequest.withdrawTeam', { team: name })}>
          {text('joinRequest.withdraw')}
        </Button>
      )}
    </>
  );
}
