/** Server state of the organisation's branding: keys, loading and invalidation. */
import type { OrganizationBranding } from '@charter/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { ME_KEY } from '../me/queries.ts';
import { ORGANIZATION_KEY } from './use-branding.ts';

export type { OrganizationBranding };
export type BrandingField = 'displayName' | 'accentColor' | 'helpUrl' | 'namingRulesUrl' | 'supportContact';

export function useOrganizationBranding() {
  const { organization } = useClient();
  return useQuery({
    queryKey: [ORGANIZATION_KEY, 'branding'],
    queryFn: ({ signal }) => organization.getOrganizationBranding({ signal }),
  });
}

interface SaveInput {
  fields: Record<BrandingField, string>;
  /** The new logo; null removes it, undefined leaves it unchanged. */
  logo: File | null | undefined;
  /** The revision that the person has seen. */
  revision: number;
  /** Called after each of the two requests, with the revision that it has written. */
  onRevision: (revision: number) => void;
}

export function useSaveBranding() {
  const { organization } = useClient();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ fields, logo, revision, onRevision }: SaveInput) {
      const saved = await organization.updateOrganizationBranding(fields, { ifMatch: `"${revision}"` });
      onRevision(saved.revision);
      if (logo === undefined) return;
      const ifMatch = `"${saved.revision}"`;
      if (logo === null) {
        await organization.deleteOrganizationLogo({ ifMatch });
        onRevision((await organization.getOrganizationBranding()).revision);
      } else {
        onRevision((await organization.putOrganizationLogo(logo, { ifMatch })).revision);
      }
    },
    onSettled: refreshAfter(queries, [ORGANIZATION_KEY, 'branding'], ME_KEY),
  });
}
