/** The branding that every page shows. The first page loads this module without the modules of the settings page. */
import type { OrganizationBrandingSummary as Branding } from '@charter/sdk';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';
import { toDataUri } from '../../base/data-uri.ts';
import { useMe } from '../me/queries.ts';

export const ORGANIZATION_KEY = 'organization';

/** The branding that pages show; empty until it is loaded. */
export const useBranding = (): Branding => useMe().data?.tenant.branding ?? {};

/** Loads the logo as a `data:` URI; undefined if there is none, or until it is loaded. */
export function useLogo({ logo }: Pick<Branding, 'logo'>): string | undefined {
  const { organization } = useClient();
  return useQuery({
    queryKey: [ORGANIZATION_KEY, 'logo', logo?.sha256],
    queryFn: async ({ signal }) => {
      const bytes = await new Response(await organization.getOrganizationLogo({ signal })).arrayBuffer();
      return toDataUri(new Blob([bytes], { type: logo?.contentType ?? '' }));
    },
    enabled: logo !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
