/** The branding of an organisation in the portal and in mails: name, logo, colour and links (docs/branding.md). */
import Type, { type Static } from 'typebox';
import { IMAGE_TYPES } from '../../kernel/image-type.ts';
import { Nullable, OneOf } from '../../kernel/schema.ts';

/** Lengths count UTF-16 code units. */
export const BRANDING_LIMITS = {
  displayName: 100,
  link: 2048,
  supportContact: 200,
  logoBytes: 100 * 1024,
  /** Maximum width, and maximum height. */
  logoPixels: 2048,
} as const;

/** The fields that administrators set. Null: not set. */
export const BrandingFields = Type.Object({
  displayName: Nullable(
    Type.String({
      description: 'Name of the organisation in the portal, and name of the sender of mail',
      examples: ['Fabrikam'],
    }),
  ),
  accentColor: Nullable(Type.String({ description: '`#RRGGBB`', examples: ['#742774'] })),
  helpUrl: Nullable(Type.String({ description: 'Page with help (`https:`), or a mail address (`mailto:`)' })),
  namingRulesUrl: Nullable(
    Type.String({
      description: 'Page with the rules for names of teams (`https:`); shown where people name a team',
    }),
  ),
  supportContact: Nullable(
    Type.String({ description: 'Whom people ask, in one line', examples: ['Service desk, extension 4711'] }),
  ),
});
export type BrandingFields = Static<typeof BrandingFields>;

export const BrandingLogo = Type.Object(
  {
    contentType: OneOf(IMAGE_TYPES),
    size: Type.Integer({ description: 'Bytes' }),
    sha256: Type.String({ description: 'SHA-256 of the image, hexadecimal in lower case; its ETag' }),
  },
  { $id: 'OrganizationBrandingLogo' },
);
export type BrandingLogo = Static<typeof BrandingLogo>;

export const Branding = Type.Object({
  ...BrandingFields.properties,
  logo: Nullable(BrandingLogo),
  textColor: Nullable(
    Type.String({
      description:
        'Colour of text on the accent colour: white, or black where the contrast of white is below 4.5:1 (WCAG 2.2, 1.4.3)',
    }),
  ),
});
export type Branding = Static<typeof Branding>;

/** The stored branding. The revision counts its changes; 0 before the first one. */
export interface StoredBranding extends BrandingFields {
  logo: BrandingLogo | null;
  revision: number;
}

export const NO_BRANDING: StoredBranding = {
  displayName: null,
  accentColor: null,
  helpUrl: null,
  namingRulesUrl: null,
  supportContact: null,
  logo: null,
  revision: 0,
};

/** Contrast that text of a normal size needs (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;

/** Returns the relative luminance, 0 to 1, of a colour `#RRGGBB` (WCAG 2.2, "relative luminance"). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Returns the colour of text on the accent colour. White or black always has a contrast of at least 4.58:1; the minimum
 * is on a colour on which both have the same contrast.
 */
export const textColorOn = (accentColor: string): string =>
  1.05 / (luminanceOf(accentColor) + 0.05) >= MIN_CONTRAST ? '#FFFFFF' : '#000000';

/** Adds the derived fields to the stored branding. */
export const toBranding = ({ revision: _, ...stored }: StoredBranding): Branding => ({
  ...stored,
  textColor: stored.accentColor === null ? null : textColorOn(stored.accentColor),
});
