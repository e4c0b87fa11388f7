import type { TeamSummary } from '@charter/sdk';
import { Badge, makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';

const useStyles = makeStyles({
  badges: { display: 'inline-flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
});

const COLORS = { archived: 'informative', inactive: 'warning', active: 'success' } as const;

function stateOf({ isArchived, lifecycleState }: TeamSummary): keyof typeof COLORS {
  if (isArchived) return 'archived';
  return lifecycleState === 'inactive' ? 'inactive' : 'active';
}

/** Badges of a team: whether it is archived, inactive or active, and whether it has no owners. */
export function TeamBadges({ team }: { team: TeamSummary }) {
  const styles = useStyles();
  const text = useMessages();
  const state = stateOf(team);
  return (
    <span className={styles.badges}>
      <Badge appearance="tint" color={COLORS[state]} size="large">
        {text(state === 'inactive' ? 'teams.inactive' : `teams.state.${state}`)}
      </Badge>
      {team.ownerCount === 0 && (
        <Badge appearance="tint" color="danger" size="large">
          {text('teams.ownerless')}
        </Badge>
      )}
    </span>
  );
}
