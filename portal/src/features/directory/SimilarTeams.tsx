import type { SimilarTeam, SimilarTeamsDraft } from '@charter/sdk';
import { Body1Strong, Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { PLAIN_LIST } from '../../components/stack.ts';
import { useSimilarTeams } from './queries.ts';

const useStyles = makeStyles({
  hint: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusLarge,
    ':empty': { display: 'none' },
  },
  list: { ...PLAIN_LIST, gap: tokens.spacingVerticalXS },
  item: { display: 'grid', overflowWrap: 'anywhere', unicodeBidi: 'plaintext' },
  link: {
    justifySelf: 'start',
    paddingBlock: tokens.spacingVerticalXS,
    color: tokens.colorBrandForegroundLink,
  },
});

/** Teams that look like the one that the person is requesting. */
export function SimilarTeams({ draft }: { draft: SimilarTeamsDraft }) {
  const styles = useStyles();
  const text = useMessages();
  const { data } = useSimilarTeams(draft);
  const teams = draft.team.name.trim() === '' ? [] : (data?.value ?? []);
  return (
    <div className={styles.hint} role="status">
      {teams.length > 0 && (
        <>
          <Body1Strong>{text('directory.similar', { count: teams.length })}</Body1Strong>
          <ul className={styles.list}>
            {teams.map((team) => (
              <li key={team.id} className={styles.item}>
                <TeamLink team={team} />
                <Caption1>{reasonOf(team, text)}</Caption1>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/**
 * A link to a team: to its page when the person is in it, otherwise to its entry in the directory. Keeps the draft of
 * the request.
 */
function TeamLink({ team: { id, displayName, role } }: { team: SimilarTeam }) {
  const styles = useStyles();
  return (
    <Link
      className={styles.link}
      to={role === undefined ? '/directory/$teamId' : '/teams/$teamId'}
      params={{ teamId: id }}
    >
      {displayName}
    </Link>
  );
}

function reasonOf(
  { owners, sameAnswers, description }: SimilarTeam,
  text: ReturnType<typeof useMessages>,
): string {
  return [
    description,
    owners.length > 0 &&
      text('directory.ownedBy', { names: owners.map((owner) => owner.displayName).join(', ') }),
    sameAnswers.length > 0 && text('directory.sameAnswers', { titles: sameAnswers.join(', ') }),
  ]
    .filter(Boolean)
    .join(' · ');
}
