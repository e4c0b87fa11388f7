/** Checks a manifest's rules in the sandbox, and its references against the suite's people, labels, teams and apps. */
import type { Suite } from '../../engine/suite.ts';
import { say } from '../../kernel/messages.ts';
import { CONVENTIONS } from './blueprint.ts';
import { documentOf, isJsonObject, type ManifestSource, pathOf } from './document.ts';
import type { ManifestProblem } from './limits.ts';
import { CHANNEL_CONVENTIONS } from './manifest-channel.ts';
import { mapTexts } from './manifest-contents.ts';
import type { Findings } from './manifest-reader.ts';
import { hasRule, isAppId, teamsAppIdOf } from './manifest-values.ts';
import {
  type CatalogTemplateApproval,
  kindOfTemplate,
  type PersonReference,
  type TeamContents,
  type TemplateManifest,
} from './model.ts';
import type { RuleEngine } from './rules.ts';
import { findUnknownAnswers, findUnknownNames } from './scope.ts';

const STRUCTURE = 'initialization.structure';

interface NamedApp {
  path: string;
  id: string;
}

const itemsOf = (value: unknown, key: string): unknown[] => {
  const items = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(items) ? items : [];
};

function appIdOf(item: unknown): string | undefined {
  if (isAppId(item)) return item;
  return isJsonObject(item) ? teamsAppIdOf(item) : undefined;
}

/** Lists the apps that tabs and `installedApps` reference, with their paths in the document. */
function namedApps(source: ManifestSource): NamedApp[] {
  const { initialization } = documentOf(source);
  const structure = isJsonObject(initialization) ? initialization.structure : undefined;
  const read = (path: string, items: unknown[]): NamedApp[] =>
    items.flatMap((item, index) => {
      const id = appIdOf(item);
      return id === undefined ? [] : [{ path: pathOf(path, index), id }];
    });
  return [
    ...itemsOf(structure, 'channels').flatMap((channel, index) =>
      read(`${STRUCTURE}.channels[${index}].tabs`, itemsOf(channel, 'tabs')),
    ),
    ...read(`${STRUCTURE}.installedApps`, itemsOf(structure, 'installedApps')),
  ];
}

/** Reports each app that is missing from the app catalog. A team can't be provisioned with it. */
export async function checkApps(
  { teams }: { teams: Pick<Suite['teams'], 'unknownApps'> },
  tenantId: string,
  source: ManifestSource,
): Promise<ManifestProblem[]> {
  const named = namedApps(source);
  if (named.length === 0) return [];
  const unknown = new Set(await teams.unknownApps(tenantId, [...new Set(named.map(({ id }) => id))]));
  return named
    .filter(({ id }) => unknown.has(id))
    .map(({ path, id }) => ({
      path,
      ...say('manifest.appMissing', "The app '{id}' is not in the catalogue of Teams apps.", { id }),
    }));
}

/** Returns the texts of tabs and of the label that are EJS templates, with their paths in the document. */
function renderedTexts({ manifest, source }: CheckedManifest): [path: string, source: string][] {
  const { initialization } = documentOf(source);
  const structure = isJsonObject(initialization) ? initialization.structure : undefined;
  const ofTabs = itemsOf(structure, 'channels').flatMap((channel, place) =>
    itemsOf(channel, 'tabs').flatMap((tab, index) => {
      const configuration = isJsonObject(tab) && isJsonObject(tab.configuration) ? tab.configuration : {};
      const path = `${STRUCTURE}.channels[${place}].tabs[${index}].configuration`;
      return Object.entries(configuration).map(([key, value]) => [pathOf(path, key), value] as const);
    }),
  );
  const { sensitivityLabelId } = manifest.catalogTemplate.templateConfiguration;
  return [[LABEL_PATH, sensitivityLabelId] as const, ...ofTabs].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && hasRule(entry[1]),
  );
}

/** Lists the texts of contents that have rules, with their paths in the document. */
function rulesIn(contents: TeamContents | undefined): [path: string, source: string][] {
  const found: [string, string][] = [];
  if (contents !== undefined)
    mapTexts(contents, (text, path) => {
      if (hasRule(text)) found.push([path, text]);
      return text;
    });
  return found;
}

