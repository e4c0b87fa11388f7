/** `templateConfiguration`, `clonedTeam` and `newTeam` of a manifest (docs/specification.md 5, CatalogTemplate). */
import { v5 } from 'uuid';
import type { TeamVisibility } from '../teams/model.ts';
import { isJsonObject, writtenValue } from './document.ts';
import { canonicalLanguage } from './language.ts';
import { Fields } from './manifest-fields.ts';
import { TEAM_VISIBILITIES } from './manifest-structure.ts';
import {
  type CatalogTemplateApprovalStage,
  type CatalogTemplateAudienceTargeting,
  type CatalogTemplateClonedTeam,
  type CatalogTemplateConfiguration,
  type CatalogTemplateLifecycle,
  type CatalogTemplateNewTeam,
  type CatalogTemplatePermanentMembership,
  type PersonReference,
  TEMPLATE_LIMITS,
  type TemplatePublisher,
} from './model.ts';
import { fileNameOf, fromDataUri, pictureProblem } from './picture.ts';
import { FIRST_VERSION, isTemplateVersion } from './version.ts';

const TEMPLATE_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]*$/;
const DEFAULT_LANGUAGE = 'en-US';
const REQUIREMENTS = ['any', 'all'] as const;

/** Namespace of ids derived from names; never change it, or templates would be taken for new ones. */
const ID_NAMESPACE = '0b6e7f3e-5b0f-4e0f-9a3c-6c2f1d6a9e57';

export function readPublisher(fields: Fields): TemplatePublisher {
  const publisher = {
    id: fields.text('id', TEMPLATE_LIMITS.id),
    name: fields.text('name', TEMPLATE_LIMITS.name),
    description: fields.text('description', 2048),
    logo: fields.httpsUrl('logo', TEMPLATE_LIMITS.url),
    websiteUrl: fields.httpsUrl('websiteUrl', TEMPLATE_LIMITS.url),
    privacyUrl: fields.httpsUrl('privacyUrl', TEMPLATE_LIMITS.url),
    termsOfUseUrl: fields.httpsUrl('termsOfUseUrl', TEMPLATE_LIMITS.url),
  };
  fields.finish();
  return publisher;
}

/**
 * The file's id, or one derived from publisher, name and language: the same file is the same template
 * wherever and however often it is applied.
 */
function readId(fields: Fields, publisher: TemplatePublisher, name: string, language: string): string {
  const id = fields.text('id', TEMPLATE_LIMITS.id);
  if (id === null) {
    const derived = v5([publisher.id ?? publisher.name ?? '', name, language].join('\n'), ID_NAMESPACE);
    fields.warn('id', `Is missing; '${derived}' is used. Write it into the file, so that it may be renamed.`);
    return derived;
  }
  if (!TEMPLATE_ID.test(id)) {
    fields.error('id', 'May hold letters, digits and . _ : - only, and begins with a letter or digit.');
  }
  return id;
}

/** Versions are often written as numbers, and `1.0` then arrives as 1. */
function readVersion(fields: Fields): string {
  const value = fields.raw('version');
  if (value === undefined || value === '') return FIRST_VERSION;
  const text =
    typeof value === 'number' && Number.isInteger(value) ? `${value}.0` : writtenValue(value).trim();
  if (!isTemplateVersion(text)) {
    fields.warn('version', `'${text}' is not numbers separated by dots; '${FIRST_VERSION}' is used instead.`);
    return FIRST_VERSION;
  }
  if (typeof value === 'number') fields.warn('version', `Read as '${text}'. Put it in quotes.`);
  return text;
}

function readLanguage(fields: Fields): string {
  const text = fields.text('language', 100);
  if (text === null) {
    fields.warn('language', `Is missing; '${DEFAULT_LANGUAGE}' is used.`);
    return DEFAULT_LANGUAGE;
  }
  const language = canonicalLanguage(text);
  if (language === undefined) fields.error('language', `'${text}' is not a language tag such as 'en-US'.`);
  return language ?? DEFAULT_LANGUAGE;
}

