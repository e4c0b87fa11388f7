/** The texts of a new team: those of the request, transformed by the template's conventions; and its mail alias. */
import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { RuleEngine, RuleFailureListener, RuleScope } from '../../domain/catalog/rules.ts';
import { ruleScope } from '../../domain/catalog/scope.ts';
import type { FoundPeople } from '../../domain/directory/find-people.ts';
import type { UserProfile } from '../../domain/directory/model.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import type { TeamTexts } from './conventions.ts';
import { assertConventionsSucceeded, type RenderedTexts, renderTexts } from './conventions.ts';
import type { TeamProvisioningRequest } from './request.ts';

/** The texts of a request, and its answers as rules see them (domain/answers). */
type RequestedTexts = Pick<TeamProvisioningRequest, 'team' | 'metadata'>;

/**
 * Returns the variables for conventions and conditions: the requested texts, with the template's defaults for missing
 * ones, and the answers.
 * @param people the people of the request, which conventions do not see
 */
export function conventionScope(
  principal: Principal,
  { team, metadata = {} }: RequestedTexts,
  { defaults, template }: Pick<TeamBlueprint, 'defaults' | 'template'>,
  requester: UserProfile | undefined,
  people?: Pick<FoundPeople, 'owners' | 'members'>,
): RuleScope {
  const requested = {
    name: team.name || (defaults.name ?? ''),
    description: team.description || (defaults.description ?? ''),
    welcomeMessage: team.welcomeMessage || (defaults.welcomeMessage ?? ''),
  };
  return ruleScope({
    requester,
    principal,
    team: requested,
    metadata,
    templateName: template.name,
    ...(people && { people }),
  });
}

/** @throws PolicyViolation naming each failed convention */
export async function writeTexts(
  rules: Pick<RuleEngine, 'renderConventions'> & RuleFailureListener,
  principal: Principal,
  request: RequestedTexts,
  blueprint: TeamBlueprint,
  requester: UserProfile | undefined,
): Promise<TeamTexts> {
  const scope = conventionScope(principal, request, blueprint, requester);
  const { texts, failures } = await renderTexts(rules, principal.tenantId, blueprint, scope);
  assertConventionsSucceeded(rules, principal.tenantId, blueprint, failures);
  return texts;
}

/** Returns the texts of a preview, and the failed conventions, which are not recorded. */
export async function previewTexts(
  rules: Pick<RuleEngine, 'renderConventions'>,
  principal: Principal,
  request: RequestedTexts,
  blueprint: TeamBlueprint,
  requester: UserProfile | undefined,
): Promise<RenderedTexts> {
  const scope = conventionScope(principal, request, blueprint, requester);
  return renderTexts(rules, principal.tenantId, blueprint, scope);
}

/**
 * Entra's mailNickname has at most 64 ASCII characters, without spaces and `@ ( ) \ [ ] " ; : < > ,`. An alias keeps
 * only letters, digits, `.`, `-` and `_`, which every mail system accepts.
 */
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