/** A manifest as it was read, and its document. */
interface CheckedManifest {
  manifest: TemplateManifest;
  source: ManifestSource;
}

const RULES_PATH = 'templateConfiguration.audienceTargeting.rules';
const LABEL_PATH = 'templateConfiguration.sensitivityLabelId';

/** Lists the approvers that are given as rules, with their paths in the document. */
const approverRules = ({
  approvalTeam,
  stages,
}: CatalogTemplateApproval): (readonly [path: string, source: string])[] =>
  [
    { list: 'approvalTeam', approvers: approvalTeam },
    ...stages.map(({ approvers }, index) => ({ list: `stages[${index}].approvers`, approvers })),
  ].flatMap(({ list, approvers }) =>
    approvers.flatMap(({ id }, index) =>
      hasRule(id) ? [[`templateConfiguration.approval.${list}[${index}].id`, id] as const] : [],
    ),
  );

/**
 * Checks conventions, the audience rule, the rules of questions, tabs, contents and the label, and the conditions and
 * approver rules of approval stages. Returns syntax errors, and warnings about names that do not exist.
 * @param files the texts of the files with rules
 */
export async function checkRules(
  engine: Pick<RuleEngine, 'check'>,
  tenantId: string,
  checked: CheckedManifest,
  files: readonly (readonly [path: string, text: string])[] = [],
): Promise<Findings> {
  const { catalogTemplate, structure } = checked.manifest;
  const { audienceTargeting, approval, questions = [] } = catalogTemplate.templateConfiguration;
  const pathOfQuestion = (index: number, key: string): string =>
    `templateConfiguration.questions[${index}].${key}`;
  const stated = (sources: readonly (readonly [path: string, source: string | null])[]) =>
    sources.filter((entry): entry is readonly [string, string] => entry[1] !== null);
  const conditions = stated(
    approval.stages.map(({ when }, index) => [`templateConfiguration.approval.stages[${index}].when`, when]),
  );
  const judged = [
    ...stated([
      [RULES_PATH, audienceTargeting.rules],
      ...questions.map(({ when }, index) => [pathOfQuestion(index, 'when'), when] as const),
    ]),
    ...conditions,
  ];
  const approvers = approverRules(approval);
  const rendered = [
    ...stated([
      ...Object.values(CONVENTIONS).map(
        (name) => [`newTeam.${name}`, catalogTemplate.newTeam[name]] as const,
      ),
      ...CHANNEL_CONVENTIONS.map(
        (name) => [`newChannel.${name}`, structure.channel?.[name] ?? null] as const,
      ),
      ...questions.map((question, index) => [pathOfQuestion(index, 'default'), question.default] as const),
      ...renderedTexts(checked),
      ...rulesIn(checked.manifest.structure.contents),
      ...files,
    ]),
    ...approvers,
  ];
  const found = await engine.check(tenantId, {
    rules: judged.map(([, source]) => source),
    conventions: Object.fromEntries(rendered),
  });
  const ids = questions.map(({ id }) => id);
  const ofApproval = new Set([...conditions, ...approvers].map(([path]) => path));
  return {
    errors: [
      ...[...found.rules].map(([index, { message }]) => ({ path: judged[index]?.[0] ?? '', message })),
      ...[...found.conventions].map(([path, { message }]) => ({ path, message })),
    ],
    warnings: [...rendered, ...judged].flatMap(([path, text]) =>
      [
        ...findUnknownNames(text, ofApproval.has(path), kindOfTemplate(structure)),
        ...(ids.length > 0 ? findUnknownAnswers(text, ids) : []),
      ].map((message) => ({ path, message })),
    ),
  };
}

export interface ReferenceDeps {
  users: Pick<Suite['users'], 'resolve' | 'groupMembers'>;
  labels: Pick<Suite['labels'], 'find'>;
  teams: Pick<Suite['teams'], 'find' | 'unknownApps'>;
}

interface NamedPerson {
  id: string;
  path: string;
  /** Whether a group is allowed instead of a person. */
  mayBeGroup: boolean;
}

