import type { TeamSummary } from '@charter/sdk';
import {
  Body1,
  MessageBar,
  MessageBarBody,
  makeStyles,
  Tab,
  TabList,
  tokens,
} from '@fluentui/react-components';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { ChannelsSection } from './ChannelsSection.tsx';
import { GovernanceSection } from './GovernanceSection.tsx';
import { HistorySection } from './HistorySection.tsx';
import { LifecycleSection } from './LifecycleSection.tsx';
import { MembersSection } from './MembersSection.tsx';
import { useTeamPermissions } from './permissions.ts';
import { useTeam } from './queries.ts';
import { TEAM_SECTIONS, type TeamSection } from './sections.ts';
import { TeamActions } from './TeamActions.tsx';
import { TeamSummaryFacts } from './TeamSummaryFacts.tsx';

const useStyles = makeStyles({
  panel: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalL },
  tabs: { flexWrap: 'wrap' },
});

export function TeamPage() {
  const { teamId } = useParams({ from: '/teams/$teamId' });
  const { section = 'members' } = useSearch({ from: '/teams/$teamId' });
  return <TeamView teamId={teamId} section={section} />;
}

/** Mail about unused teams links to this address. */
export function TeamLifecyclePage() {
  const { teamId } = useParams({ from: '/teams/$teamId/lifecycle' });
  return <TeamView teamId={teamId} section="lifecycle" />;
}

function TeamView({ teamId, section }: { teamId: string; section: TeamSection }) {
  const text = useMessages();
  const team = useTeam(teamId);
  return (
    <Page
      wide
      parent={{ to: '/teams', label: text('teams.title') }}
      title={team.data?.displayName ?? text('teamPage.title')}
      actions={team.data && <TeamActions team={team.data} />}
    >
      <QueryView query={team}>
        {(found) =>
          found === null ? <Body1>{text('teamPage.none')}</Body1> : <Team team={found} section={section} />
        }
      </QueryView>
    </Page>
  );
}

function Team({ team, section }: { team: TeamSummary; section: TeamSection }) {
  const styles = useStyles();
  const text = useMessages();
  const navigate = useNavigate();
  const { canManage } = useTeamPermissions(team);
  const sections = TEAM_SECTIONS.filter((name) => canManage || (name !== 'lifecycle' && name !== 'history'));
  const shown = sections.includes(section) ? section : 'members';
  return (
    <>
      {team.isArchived && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>{text('teamPage.archived')}</MessageBarBody>
        </MessageBar>
      )}
      <TeamSummaryFacts team={team} />
      <TabList
        className={styles.tabs}
        selectedValue={shown}
        onTabSelect={(_event, { value }) =>
          void navigate({
            to: '/teams/$teamId',
            params: { teamId: team.id },
            search: { section: value as TeamSection },
            replace: true,
            resetScroll: false,
          })
        }
      >
        {sections.map((name) => (
          <Tab key={name} value={name} id={`section-${name}`} aria-controls="team-section">
            {text(`teamPage.section.${name}`)}
          </Tab>
        ))}
      </TabList>
      <div role="tabpanel" id="team-section" aria-labelledby={`section-${shown}`} className={styles.panel}>
        {shown === 'members' && <MembersSection team={team} />}
        {shown === 'channels' && <ChannelsSection team={team} />}
        {shown === 'governance' && <GovernanceSection team={team} />}
        {shown === 'lifecycle' && <LifecycleSection team={team} />}
        {shown === 'history' && <HistorySection team={team} />}
      </div>
    </>
  );
}
