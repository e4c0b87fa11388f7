/**
 * Derives mail aliases. Entra's mailNickname has at most 64 ASCII characters, without spaces and `@ ( ) \ [ ] " ; : < >
 * ,`. An alias keeps only letters, digits, `.`, `-` and `_`, which every mail system accepts.
 */

import type { Suite } from '../../engine/suite.ts';

export const MAIL_NICKNAME_MAX_LENGTH = 64;

/** Letters that Unicode normalisation does not decompose. */
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
 * Converts the text, or the local part of a mail address, to ASCII and cuts it to the maximum length. The result is
 * empty when no character has an ASCII form, as in a Chinese name.
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
 * Returns the aliases to try in order: the wanted one, numbered ones, and one with a part of the job's id, which is
 * unique.
 */
export function mailNicknameCandidates(wanted: string, jobId: string): string[] {
  const unique = jobId.replaceAll('-', '').slice(-12);
  if (wanted === '') return [`team-${unique}`];
  const numbered = NUMBERED.map((number) => withSuffix(wanted, String(number)));
  return [...new Set([wanted, ...numbered, withSuffix(wanted, `-${unique}`)])];
}

/** Returns the candidates from the first one that no team has. */
export async function findFreeNicknames(
  { teams }: Suite,
  tenantId: string,
  mail: string,
  jobId: string,
): Promise<string[]> {
  const candidates = mailNicknameCandidates(toMailNickname(mail), jobId);
  for (const [index, candidate] of candidates.slice(0, -1).entries()) {
    if (!(await teams.isMailNicknameTaken(tenantId, candidate, jobId))) return candidates.slice(index);
  }
  return candidates.slice(-1);
}
