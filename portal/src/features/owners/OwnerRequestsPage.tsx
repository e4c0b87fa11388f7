import { Body1, Caption1 } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Moment } from '../../components/Moment.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useStackStyles } from '../../components/stack.ts';
import { OwnerRequestList } from './OwnerRequestList.tsx';
import { isPending, useOwnerRequests } from './queries.ts';

/** Lists the person's requests to own teams. Mail links to this page. */
export function OwnerRequestsPage() {
  const text = useMessages();
  const stack = useStackStyles();
  return (
    <Page title={text('ownerRequest.title')}>
      <Body1>{text('ownerRequest.intro')}</Body1>
      <QueryView
        query={useOwnerRequests()}
        isEmpty={({ value }) => value.length === 0}
        empty={<EmptyState>{text('ownerRequest.empty')}</EmptyState>}
      >
        {({ value }) => {
          const others = value.filter((request) => !isPending(request));
          return (
            <>
              {others.length < value.length ? (
                <OwnerRequestList requests={value.filter(isPending)} />
              ) : (
                <Body1>{text('ownerRequest.none')}</Body1>
              )}
              {others.length > 0 && (
                <Section title={text('ownerRequest.earlier')}>
                  <ul className={stack.list}>
                    {others.map(({ id, team, status, resolvedDateTime, createdDateTime }) => (
                      <li key={id} className={stack.line}>
                        <span className={stack.words}>{team.displayName}</span>
                        <Caption1>
                          {text(`ownerRequest.status.${status}`)} ·{' '}
                          <Moment value={resolvedDateTime ?? createdDateTime} />
                        </Caption1>
                      </li>
                    ))}
                  </ul>
                </Section>
              )}
            </>
          );
        }}
      </QueryView>
    </Page>
  );
}
