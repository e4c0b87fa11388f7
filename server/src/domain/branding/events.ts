/** The event of the branding (docs/specification.md, sections 11 and 12). */
import Type from 'typebox';
import { OF_ACTOR } from '../../engine/audit/personal-texts.ts';
import { securityTrail } from '../../engine/audit/rejected-calls.ts';
import { defineEvent } from '../../engine/events/define-event.ts';
import { Maybe } from '../../engine/events/model.ts';
import { IMAGE_TYPES } from '../../kernel/image-type.ts';
import { OneOf, Open } from '../../kernel/schema.ts';

export const organizationBrandingUpdated = defineEvent({
  code: 'organization_branding_updated',
  category: 'Organization',
  description: 'The name, the logo, the colour or the links of the organisation were changed.',
  recipients: 'audience',
  payload: {
    branding: Open({
      displayName: Maybe(Type.String()),
      accentColor: Maybe(Type.String({ description: '`#RRGGBB`' })),
      helpUrl: Maybe(Type.String()),
      namingRulesUrl: Maybe(Type.String()),
      supportContact: Maybe(Type.String()),
      logo: Maybe(Open({ contentType: OneOf(IMAGE_TYPES), size: Type.Integer(), sha256: Type.String() })),
    }),
    changed: Type.Array(Type.String(), { description: 'Names of the changed fields' }),
  },
  trail: securityTrail,
  record: {
    changed: ({ changed }) => changed,
    branding: ({ branding: { supportContact: _, ...branding } }) => branding,
    supportContact: ({ branding }) => branding.supportContact,
  },
  people: { supportContact: OF_ACTOR },
});
