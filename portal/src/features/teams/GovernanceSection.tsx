import type { TeamSummary } from '@charter/sdk';
import { Badge, Body1, makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { Facts } from '../../components/Facts.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { AnswersSection } from './AnswersSection.tsx';
import { OwnershipSection } from './OwnershipSection.tsx';
import { useTeamPermissions } from './permissions.ts';
import { useCompliance } from './queries.ts';
import { SettingsSection } from './SettingsSection.tsx';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalS,
    listStyleType: 'none',
    margin: 0,
    padding: 0,
  },
  verdict: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

/** The origin of the team, the verdicts of policies, and its settings. */
export function GovernanceSection({ team }: { team: TeamSummary }) {
  const text = useMessages();
  const { canCheck, canManage, canReadSettings } = useTeamPermissions(team);
  return (
    <>
      <Section title={text('governance.origin')}>
        <Facts
          facts={[
            [text('teams.governed'), text(team.isGoverned ? 'teams.governed.yes' : 'teams.governed.no')],
            [text('teams.template'), team.template?.name ?? team.template?.id],
          ]}
        />
      </Section>
      {canManage && <OwnershipSection team={team} />}
      {canManage && team.template !== undefined && <AnswersSection team={team} />}
      {canCheck && <Compliance team={team} />}
      {canReadSettings && <SettingsSection team={team} />}
    </>
  );
}

const COLORS = { passed: 'success', violated: 'danger', reported: 'warning' } as const;

/** The verdict of each policy on the team as it is now. */
function Compliance({ team }: { team: TeamSummary }) {
  const styles = useStyles();
  const text = useMessages();
  const compliance = useCompliance(team);
  return (
    <Section title={text('plan.policies')}>
      <QueryView
        query={compliance}
        isEmpty={({ verdicts, reports = [] }) => verdicts.length + reports.length === 0}
        empty={<Body1>{text('governance.noPolicies')}</Body1>}
      >
        {({ verdicts, reports = [] }) => (
          <ul className={styles.list}>
            {[...verdicts, ...reports.map((report) => ({ ...report, outcome: 'reported' as const }))].map(
              ({ policy, outcome, message }) => (
                <li key={`${policy.id} ${message}`} className={styles.verdict}>
                  <Badge appearance="tint" color={COLORS[outcome]}>
                    {text(`verdict.${outcome}`)}
                  </Badge>
                  <strong>{policy.name}</strong>
                  <span>{message}</span>
                </li>
              ),
            )}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}
