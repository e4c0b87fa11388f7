/**
 * The sample organisations as data: people, labels, teams, templates, policies and apps. They are read from the YAML
 * files of the organisations and from the template gallery. Every id is fixed.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { isMap, isSeq, parse, parseDocument } from 'yaml';
import type { ChannelMembershipType } from '../domain/channels/model.ts';
import type { NewGroup, NewLabel } from '../domain/directory/ports.ts';
import type { SuiteOrganisation } from '../domain/directory/suite.ts';
import type { PolicyDraft } from '../domain/policies/model.ts';
import type { TeamPatch, TeamVisibility } from '../domain/teams/model.ts';
import type { Role } from '../engine/principal.ts';
import { type PeopleFile, readPeople, type SamplePerson } from './people.ts';

export interface SampleTab {
  displayName: string;
  teamsAppId: string;
  contentUrl: string;
}

export interface SampleChannel {
  displayName: string;
  description: string | null;
  membershipType: ChannelMembershipType;
  tabs: SampleTab[];
}

export interface SampleTeam {
  /** Fixed marker by which a repeated attempt finds the team. */
  key: string;
  displayName: string;
  description: string;
  mailNickname: string;
  visibility: TeamVisibility;
  ownerIds: string[];
  memberIds: string[];
  settings: TeamPatch;
  installedApps: string[];
  /** Tabs of the primary channel. */
  tabs: SampleTab[];
  channels: SampleChannel[];
}

export interface SampleApp {
  id: string;
  displayName: string;
  /** Roles besides those that every app has. */
  roles: Role[];
}

export type SamplePolicy = PolicyDraft & { id: string };

/** A manifest of the gallery. */
export interface SampleManifest {
  file: string;
  /** The manifest, which names the files of its contents by `blob:<sha256>`. */
  text: string;
  /** Pictures of the folder by file name. */
  files: Record<string, Uint8Array>;
  /** Files of the contents by SHA-256, to be stored before the manifest is applied. */
  blobs: Map<string, Uint8Array>;
}

export interface SampleOrganisation {
  tenant: SuiteOrganisation;
  people: SamplePerson[];
  groups: NewGroup[];
  labels: NewLabel[];
  /** Roles that the service assigns to people, besides AUTHENTICATED_USER. */
  roles: { userId: string; role: Role }[];
  apps: SampleApp[];
  teams: SampleTeam[];
  manifests: SampleManifest[];
  policies: SamplePolicy[];
}

/**
 * Tenants of the sample organisations, by the name of their folder: Meridian Group, and Harbor Labs to show that
 * tenants are isolated.
 */
export const SAMPLE_TENANTS = {
  meridian: '4d657269-6469-4a6e-8000-000000000000',
  harbor: '48617262-6f72-4c61-8000-000000000000',
} as const;

export type SampleName = keyof typeof SAMPLE_TENANTS;

export const SAMPLE_NAMES = Object.keys(SAMPLE_TENANTS) as SampleName[];

interface TeamEntry extends Omit<SampleTeam, 'ownerIds' | 'memberIds' | 'channels' | 'tabs'> {
  owners: string[];
  members: string[];
  tabs?: SampleTab[];
  channels: (Partial<SampleChannel> & { displayName: string })[];
}

interface OrganisationFile {
  tenant: Omit<SuiteOrganisation, 'id'>;
  roles: Record<string, Role>;
  apps: (Omit<SampleApp, 'roles'> & Partial<SampleApp>)[];
  groups: { id: string; displayName: string; everyEmployee?: true; members?: string[] }[];
  labels: (Omit<NewLabel, 'isActive' | 'parentId' | 'publishedTo'> & Partial<NewLabel>)[];
  teams: TeamEntry[];
  policies?: Omit<SamplePolicy, 'enabled' | 'mode'>[];
}

/**
 * Returns a function that finds an id by name. It throws for an unknown name, which is a mistake in the
 * files.
 */
const lookup =
  (what: string, entries: readonly (readonly [name: string, id: string])[]) =>
  (name: string): string => {
    const id = new Map(entries).get(name);
    if (id === undefined) throw new Error(`The sample organisation names no ${what} '${name}'.`);
    return id;
  };

const readTeam = (entry: TeamEntry, personId: (name: string) => string): SampleTeam => {
  const { owners, members, ...team } = entry;
  return {
    ...team,
    ownerIds: owners.map(personId),
    memberIds: members.map(personId),
    tabs: entry.tabs ?? [],
    channels: entry.channels.map((channel) => ({
      description: null,
      membershipType: 'standard',
      tabs: [],
      ...channel,
    })),
  };
};

const GALLERY = resolve(import.meta.dirname, '../../../templates');

const mapsIn = (list: unknown) => (isSeq(list) ? list.items.filter((item) => isMap(item)) : []);

/** Reads the files that the contents of a manifest name, and replaces their paths with hashes. */
function readContents(folder: string, text: string): Pick<SampleManifest, 'text' | 'blobs'> {
  const document = parseDocument(text);
  const blobs: SampleManifest['blobs'] = new Map();
  for (const channel of mapsIn(document.getIn(['initialization', 'contents', 'channels']))) {
    for (const file of mapsIn(channel.get('files'))) {
      const bytes = readFileSync(join(folder, String(file.get('source'))));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      blobs.set(sha256, bytes);
      file.set('source', `blob:${sha256}`);
    }
  }
  return { text: blobs.size === 0 ? text : document.toString({ lineWidth: 0 }), blobs };
}

function readGallery(name: string): SampleManifest[] {
  const folder = join(GALLERY, name);
  const names = readdirSync(folder).sort();
  const pictures = names.filter((file) => ['.png', '.jpg'].includes(extname(file)));
  const files = Object.fromEntries(pictures.map((file) => [file, readFileSync(join(folder, file))]));
  return names
    .filter((file) => ['.json', '.yaml'].includes(extname(file)))
    .map((file) => ({ file, files, ...readContents(folder, readFileSync(join(folder, file), 'utf8')) }));
}

const readYaml = <Content>(name: string, file: string): Content =>
  parse(readFileSync(join(import.meta.dirname, name, file), 'utf8')) as Content;

export function readSampleOrganisation(name: SampleName): SampleOrganisation {
  const people = readPeople(readYaml<PeopleFile>(name, 'people.yaml'));
  const file = readYaml<OrganisationFile>(name, 'organisation.yaml');
  const { groups, policies = [] } = file;
  const personId = lookup(
    'person',
    people.map(({ key, profile }) => [key, profile.id]),
  );
  const groupId = lookup(
    'group',
    groups.map(({ displayName, id }) => [displayName, id]),
  );
  const employees = people.filter(({ profile }) => profile.userType === 'Member' && profile.accountEnabled);
  return {
    tenant: { id: SAMPLE_TENANTS[name], ...file.tenant },
    people,
    groups: groups.map(({ id, displayName, everyEmployee, members = [] }) => ({
      id,
      displayName,
      memberIds: everyEmployee ? employees.map(({ profile }) => profile.id) : members.map(personId),
    })),
    labels: file.labels.map(({ publishedTo, ...label }) => ({
      isActive: true,
      parentId: null,
      ...label,
      publishedTo: publishedTo?.map(groupId) ?? null,
    })),
    roles: Object.entries(file.roles).map(([person, role]) => ({ userId: personId(person), role })),
    apps: file.apps.map((app) => ({ roles: [], ...app })),
    teams: file.teams.map((team) => readTeam(team, personId)),
    manifests: readGallery(name),
    policies: policies.map((policy) => ({ ...policy, enabled: true, mode: 'enforce' as const })),
  };
}
