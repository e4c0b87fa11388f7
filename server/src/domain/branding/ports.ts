import type { ImageType } from '../../kernel/image-type.ts';
import type { StoredBranding } from './model.ts';

export interface LogoFile {
  contentType: ImageType;
  sha256: string;
  bytes: Uint8Array;
}

/** The store of the tenant's branding. */
export interface BrandingStore {
  find(): Promise<StoredBranding | undefined>;
  findLogo(): Promise<LogoFile | undefined>;
  /**
   * Writes the branding with the next revision.
   * @param branding its revision is the one that was read, 0 before the first write
   * @param logo the new logo, or null to remove it; undefined leaves the stored one
   * @returns false, and writes nothing, when the stored revision differs
   */
  save(branding: StoredBranding, logo: LogoFile | null | undefined, at: Date): Promise<boolean>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    branding: BrandingStore;
  }
}