function namedPeople({ catalogTemplate }: TemplateManifest): NamedPerson[] {
  const { permanentMembership, approval } = catalogTemplate.templateConfiguration;
  const read = (list: string, people: readonly PersonReference[], mayBeGroup: boolean): NamedPerson[] =>
    people
      .map(({ id }, index) => ({ id, path: `templateConfiguration.${list}[${index}].id`, mayBeGroup }))
      .filter((person) => !mayBeGroup || !hasRule(person.id));
  return [
    ...read('permanentMembership.owners', permanentMembership.owners, false),
    ...read('permanentMembership.members', permanentMembership.members, false),
    ...read('approval.approvalTeam', approval.approvalTeam, true),
    ...approval.stages.flatMap(({ approvers }, index) =>
      read(`approval.stages[${index}].approvers`, approvers, true),
    ),
  ];
}

async function checkPeople(
  { users }: ReferenceDeps,
  tenantId: string,
  manifest: TemplateManifest,
): Promise<ManifestProblem[]> {
  const named = namedPeople(manifest);
  if (named.length === 0) return [];
  const found = await users.resolve(
    tenantId,
    named.map(({ id }) => id),
  );
  const unknown = named.filter((_, index) => found[index] === undefined);
  const members = await Promise.all(
    unknown.map(({ id, mayBeGroup }) => (mayBeGroup ? users.groupMembers(tenantId, id, 1) : [])),
  );
  return unknown
    .filter((_, index) => members[index]?.length === 0)
    .map(({ id, path, mayBeGroup }) => ({
      path,
      ...(mayBeGroup
        ? say(
            'manifest.nobodyNorGroup',
            "Nobody with the id, name or address '{id}' is in the directory, nor a group of people with that id.",
            { id },
          )
        : say('manifest.nobody', "Nobody with the id, name or address '{id}' is in the directory.", { id })),
    }));
}

async function checkLabel(
  suite: ReferenceDeps,
  tenantId: string,
  manifest: TemplateManifest,
): Promise<ManifestProblem[]> {
  const { sensitivityLabelId } = manifest.catalogTemplate.templateConfiguration;
  if (sensitivityLabelId === null || hasRule(sensitivityLabelId)) return [];
  const label = await suite.labels.find(tenantId, sensitivityLabelId);
  if (label?.isActive === true) return [];
  const path = LABEL_PATH;
  const id = { id: sensitivityLabelId };
  const message =
    label === undefined
      ? say('manifest.labelMissing', "The label '{id}' does not exist.", id)
      : say('manifest.labelInactive', "The label '{id}' is not active.", id);
  return [{ path, ...message }];
}

async function checkSource(
  suite: ReferenceDeps,
  tenantId: string,
  manifest: TemplateManifest,
): Promise<ManifestProblem[]> {
  const { teamId, teamName } = manifest.catalogTemplate.clonedTeam;
  const path = 'clonedTeam.teamId';
  if (teamId === null && teamName === null) return [];
  if (teamId === null) {
    const message = say(
      'manifest.teamIdMissing',
      "Is missing. Add the id of the team '{team}': a name does not identify it.",
      {
        team: teamName ?? '',
      },
    );
    return [{ path, ...message }];
  }
  const team = await suite.teams.find(tenantId, teamId);
  if (team !== undefined && !team.team.isArchived) return [];
  const id = { id: teamId };
  const message =
    team === undefined
      ? say('manifest.sourceMissing', "The team '{id}' does not exist; it cannot be copied.", id)
      : say('manifest.sourceArchived', "The team '{id}' is archived; it cannot be copied.", id);
  return [{ path, ...message }];
}

/**
 * Finds people, labels and teams that the suite lacks, inactive labels and archived teams. These are warnings: a
 * template may be applied before its people exist, and provisioning checks again.
 */
export async function checkReferences(
  suite: ReferenceDeps,
  tenantId: string,
  manifest: TemplateManifest,
): Promise<ManifestProblem[]> {
  const found = await Promise.all([
    checkPeople(suite, tenantId, manifest),
    checkLabel(suite, tenantId, manifest),
    checkSource(suite, tenantId, manifest),
  ]);
  return found.flat();
}
