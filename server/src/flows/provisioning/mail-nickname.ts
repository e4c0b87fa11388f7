/**
 * Mail aliases: what Entra accepts as mailNickname is ASCII without spaces and the characters
 * `@ ( ) \ [ ] " ; : < > ,`, at most 64 of them. This keeps letters, digits, `.`, `-` and `_`, which every
 * mail system takes.
 */

export const MAIL_NICKNAME_MAX_LENGTH = 64;

/** Letters that Unicode does not take apart into a base letter and marks. */
const FOLDED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
};

const tidy = (text: string): string => text.replace(/\.{2,}/g, '.').replace(/^[.\-_]+|[.\-_]+$/g, '');

const cut = (text: string, length: number): string => tidy(text.slice(0, length));

/**
 * The alias in a text: of an address its part before the `@`, of anything else what is left when it is folded
 * to ASCII. Empty when nothing is left, as of a name in Chinese.
 */
export function toMailNickname(text: string): string {
  const local = /^([^\s@]+)@[^\s@]+$/.exec(text.trim())?.[1] ?? text;
  const ascii = local
    .normalize('NFKD')
    .replace(/[^ -~]/gu, (letter) => FOLDED[letter] ?? '')
    .replace(/[^A-Za-z0-9._-]/g, '');
  return cut(ascii, MAIL_NICKNAME_MAX_LENGTH);
}

const withSuffix = (base: string, suffix: string): string =>
  cut(base, MAIL_NICKNAME_MAX_LENGTH - suffix.length) + suffix;

const NUMBERED = [2, 3, 4, 5, 6, 7, 8, 9];

/**
 * Aliases to try, in this order: the wanted one, numbered ones, and last one that holds part of the job's id
 * and so belongs to no other team.
 */
export function mailNicknameCandidates(wanted: string, jobId: string): string[] {
  const unique = jobId.replaceAll('-', '').slice(-12);
  if (wanted === '') return [`team-${unique}`];
  const numbered = NUMBERED.map((number) => withSuffix(wanted, String(number)));
  return [...new Set([wanted, ...numbered, withSuffix(wanted, `-${unique}`)])];
}
