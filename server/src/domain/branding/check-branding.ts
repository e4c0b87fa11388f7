/** Checks the fields of a branding. */
import { type ErrorDetail, invalidFields } from '../../kernel/errors.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { BRANDING_LIMITS, type BrandingFields } from './model.ts';

const COLOR = /^#[0-9A-F]{6}$/;
/** Control characters and line separators, which could add headers to a mail. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]/u;

function lineProblem(text: string, most: number): Message | undefined {
  if (text.length > most)
    return say('branding.long', 'The text has more than {most} characters. Shorten it.', { most });
  return UNPRINTABLE.test(text) ? say('branding.lines', 'The text must be a single line.') : undefined;
}

function linkProblem(link: string, protocols: readonly string[]): Message | undefined {
  const problem = lineProblem(link, BRANDING_LIMITS.link);
  if (problem !== undefined) return problem;
  const url = URL.parse(link);
  const isAllowed =
    url !== null &&
    protocols.includes(url.protocol) &&
    (url.protocol === 'mailto:'
      ? /^[^@\s]+@[^@\s]+$/.test(url.pathname)
      : url.username + url.password === '');
  if (isAllowed) return undefined;
  return protocols.includes('mailto:')
    ? say(
        'branding.helpLink',
        'The link must be an address that begins with https:// and has no user name, or mailto: with a mail address.',
      )
    : say('branding.link', 'The link must be an address that begins with https:// and has no user name.');
}

const CHECKS: { readonly [Field in keyof BrandingFields]: (text: string) => Message | undefined } = {
  displayName: (text) => lineProblem(text, BRANDING_LIMITS.displayName),
  accentColor: (text) =>
    COLOR.test(text)
      ? undefined
      : say('branding.color', 'Give the colour as # and six hexadecimal digits, such as #742774.'),
  helpUrl: (text) => linkProblem(text, ['https:', 'mailto:']),
  namingRulesUrl: (text) => linkProblem(text, ['https:']),
  supportContact: (text) => lineProblem(text, BRANDING_LIMITS.supportContact),
};

const normalize = (field: string, text: string): string | null => {
  const trimmed = text.trim();
  return trimmed === '' ? null : field === 'accentColor' ? trimmed.toUpperCase() : trimmed;
};

/**
 * Returns the fields in their stored form: trimmed, null for an empty text, and colours in upper case.
 * @throws InvalidRequest at each wrong field
 */
export function checkBranding(sent: Partial<BrandingFields>): Partial<BrandingFields> {
  const fields = Object.entries(sent).map(
    ([field, text]) => [field, text === null ? null : normalize(field, text)] as const,
  );
  const problems = fields.flatMap(([field, text]): ErrorDetail[] => {
    const problem = text === null ? undefined : CHECKS[field as keyof BrandingFields](text);
    return problem === undefined ? [] : [{ target: field, code: 'InvalidValue', ...problem }];
  });
  if (problems.length > 0) throw invalidFields(problems);
  return Object.fromEntries(fields);
}
