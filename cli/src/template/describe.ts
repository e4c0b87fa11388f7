import type { CatalogTemplateDetails } from '@charter/sdk';
import type { Output } from '../output.ts';

export function showTemplate(output: Output, template: CatalogTemplateDetails): void {
  const { templateConfiguration: configuration, changedBy, changedDateTime } = template;
  const { audienceTargeting, approval } = configuration;
  output.fields(template, {
    Id: configuration.id,
    Name: configuration.name,
    Description: configuration.description,
    Language: configuration.language,
    Version: configuration.version,
    Enabled: configuration.enabled ? 'yes' : 'no',
    Audience: audienceTargeting?.enabled ? (audienceTargeting.rules ?? 'nobody') : 'everybody',
    Approval: approval?.requireApproval ? 'yes' : 'no',
    Created: template.createdDateTime,
    Changed: `${changedDateTime} by ${changedBy.displayName}`,
  });
}
