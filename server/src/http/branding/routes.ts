import Type from 'typebox';
import { deleteLogo, getBranding, getLogo, putLogo, updateBranding } from '../../domain/branding/branding.ts';
import { Branding, BrandingFields, type StoredBranding, toBranding } from '../../domain/branding/model.ts';
import { IMAGE_TYPES } from '../../kernel/image-type.ts';
import { etagOf, IfMatch, versionsFrom } from '../etag.ts';
import { ApiResponse, OtherResponse, route } from '../route.ts';
import { Model, Resource, readOnlyFields, shown } from '../schema.ts';

/** The branding in responses of `getMe`. */
export const OrganizationBrandingSummary = Model('OrganizationBrandingSummary', shown(Branding));

const OrganizationBranding = Resource('OrganizationBranding', {
  ...shown(Branding),
  revision: Type.Integer({ description: 'Number of changes, from which the ETag is made' }),
});

const OrganizationBrandingUpdate = Model('OrganizationBrandingUpdate', {
  ...Type.Partial(BrandingFields).properties,
  ...readOnlyFields('@odata.context', 'logo', 'textColor', 'revision'),
});

const HEADERS = IfMatch('branding');

const answerOf = (stored: StoredBranding) =>
  new ApiResponse(
    { ...toBranding(stored), revision: stored.revision },
    { etag: etagOf(String(stored.revision)) },
  );

export const getOrganizationBrandingRoute = route(
  {
    summary: 'Get the branding of the organisation',
    responseHeaders: ['etag'],
    response: OrganizationBranding,
    context: 'organization/branding',
    description:
      'The name, logo, colour and links that the portal and mail show. Fields that nobody has set are absent.',
  },
  async (deps, { principal }) => answerOf(await getBranding(deps, principal)),
);

export const updateOrganizationBrandingRoute = route(
  {
    summary: 'Change the branding of the organisation',
    errors: [409],
    responseHeaders: ['etag'],
    headers: HEADERS,
    body: OrganizationBrandingUpdate,
    response: OrganizationBranding,
    context: 'organization/branding',
    description:
      'Changes the fields of the body; `null` removes one. Links begin with `https://`; `helpUrl` may be a `mailto:` address.',
  },
  async (deps, { principal, context, body, ifVersion }) => {
    const { displayName, accentColor, helpUrl, namingRulesUrl, supportContact } = body;
    const sent = { displayName, accentColor, helpUrl, namingRulesUrl, supportContact };
    const fields = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    return answerOf(await updateBranding(deps, principal, context, { fields, ifVersion }));
  },
);

export const getOrganizationLogoRoute = route(
  {
    summary: 'Get the logo of the organisation',
    errors: [404],
    responseHeaders: ['etag'],
    headers: Type.Object({
      'if-none-match': Type.Optional(
        Type.String({ description: 'ETag of your copy; 304 when it is current' }),
      ),
    }),
    sendsBytes: IMAGE_TYPES,
    description: 'The image of putOrganizationLogo. 404 without one.',
  },
  async (deps, { principal, header }) => {
    const { contentType, sha256, bytes } = await getLogo(deps, principal);
    const etag = etagOf(sha256);
    // A browser may store the logo for its user only, and must revalidate it.
    const headers = { etag, 'cache-control': 'private, no-cache' };
    if (versionsFrom(header('if-none-match'))?.includes(sha256))
      return new OtherResponse(304, undefined, headers);
    return new ApiResponse(inOnePart(bytes), {
      ...headers,
      'content-type': contentType,
      'content-length': String(bytes.length),
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
    });
  },
);

async function* inOnePart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export const putOrganizationLogoRoute = route(
  {
    summary: 'Replace the logo of the organisation',
    errors: [409],
    responseHeaders: ['etag'],
    headers: HEADERS,
    takesBytes: true,
    response: OrganizationBranding,
    context: 'organization/branding',
    description:
      'The body is a PNG, JPEG or WebP image of at most 100 KiB and 2,048 by 2,048 pixels, recognised by its content. SVG is rejected, because it can contain scripts.',
  },
  async (deps, { principal, context, bytes, header, ifVersion }) => {
    const length = Number(header('content-length') ?? 0);
    return answerOf(await putLogo(deps, principal, context, { bytes, length, ifVersion }));
  },
);

export const deleteOrganizationLogoRoute = route(
  {
    summary: 'Remove the logo of the organisation',
    errors: [409],
    headers: HEADERS,
    description: 'Repeating the call changes nothing.',
  },
  (deps, { principal, context, ifVersion }) => deleteLogo(deps, principal, context, { ifVersion }),
);
