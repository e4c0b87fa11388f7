import type { Review, ReviewItem } from '@charter/sdk';
import { Badge, Caption1, makeStyles } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { Moment } from '../../components/Moment.tsx';
import { PersonCell } from '../../components/PersonCell.tsx';

const useStyles = makeStyles({ lines: { display: 'grid', justifyItems: 'start', minWidth: 0 } });

const COLORS = { keep: 'success', remove: 'danger', none: 'subtle' } as const;

/** The columns of the people of a review. */
export function useItemColumns({ kind }: Review): Column<ReviewItem>[] {
  const styles = useStyles();
  const text = useMessages();
  const stay: Column<ReviewItem>[] = [
    {
      id: 'end',
      header: text('members.end'),
      cell: ({ endDateTime }) => (endDateTime === undefined ? '–' : <Moment value={endDateTime} />),
    },
    {
      id: 'lastSignIn',
      header: text('reviews.lastSignIn'),
      cell: ({ lastSignInDateTime }) =>
        lastSignInDateTime === undefined ? text('reviews.unknown') : <Moment value={lastSignInDateTime} />,
    },
    { id: 'sponsor', header: text('members.sponsor'), cell: ({ sponsor }) => sponsor?.displayName ?? '–' },
  ];
  return [
    {
      id: 'name',
      header: text('members.name'),
      width: 'minmax(0, 2fr)',
      cell: ({ displayName, mail }) => <PersonCell name={displayName} mail={mail} />,
    },
    {
      id: 'added',
      header: text('reviews.added'),
      cell: ({ addedDateTime }) => (addedDateTime === undefined ? '–' : <Moment value={addedDateTime} />),
    },
    ...(kind === 'guests'
      ? stay
      : [
          {
            id: 'role',
            header: text('teams.role'),
            width: '7.5rem',
            cell: ({ role }: ReviewItem) => text(`role.${role}`),
          },
        ]),
    {
      id: 'decision',
      header: text('reviews.decision'),
      width: 'minmax(0, 1.5fr)',
      cell: ({ decision, decidedBy, outcome, error }) => (
        <span className={styles.lines}>
          <Badge appearance="tint" color={COLORS[decision]}>
            {text(outcome === undefined ? `reviews.decision.${decision}` : `reviews.outcome.${outcome}`)}
          </Badge>
          {decidedBy !== undefined && (
            <Caption1>{text('reviews.by', { name: decidedBy.displayName })}</Caption1>
          )}
          {error !== undefined && <Caption1>{error}</Caption1>}
        </span>
      ),
    },
  ];
}
