/** Reads the profile claims that the directory may store. */
import type { PersonProfile } from '../domain/identity/admit-person.ts';
import { type Claims, displayNameClaim } from './claims.ts';
import { isFromEntra } from './token-subject.ts';

/**
 * A user name with an `@` reads as a mail address, and an unverified address may belong to another person. It is
 * kept when it equals the verified address, or when Entra issued it: Entra verifies its domains.
 */
export function profileOf(claims: Claims, displayName: string | undefined): PersonProfile {
  const text = (name: string) => displayNameClaim(claims, [name]);
  const mail = claims.email_verified === true ? text('email') : undefined;
  const name = text('preferred_username') ?? text('upn') ?? mail;
  const isSafe = name !== undefined && (!name.includes('@') || name === mail || isFromEntra(claims));
  return {
    displayName,
    givenName: text('given_name'),
    surname: text('family_name'),
    mail,
    userName: isSafe ? name : undefined,
  };
}
