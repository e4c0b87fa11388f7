/** The branding of organisations, one row each. */
import type { StoredBranding } from '../domain/branding/model.ts';
import type { BrandingStore, LogoFile } from '../domain/branding/ports.ts';
import { columns, json, number, text } from '../kernel/columns.ts';
import { assigned, type Database, sql, statements } from '../kernel/sql.ts';

const BRANDING = columns<StoredBranding>({
  displayName: text(),
  accentColor: text(),
  helpUrl: text(),
  namingRulesUrl: text(),
  supportContact: text(),
  logo: json(sql`
    case when logo is not null then json_build_object(
      'contentType', logo_type, 'size', octet_length(logo), 'sha256', logo_sha256) end`),
  revision: number(),
});

const LOGO = columns<LogoFile>({
  contentType: text(sql`logo_type`),
  sha256: text(sql`logo_sha256`),
  bytes: json(sql`logo`),
});

export function brandingStore(db: Database, tenantId: string): BrandingStore {
  const { tenant, first, write } = statements(db, tenantId);
  return {
    find: () => first(BRANDING)`
      select ${BRANDING} from charter.organization_branding where tenant_id = ${tenant}`,

    findLogo: () => first(LOGO)`
      select ${LOGO} from charter.organization_branding where tenant_id = ${tenant} and logo is not null`,

    async save({ displayName, accentColor, helpUrl, namingRulesUrl, supportContact, revision }, logo, at) {
      const row = {
        display_name: displayName,
        accent_color: accentColor,
        help_url: helpUrl,
        naming_rules_url: namingRulesUrl,
        support_contact: supportContact,
        updated_at: at,
        ...(logo !== undefined && {
          logo: logo === null ? null : Buffer.from(logo.bytes),
          logo_type: logo?.contentType ?? null,
          logo_sha256: logo?.sha256 ?? null,
        }),
      };
      if (revision === 0)
        await write`
          insert into charter.organization_branding (tenant_id, revision, updated_at)
          values (${tenant}, 0, ${at}) on conflict do nothing`;
      return (
        (await write`
          update charter.organization_branding set ${assigned(row)}, revision = revision + 1
           where tenant_id = ${tenant} and revision = ${revision}`) === 1
      );
    },
  };
}
