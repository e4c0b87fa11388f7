/** Server state of the templates that the person may use. */
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../app/client.ts';

const ALL_LANGUAGES = '*';
const FRESH_MILLISECONDS = 60_000;

export function useMyTemplates() {
  const client = useClient();
  return useQuery({
    queryKey: ['templates', 'mine'],
    queryFn: ({ signal }) => client.catalog.getMyCatalogTemplates({ language: ALL_LANGUAGES }, { signal }),
    staleTime: FRESH_MILLISECONDS,
  });
}