/** An address to show, or the picture itself. A file name must have been embedded before (manifest.ts). */
function readPictureUrl(fields: Fields): string | null {
  const value = fields.text('pictureUrl', 2 * TEMPLATE_LIMITS.pictureBytes);
  if (value === null) return null;
  if (value.startsWith('data:')) {
    const picture = fromDataUri(value);
    const problem =
      picture === undefined
        ? 'Must be data:image/png;base64,… or data:image/jpeg;base64,….'
        : pictureProblem(picture.bytes, picture.contentType);
    if (problem !== undefined) fields.error('pictureUrl', problem);
    return value;
  }
  const file = fileNameOf(value);
  if (file !== undefined) {
    fields.error('pictureUrl', `The file '${file}' was not sent along. Apply the manifest with it beside.`);
    return null;
  }
  const address = fields.httpsUrl('pictureUrl', TEMPLATE_LIMITS.url);
  if (address !== null) {
    fields.warn(
      'pictureUrl',
      'Is shown in the catalog only: teams get embedded pictures, never fetched ones.',
    );
  }
  return address;
}

function readPerson(item: unknown): PersonReference | undefined {
  const object = isJsonObject(item) ? item : { id: item };
  const { id, name } = object;
  if (typeof id !== 'string' || id.trim() === '' || id.length > TEMPLATE_LIMITS.id) return undefined;
  return { id: id.trim(), name: typeof name === 'string' && name.trim() !== '' ? name.trim() : null };
}

/** People as `{id, name}` or just their id; nobody twice. */
function readPeople(fields: Fields, key: string, maximum: number): PersonReference[] {
  const people = new Map<string, PersonReference>();
  fields.list(key, maximum, (item, path) => {
    const person = readPerson(item);
    if (person === undefined) {
      const message = "Must be { id, name }, with an id, user principal name or mail address as 'id'.";
      fields.findings.errors.push({ path, message });
      return undefined;
    }
    const known = people.get(person.id.toLowerCase());
    if (known === undefined) people.set(person.id.toLowerCase(), person);
    else fields.findings.warnings.push({ path, message: `'${person.id}' is named twice.` });
    return person;
  });
  return [...people.values()];
}

function readPermanentMembership(fields: Fields): CatalogTemplatePermanentMembership {
  const owners = readPeople(fields, 'owners', TEMPLATE_LIMITS.permanentOwners);
  const ownerIds = new Set(owners.map((owner) => owner.id.toLowerCase()));
  const members = readPeople(fields, 'members', TEMPLATE_LIMITS.permanentMembers);
  for (const member of members.filter(({ id }) => ownerIds.has(id.toLowerCase()))) {
    fields.warn('members', `'${member.id}' is an owner already and is counted as one.`);
  }
  fields.finish();
  return { owners, members: members.filter(({ id }) => !ownerIds.has(id.toLowerCase())) };
}

function readApprovalStage(fields: Fields): CatalogTemplateApprovalStage {
  const approvers = readPeople(fields, 'approvers', TEMPLATE_LIMITS.approvers);
  const manager = fields.boolean('manager', false);
  if (approvers.length === 0 && !manager) {
    fields.error('approvers', "Names nobody. Name at least one approver, or write 'manager: true'.");
  }
  const require = fields.oneOf('require', REQUIREMENTS, 'any');
  fields.finish();
  return { approvers, manager, require };
}

function readApproval(fields: Fields): CatalogTemplateConfiguration['approval'] {
  const requireApproval = fields.boolean('requireApproval', false);
  const approvalTeam = readPeople(fields, 'approvalTeam', TEMPLATE_LIMITS.approvers);
  const stages = fields.list('stages', TEMPLATE_LIMITS.approvalStages, (item, path) => {
    if (isJsonObject(item)) return readApprovalStage(new Fields(item, path, fields.findings));
    fields.findings.errors.push({ path, message: 'Must be { approvers, manager, require }.' });
    return undefined;
  });
  fields.finish();
  if (requireApproval && approvalTeam.length + stages.length === 0) {
    fields.warn('approvalTeam', 'Is empty: only governance managers and administrators can approve.');
  }
  return { requireApproval, approvalTeam, stages };
}

function readAudience(fields: Fields): CatalogTemplateAudienceTargeting {
  const audience = {
    enabled: fields.boolean('enabled', false),
    rules: fields.text('rules', TEMPLATE_LIMITS.rules),
    rulesWithTags: fields.text('rulesWithTags', TEMPLATE_LIMITS.withTags),
  };
  fields.finish();
  if (audience.enabled && audience.rules === null) {
    fields.warn('rules', 'Is empty while targeting is enabled: nobody can use the template.');
  }
  return audience;
}

