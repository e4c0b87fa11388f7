/** Reads from a verified token what the directory may keep of a person. */
import type { PersonProfile } from '../domain/identity/admit-person.ts';
import { type Claims, displayNameClaim } from './claims.ts';
import { isFromEntra } from './token-subject.ts';

/**
 * A user name with an `@` reads as an address, and an unverified address may be somebody else's. It counts when
 * it is the verified address, or when Entra says it: Entra verifies the domains of its user names.
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
