/** Server state of the directory. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../app/client.ts';

const MOST_MATCHES = '10';

/** People whose name, mail or user principal name has words that begin with the typed ones. */
export function usePeople(typed: string) {
  const client = useClient();
  const words = typed.trim();
  return useQuery({
    queryKey: ['users', 'search', words],
    queryFn: ({ signal }) =>
      client.users.getUsers({ $search: quoted(words), $top: MOST_MATCHES }, { signal }),
    enabled: words.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** Quotes the words as `$search` of OData asks for it. */
const quoted = (words: string): string => `"${words.replace(/["\\]/g, ' ')}"`;
