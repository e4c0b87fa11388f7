import type { TeamSummary } from '@charter/sdk';
import { Badge, makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../app/messages.ts';

const useStyles = makeStyles({
  badges: { display: 'inline-flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
});

/** What is special about a team: archived, inactive, without owners. */
export function TeamBadges({ team }: { team: TeamSummary }) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <span className={styles.badges}>
      {team.isArchived ? (
        <Badge appearance="tint" color="informative" size="large">
          {text('teams.state.archived')}
        </Badge>
      ) : (
        <Badge appearance="tint" color="success" size="large">
          {text('teams.state.active')}
        </Badge>
      )}
      {!team.isArchived && team.lifecycleState === 'inactive' && (
        <Badge appearance="tint" color="warning" size="large">
          {text('teams.inactive')}
        </Badge>
      )}
      {team.ownerCount === 0 && (
        <Badge appearance="tint" color="danger" size="large">
          {text('teams.ownerless')}
        </Badge>
      )}
    </span>
  );
}
