import { Button, makeStyles } from '@fluentui/react-components';
import { useMessages } from '../base/messages.ts';
import type { PagedQuery } from '../base/paging.ts';

const useStyles = makeStyles({ button: { justifySelf: 'start', minHeight: '44px' } });

type Pages = Pick<PagedQuery<unknown>, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

/** Loads the next page of a list. Renders nothing when all items are shown. */
export function ShowMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { query: Pages }) {
  const styles = useStyles();
  const text = useMessages();
  if (!hasNextPage) return null;
  return (
    <Button
      className={styles.button}
      disabledFocusable={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {text('list.more')}
    </Button>
  );
}
