/** Errors in SCIM's form (RFC 7644, 3.12). */
import { CharterError } from '../../kernel/errors.ts';
import type { Message } from '../../kernel/messages.ts';

const SCIM_TYPES = [
  'invalidFilter',
  'invalidPath',
  'invalidSyntax',
  'invalidValue',
  'mutability',
  'noTarget',
  'tooMany',
] as const;
type ScimType = (typeof SCIM_TYPES)[number];

/** Returns a 400 with the `scimType` (RFC 7644, 3.12). */
export const invalidScim = (type: ScimType, message: Message): CharterError =>
  new CharterError('InvalidRequest', message, { details: [{ target: 'body', code: type, ...message }] });

/** Returns the member `scimType` of an error; undefined for statuses without one. */
export function scimTypeOf({ code, details }: CharterError, status: number): string | undefined {
  if (status === 409) return 'uniqueness';
  if (code !== 'InvalidRequest') return undefined;
  return (
    SCIM_TYPES.find((type) => type === details[0]?.code) ??
    (details.length > 0 ? 'invalidValue' : 'invalidSyntax')
  );
}