function readMandatoryMembership(fields: Fields): CatalogTemplateConfiguration['mandatoryMembership'] {
  const mandatory = {
    owners: fields.integer('owners', 0, 0, 20),
    members: fields.integer('members', 0, 0, 20),
  };
  fields.finish();
  return mandatory;
}

function readLifecycle(fields: Fields): CatalogTemplateLifecycle {
  const lifecycle: CatalogTemplateLifecycle = {
    enabled: fields.boolean('enabled', false),
    inactivityDays: fields.oneOf('inactivityDays', [7, 30, 90], 30),
    graceDays: fields.oneOf('graceDays', [7, 30], 7),
    action: fields.oneOf('action', ['None', 'Archive', 'Delete'], 'Archive'),
  };
  fields.finish();
  return lifecycle;
}

/** A valid HTML id made of the template's id. */
const domIdOf = (id: string): string => `template-${id.replaceAll(/[^A-Za-z0-9_-]/g, '-')}`;

export function readConfiguration(
  fields: Fields,
  publisher: TemplatePublisher,
): CatalogTemplateConfiguration {
  const name = fields.requiredText('name', TEMPLATE_LIMITS.name);
  const language = readLanguage(fields);
  const id = readId(fields, publisher, name, language);
  const configuration: CatalogTemplateConfiguration = {
    id,
    name,
    description: fields.text('description', TEMPLATE_LIMITS.description),
    pictureUrl: readPictureUrl(fields),
    language,
    enabled: fields.boolean('enabled', true),
    system: fields.boolean('system', false),
    singleton: fields.boolean('singleton', false),
    domId: fields.text('domId', TEMPLATE_LIMITS.id) ?? domIdOf(id),
    approval: readApproval(fields.object('approval')),
    permanentMembership: readPermanentMembership(fields.object('permanentMembership')),
    audienceTargeting: readAudience(fields.object('audienceTargeting')),
    version: readVersion(fields),
    categories: fields.texts('categories', TEMPLATE_LIMITS.labels, 256),
    tags: fields.texts('tags', TEMPLATE_LIMITS.labels, 256),
    mandatoryMembership: readMandatoryMembership(fields.object('mandatoryMembership')),
    sensitivityLabelId: fields.text('sensitivityLabelId', TEMPLATE_LIMITS.id),
    lifecycle: readLifecycle(fields.object('lifecycle')),
  };
  fields.finish();
  return configuration;
}

export function readClonedTeam(fields: Fields): CatalogTemplateClonedTeam {
  const clonedTeam = {
    teamId: fields.text('teamId', TEMPLATE_LIMITS.id),
    teamName: fields.text('teamName', TEMPLATE_LIMITS.name),
    includeApps: fields.boolean('includeApps', true),
    includeTabs: fields.boolean('includeTabs', true),
    includeSettings: fields.boolean('includeSettings', true),
    includeChannels: fields.boolean('includeChannels', true),
    includeMembers: fields.boolean('includeMembers', false),
  };
  fields.finish();
  return clonedTeam;
}

export function readNewTeam(
  fields: Fields,
  sourceVisibility: TeamVisibility | undefined,
): CatalogTemplateNewTeam {
  const convention = (key: string): string | null => fields.text(key, TEMPLATE_LIMITS.convention);
  const withTags = (key: string): string | null => fields.text(key, TEMPLATE_LIMITS.withTags);
  const newTeam: CatalogTemplateNewTeam = {
    namingConvention: convention('namingConvention'),
    namingConventionWithTags: withTags('namingConventionWithTags'),
    emailConvention: convention('emailConvention'),
    emailConventionWithTags: withTags('emailConventionWithTags'),
    descriptionConvention: convention('descriptionConvention'),
    descriptionConventionWithTags: withTags('descriptionConventionWithTags'),
    welcomeMessageConvention: convention('welcomeMessageConvention'),
    welcomeMessageConventionWithTags: withTags('welcomeMessageConventionWithTags'),
    defaultName: fields.text('defaultName', TEMPLATE_LIMITS.defaultName),
    defaultDescription: fields.text('defaultDescription', TEMPLATE_LIMITS.defaultDescription),
    defaultWelcomeMessage: fields.text('defaultWelcomeMessage', TEMPLATE_LIMITS.defaultWelcomeMessage),
    teamPrivacy: fields.oneOf('teamPrivacy', TEAM_VISIBILITIES, sourceVisibility ?? 'private'),
    addRequesterAsTeamOwner: fields.boolean('addRequesterAsTeamOwner', true),
  };
  fields.finish();
  return newTeam;
}
