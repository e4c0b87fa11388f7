import { Body1, Button } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../app/messages.ts';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useSession } from '../../sign-in/session-context.ts';
import { ApprovalList } from '../approvals/ApprovalList.tsx';
import { useApprovals } from '../approvals/queries.ts';
import { useLatestTeams } from '../teams/queries.ts';
import { TeamCards } from '../teams/TeamCards.tsx';

const MOST_SHOWN = 5;

/** What waits for the person, and what they have asked for. */
export function HomePage() {
  const text = useMessages();
  const { person } = useSession();
  return (
    <Page
      title={text('home.title', { name: person.displayName })}
      actions={
        <Link to="/request">
          <Button appearance="primary" size="large" tabIndex={-1}>
            {text('home.request')}
          </Button>
        </Link>
      }
    >
      <Requests view="waiting" />
      <MyTeams />
      <Requests view="mine" />
    </Page>
  );
}

function Requests({ view }: { view: 'waiting' | 'mine' }) {
  const text = useMessages();
  const approvals = useApprovals(view);
  return (
    <Section title={text(`home.${view}`)}>
      <QueryView
        query={approvals}
        isEmpty={({ value }) => value.length === 0}
        empty={<Body1>{text(`approvals.empty.${view}`)}</Body1>}
      >
        {({ value }) => (
          <>
            <ApprovalList approvals={value.slice(0, MOST_SHOWN)} />
            {value.length > MOST_SHOWN && (
              <Link to="/approvals" search={{ view }}>
                {text('home.all', { count: value.length })}
              </Link>
            )}
          </>
        )}
      </QueryView>
    </Section>
  );
}

/** The person's teams with the latest activity. */
function MyTeams() {
  const text = useMessages();
  const teams = useLatestTeams();
  return (
    <Section title={text('home.teams')}>
      <QueryView
        query={teams}
        isEmpty={({ value }) => value.length === 0}
        empty={<Body1>{text('home.noTeams')}</Body1>}
      >
        {({ value }) => (
          <>
            <TeamCards teams={value} />
            <Link to="/teams">{text('home.allTeams')}</Link>
          </>
        )}
      </QueryView>
    </Section>
  );
}
