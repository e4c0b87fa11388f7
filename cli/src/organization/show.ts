import type { OrganizationBranding } from '@charter/sdk';
import type { Output } from '../output.ts';

export function showBranding(output: Output, branding: OrganizationBranding): void {
  const { displayName, accentColor, textColor, logo, helpUrl, namingRulesUrl, supportContact } = branding;
  output.fields(branding, {
    Name: displayName ?? '',
    Colour: accentColor === undefined ? '' : `${accentColor}, with text in ${textColor}`,
    Logo: logo === undefined ? '' : `${logo.contentType}, ${logo.size} bytes`,
    Help: helpUrl ?? '',
    'Rules for names': namingRulesUrl ?? '',
    Contact: supportContact ?? '',
  });
}
