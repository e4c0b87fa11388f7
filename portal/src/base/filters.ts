import { useNavigate } from '@tanstack/react-router';

/** Returns a `validateSearch` for a page with filters, which keeps only the texts with these names in the address. */
export const filtersOf =
  <const Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): { [Key in Name]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name];
        // The router parses digits in the address as a number.
        return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
      }),
    ) as { [Key in Name]?: string };

/**
 * Returns a function that changes the filters of a page. The filters are in the address, so that a link or a reload
 * shows the same list. An empty value removes its filter.
 */
export function useChangeFilters<Filters extends Record<string, string | undefined>>(): (
  changed: Partial<Filters>,
) => void {
  const navigate = useNavigate();
  return (changed) =>
    void navigate({
      to: '.',
      search: ((last: Filters) =>
        Object.fromEntries(Object.entries({ ...last, ...changed }).filter(([, value]) => value))) as never,
      replace: true,
      resetScroll: false,
    });
}
