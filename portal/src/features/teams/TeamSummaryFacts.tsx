import type { TeamSummary } from '@charter/sdk';
import { Caption1, Link as FluentLink, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedDate } from 'react-intl';
import { useMessages } from '../../base/messages.ts';
import { useLabels } from '../labels/queries.ts';
import { TeamBadges } from './TeamBadges.tsx';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  facts: { minWidth: 0, overflowWrap: 'anywhere' },
  description: { margin: 0, overflowWrap: 'anywhere', unicodeBidi: 'plaintext', maxWidth: '80ch' },
});

/** A summary of a team in two lines. */
export function TeamSummaryFacts({ team }: { team: TeamSummary }) {
  const styles = useStyles();
  const text = useMessages();
  const labels = useLabels(team.sensitivityLabelId !== undefined).data?.value ?? [];
  const label = labels.find(({ id }) => id === team.sensitivityLabelId)?.name;
  const facts = [
    text(`visibility.${team.visibility}`),
    text('teams.memberCount', { count: team.memberCount }),
    text('teams.ownerCount', { count: team.ownerCount }),
    label,
    team.template?.name !== undefined && text('teamPage.fromTemplate', { name: team.template.name }),
  ];
  return (
    <>
      {team.description !== undefined && <p className={styles.description}>{team.description}</p>}
      <div className={styles.line}>
        <TeamBadges team={team} />
        <Caption1 className={styles.facts}>{facts.filter(Boolean).join(' · ')}</Caption1>
        <Caption1>
          {text('teamPage.lastActivity')}{' '}
          <FormattedDate value={team.lastActivityDateTime} dateStyle="medium" />
        </Caption1>
        {team.endDateTime !== undefined && (
          <Caption1>
            {text('lifecycle.end')}{' '}
            <FormattedDate value={team.endDateTime} dateStyle="medium" timeZone="UTC" />
          </Caption1>
        )}
        <FluentLink href={team.webUrl} target="_blank" rel="noreferrer">
          {text('teamPage.open')}
        </FluentLink>
      </div>
    </>
  );
}
