/** Reads and changes the branding of an organisation. Each change writes one event with its audit record. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../engine/deps.ts';
import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { CharterError, invalidField } from '../../kernel/errors.ts';
import { imageSizeOf } from '../../kernel/image-size.ts';
import { imageTypeOf } from '../../kernel/image-type.ts';
import { say } from '../../kernel/messages.ts';
import { retryConflicts } from '../../kernel/retry.ts';
import { assertCanChangeBranding } from './access.ts';
import { checkBranding } from './check-branding.ts';
import { organizationBrandingUpdated } from './events.ts';
import { BRANDING_LIMITS, type BrandingFields, NO_BRANDING, type StoredBranding } from './model.ts';
import type { LogoFile } from './ports.ts';

type BrandingDeps = Pick<Deps, 'store' | 'clock'>;

/** Returns the branding of the caller's organisation. */
export const getBranding = async (
  { store }: Pick<Deps, 'store'>,
  { tenantId }: Pick<Principal, 'tenantId'>,
): Promise<StoredBranding> => (await store.in(tenantId).branding.find()) ?? NO_BRANDING;

/** Returns the logo of the caller's organisation. @throws NotFound when there is none */
export async function getLogo({ store }: Pick<Deps, 'store'>, { tenantId }: Principal): Promise<LogoFile> {
  const logo = await store.in(tenantId).branding.findLogo();
  if (logo !== undefined) return logo;
  throw new CharterError('NotFound', say('branding.noLogo', 'The organisation has no logo.'));
}

interface BrandingChange {
  fields?: Partial<BrandingFields>;
  /** The new logo, or null to remove it. */
  logo?: LogoFile | null;
  /** From If-Match: the branding must still have this revision. */
  ifVersion?: string | undefined;
}

const changedBetween = (before: StoredBranding, after: StoredBranding): string[] =>
  Object.keys(after).filter(
    (field) =>
      !isDeepStrictEqual(before[field as keyof StoredBranding], after[field as keyof StoredBranding]),
  );

/**
 * Writes the change. Writes and records nothing when nothing changes.
 * @throws Forbidden, PreconditionFailed; Conflict when others keep changing the branding
 */
async function change(
  { store, clock }: BrandingDeps,
  principal: Principal,
  context: RequestContext,
  { fields = {}, logo, ifVersion }: BrandingChange,
): Promise<StoredBranding> {
  assertCanChangeBranding(principal);
  const { tenantId } = principal;
  const write = async (): Promise<StoredBranding | undefined> => {
    const before = await getBranding({ store }, principal);
    if (ifVersion !== undefined && ifVersion !== String(before.revision))
      throw new CharterError(
        'PreconditionFailed',
        say(
          'branding.changedSince',
          'Somebody has changed the branding since you read it. Read it again, then repeat your change.',
        ),
      );
    const after: StoredBranding = { ...before, ...fields };
    if (logo === null) after.logo = null;
    else if (logo !== undefined) {
      const { contentType, sha256, bytes } = logo;
      after.logo = { contentType, size: bytes.length, sha256 };
    }
    const changed = changedBetween(before, after);
    if (changed.length === 0) return before;
    const { revision: _, ...branding } = after;
    const event = organizationBrandingUpdated.happened({
      target: { type: 'organization', id: tenantId, displayName: after.displayName ?? '' },
      payload: { branding, changed },
      audience: [],
    });
    const at = clock.now();
    const isWritten = await store.transaction(tenantId, async (unit) => {
      if (!(await unit.branding.save(after, logo, at))) return false;
      await unit.events.append([{ ...event, ...causeOf(principal, context) }], at);
      return true;
    });
    return isWritten ? { ...after, revision: before.revision + 1 } : undefined;
  };
  return retryConflicts(
    write,
    say('branding.busy', 'Others keep changing the branding at the same moment. Try again.'),
  );
}

/**
 * Changes the fields that are sent; null removes one.
 * @throws Forbidden, PreconditionFailed, Conflict; InvalidRequest at each wrong field
 */
export async function updateBranding(
  deps: BrandingDeps,
  principal: Principal,
  context: RequestContext,
  { fields, ifVersion }: { fields: Partial<BrandingFields>; ifVersion?: string | undefined },
): Promise<StoredBranding> {
  assertCanChangeBranding(principal);
  return change(deps, principal, context, { fields: checkBranding(fields), ifVersion });
}

/**
 * Reads an image. A small file can have so many pixels that a browser needs gigabytes to show it.
 * @throws PayloadTooLarge; UnsupportedMediaType for anything but PNG, JPEG and WebP; InvalidRequest for too many pixels
 */
async function readLogo(bytes: AsyncIterable<Uint8Array>, length: number): Promise<LogoFile> {
  const most = BRANDING_LIMITS.logoBytes;
  const tooLarge = (): CharterError =>
    new CharterError(
      'PayloadTooLarge',
      say('branding.logoLarge', 'The logo is larger than {size} KiB. Scale it down.', { size: most / 1024 }),
    );
  if (length > most) throw tooLarge();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    if (size > most) throw tooLarge();
    parts.push(part);
  }
  const image = Buffer.concat(parts);
  const contentType = imageTypeOf(image);
  const pixels = contentType && imageSizeOf(image, contentType);
  if (contentType === undefined || pixels === undefined)
    throw new CharterError(
      'UnsupportedMediaType',
      say('branding.logoType', 'The logo is no PNG, JPEG or WebP image. Convert it.'),
    );
  const { logoPixels } = BRANDING_LIMITS;
  if (Math.max(pixels.width, pixels.height) > logoPixels)
    throw invalidField(
      'logo',
      say(
        'branding.logoPixels',
        'The logo has {width} by {height} pixels. Scale it down to at most {most} by {most}.',
        { ...pixels, most: logoPixels },
      ),
    );
  return { contentType, sha256: createHash('sha256').update(image).digest('hex'), bytes: image };
}

/** The bytes of a logo as they arrive, and the length that the sender states. */
interface LogoUpload {
  bytes: AsyncIterable<Uint8Array>;
  length: number;
  ifVersion?: string | undefined;
}

/**
 * Replaces the logo.
 * @throws Forbidden, PayloadTooLarge, UnsupportedMediaType, InvalidRequest, PreconditionFailed, Conflict
 */
export async function putLogo(
  deps: BrandingDeps,
  principal: Principal,
  context: RequestContext,
  { bytes, length, ifVersion }: LogoUpload,
): Promise<StoredBranding> {
  assertCanChangeBranding(principal);
  return change(deps, principal, context, { logo: await readLogo(bytes, length), ifVersion });
}

/** Removes the logo; repeating it changes nothing. @throws Forbidden, PreconditionFailed, Conflict */
export async function deleteLogo(
  deps: BrandingDeps,
  principal: Principal,
  context: RequestContext,
  { ifVersion }: Pick<BrandingChange, 'ifVersion'>,
): Promise<void> {
  await change(deps, principal, context, { logo: null, ifVersion });
}
