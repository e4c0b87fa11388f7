/**
 * The true content of one tenant, regardless of the stand-in's responses. Deleted objects remain, with their deletion
 * time. `visibleAt` is the time from which reads find an object: real tenants replicate for up to 15 minutes.
 */

import { createHash, randomUUID } from 'node:crypto';
import type {
  AssignedLabel,
  Channel,
  ChatMessage,
  Group,
  SensitivityLabel,
  Subscription,
  Team,
  TeamsApp,
  TeamsAppInstallation,
  TeamsAsyncOperation,
  TeamsTab,
  User,
} from '@microsoft/microsoft-graph-types';

/** Milliseconds since 1970, on the stand-in's clock. */
type Instant = number;

interface Stored {
  createdAt: Instant;
  visibleAt: Instant;
  deletedAt?: Instant;
}

export type MemberRoles = Map<string, 'owner' | 'member'>;

export interface StoredUser extends Stored {
  id: string;
  user: User;
  /** Whether the person was deleted permanently, and is no longer among the deleted items. */
  isPurged?: boolean;
  /** Reason why Teams rejects additions of the person. */
  blocked?: string;
  managerId?: string;
  /** Directory extensions named `extension_…`. */
  extensions: Record<string, unknown>;
}

export interface StoredTab extends Stored {
  id: string;
  tab: TeamsTab;
  appId: string;
}

export interface StoredChannel extends Stored {
  id: string;
  channel: Channel;
  tabs: Map<string, StoredTab>;
  /** Oldest first. */
  messages: (ChatMessage & { visibleAt: Instant })[];
  /** Members of a private or shared channel; empty for a standard one. */
  members: MemberRoles;
  /** Time from which SharePoint has the folder of the channel. */
  filesReadyAt?: Instant;
  /** Id of the folder in the drive. */
  folderId?: string;
  /** Drive of the site of a private or shared channel. */
  drive?: StoredDrive;
}

export interface StoredTeam extends Stored {
  team: Team;
  channels: Map<string, StoredChannel>;
  primaryChannelId: string;
  apps: Map<string, TeamsAppInstallation & { appId: string; visibleAt: Instant }>;
  /** Drive of the site of the team. */
  drive?: StoredDrive;
  /** Time from which SharePoint has the site. */
  siteReadyAt?: Instant;
  site?: StoredSite;
  siteName?: string;
}

export interface StoredGroup extends Stored {
  id: string;
  group: Group & { resourceProvisioningOptions?: string[] };
  uniqueName?: string;
  owners: Set<string>;
  members: Set<string>;
  /** Time from which Teams shows a person who was added through the group. */
  shownInTeamsAt?: Map<string, Instant>;
  labels: AssignedLabel[];
  photo?: { contentType: string; bytes: Buffer };
  team?: StoredTeam;
}

export interface StoredOperation extends Stored {
  id: string;
  teamId: string;
  operation: TeamsAsyncOperation;
  /** The effect, applied once at `doneAt`. */
  effect: () => void;
  doneAt: Instant;
}

export interface StoredSubscription extends Stored {
  id: string;
  subscription: Subscription;
  appId: string;
}

/** Members in the documentation of "sensitivityLabel resource type" that Microsoft's types lack. */
type GraphLabel = SensitivityLabel & {
  applicableTo?: string;
  color?: string;
  isActive?: boolean;
  isAppliable?: boolean;
  isEnabled?: boolean;
  sensitivity?: number;
};

export interface StoredLabel {
  label: GraphLabel;
  parentId?: string;
  /** Undefined when the label is published to everybody. */
  publishedTo?: string[];
}

export interface StoredItem {
  id: string;
  name: string;
  parentId: string | undefined;
  /** Undefined for a folder. */
  bytes: Buffer | undefined;
  /** SharePoint's id of the list item. */
  uniqueId: string;
  clientId: string;
  version: number;
  createdAt: number;
  modifiedAt: number;
  visibleAt: number;
}

export interface StoredDrive {
  id: string;
  siteUrl: string;
  rootId: string;
  items: Map<string, StoredItem>;
}

export interface StoredList extends Stored {
  id: string;
  displayName: string;
  template: string;
  /** Columns besides those of the template. */
  columns: { name: string; displayName: string; type: string; isRequired: boolean; choices: string[] }[];
}

export interface StoredPage extends Stored {
  id: string;
  fileName: string;
  title: string;
  /** HTML of its text web parts. */
  html: string;
  publications: number;
}

/** The site of a team in SharePoint. */
export interface StoredSite {
  id: string;
  webUrl: string;
  lists: Map<string, StoredList>;
  pages: Map<string, StoredPage>;
}

interface Versioned {
  version: number;
}

export interface StoredPlan extends Versioned {
  id: string;
  groupId: string;
  title: string;
  createdAt: number;
  visibleAt: number;
  detailsVersion: number;
  /** `category1` to `category25`. */
  categories: Record<string, string | null>;
  buckets: Map<string, StoredBucket>;
  tasks: Map<string, StoredTask>;
}

export interface StoredBucket extends Versioned {
  id: string;
  name: string;
  orderHint: string;
}

interface ChecklistItem {
  title: string;
  isChecked: boolean;
  orderHint: string;
}

export interface StoredTask extends Versioned {
  id: string;
  bucketId: string | null;
  title: string;
  orderHint: string;
  dueDateTime: string | null;
  assignments: Record<string, object>;
  appliedCategories: Record<string, boolean>;
  percentComplete: number;
  createdAt: number;
  detailsVersion: number;
  description: string;
  checklist: Map<string, ChecklistItem>;
}

export type ChangeKind = 'created' | 'updated' | 'deleted';

export interface Change {
  number: number;
  kind: ChangeKind;
  collection: 'users' | 'groups' | 'teams' | 'channels';
  id: string;
  /** The team of a changed channel. */
  teamId?: string;
  at: Instant;
  /** Members of a group after the change. */
  members?: readonly string[];
  owners?: readonly string[];
}

/** A notification in the activity feed of a person. */
export interface FeedEntry {
  userId: string;
  text: string;
  preview: string;
  webUrl: string;
  chainId: number | undefined;
}

export class Tenant {
  readonly id: string;
  readonly displayName: string;
  readonly initialDomain: string;
  readonly defaultDomain: string;
  readonly users = new Map<string, StoredUser>();
  readonly groups = new Map<string, StoredGroup>();
  readonly operations = new Map<string, StoredOperation>();
  readonly runningOperations = new Set<StoredOperation>();
  readonly subscriptions = new Map<string, StoredSubscription>();
  readonly labels = new Map<string, StoredLabel>();
  readonly drives = new Map<string, StoredDrive>();
  readonly plans = new Map<string, StoredPlan>();
  readonly sites = new Map<string, StoredSite>();
  /** Whether SharePoint adds properties to the Office documents that it stores. */
  changesDocuments = false;
  /** Whether lists of a person's labels support the parameter that limits them to the person. */
  hasLabelScope = true;
  readonly catalog = new Map<string, TeamsApp>();
  /** Last activity by team, for the usage report. */
  readonly activity = new Map<string, string>();
  /** Changes the CSV of the usage report before its download. */
  alterReport = (csv: string): string => csv;
  /** The entries of people's activity feeds, in the order of arrival. */
  readonly feed: FeedEntry[] = [];
  /** Ids of people for whom the app of the portal is not installed. */
  readonly withoutApp = new Set<string>();
  readonly changes: Change[] = [];
  /** Links of delta queries from earlier epochs have expired. */
  deltaEpoch = 0;
  /** Whether the tenant has a licence for Microsoft Entra ID P1. */
  hasPremiumLicence = true;
  /** Maximum number of people in a page that includes their sign-ins. */
  signInsOfPage = 500;
  /** Whether delta queries return only the name and the members of changed groups. */
  showsLittle = false;
  /** Entries that the next page of a delta query shows after its own, for example replays ("Use delta query"). */
  readonly moreEntries: Record<'users' | 'groups', object[]> = { users: [], groups: [] };
  readonly #ids = new Map<string, number>();
  readonly groupsByUniqueName = new Map<string, string>();
  readonly groupsByNickname = new Map<string, string>();
  readonly usersByName = new Map<string, string>();

  constructor(seed: { id?: string; displayName: string; defaultDomain: string; initialDomain?: string }) {
    this.id = seed.id ?? randomUUID();
    this.displayName = seed.displayName;
    this.defaultDomain = seed.defaultDomain;
    this.initialDomain = seed.initialDomain ?? `${seed.defaultDomain.split('.')[0]}.onmicrosoft.com`;
    for (const app of BUILT_IN_APPS) this.catalog.set(app.id as string, app);
  }

  addUser(user: User & { userPrincipalName: string }, at: Date, extensions = {}): StoredUser {
    const id = user.id ?? this.newId('user', user.userPrincipalName);
    const stored: StoredUser = {
      id,
      user: { accountEnabled: true, userType: 'Member', ...user, id },
      extensions,
      createdAt: at.getTime(),
      visibleAt: at.getTime(),
    };
    this.users.set(id, stored);
    this.usersByName.set(user.userPrincipalName.toLowerCase(), id);
    this.changed('users', 'created', id, at);
    return stored;
  }

  /** Adds a group without a team. */
  addGroup(displayName: string, memberIds: readonly string[], at: Date): StoredGroup {
    const id = this.newId('group', displayName);
    const stored: StoredGroup = {
      id,
      group: { id, displayName, groupTypes: [], mailEnabled: false, securityEnabled: true },
      owners: new Set(),
      members: new Set(memberIds),
      labels: [],
      createdAt: at.getTime(),
      visibleAt: at.getTime(),
    };
    this.groups.set(id, stored);
    this.changed('groups', 'created', id, at);
    return stored;
  }

  /** Adds a label. Graph returns its name in `name` and leaves `displayName` empty. */
  addLabel(label: GraphLabel & { name: string }, options: Omit<StoredLabel, 'label'> = {}): string {
    const id = label.id ?? this.newId('label', label.name);
    this.labels.set(id, { label: { displayName: null, ...label, id }, ...options });
    return id;
  }

  /** Returns an id that depends on the object, not on the order of calls, so that a seed gives the same run. */
  newId(...parts: readonly string[]): string {
    const key = parts.join('\n');
    const count = (this.#ids.get(key) ?? 0) + 1;
    this.#ids.set(key, count);
    const hex = createHash('sha256').update(`${this.id}\n${key}\n${count}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  newChannelId(teamId: string, displayName: string): string {
    return `19:${this.newId('channel', teamId, displayName).replaceAll('-', '')}@thread.tacv2`;
  }

  /** Records a change for delta queries and notifications. */
  changed(collection: Change['collection'], kind: ChangeKind, id: string, at: Date, teamId?: string): void {
    const group = collection === 'groups' ? this.groups.get(id) : undefined;
    const more = {
      ...(group && { members: [...group.members], owners: [...group.owners] }),
      ...(teamId !== undefined && { teamId }),
    };
    this.changes.push({ number: this.changes.length + 1, collection, kind, id, at: at.getTime(), ...more });
  }

  /** Finds a user by id or user principal name. */
  user(reference: string): StoredUser | undefined {
    const found =
      this.users.get(reference) ?? this.users.get(this.usersByName.get(reference.toLowerCase()) ?? '');
    return found?.deletedAt === undefined ? found : undefined;
  }

  /** Teams that exist, with their group. */
  teams(): { group: StoredGroup; team: StoredTeam }[] {
    return [...this.groups.values()].flatMap((group) =>
      group.team === undefined || group.deletedAt !== undefined ? [] : [{ group, team: group.team }],
    );
  }
}

/** The members of a team are the owners and members of its group. */
export function teamRoles(group: StoredGroup): MemberRoles {
  const roles: MemberRoles = new Map();
  for (const id of group.owners) roles.set(id, 'owner');
  for (const id of group.members) if (!roles.has(id)) roles.set(id, 'member');
  return roles;
}

/** Apps of every tenant, with the ids of "Configuring the built-in tab types" in the Graph documentation. */
const BUILT_IN_APPS: TeamsApp[] = (
  [
    ['com.microsoft.teamspace.tab.web', 'Website'],
    ['com.microsoft.teamspace.tab.planner', 'Planner'],
    ['com.microsoftstream.embed.skypeteamstab', 'Stream'],
    ['81fef3a6-72aa-4648-a763-de824aeafb7d', 'Forms'],
    ['com.microsoft.teamspace.tab.file.staticviewer.word', 'Word'],
    ['com.microsoft.teamspace.tab.file.staticviewer.excel', 'Excel'],
    ['com.microsoft.teamspace.tab.file.staticviewer.powerpoint', 'PowerPoint'],
    ['com.microsoft.teamspace.tab.file.staticviewer.pdf', 'PDF'],
    ['com.microsoft.teamspace.tab.wiki', 'Wiki'],
    ['com.microsoft.teamspace.tab.files.sharepoint', 'Document library'],
    ['0d820ecd-def2-4297-adad-78056cde7c78', 'OneNote'],
    ['com.microsoft.teamspace.tab.powerbi', 'Power BI'],
    ['2a527703-1f6f-4559-a332-d8a7d288cd88', 'SharePoint page and list'],
    ['com.microsoft.teamspace.tab.youtube', 'YouTube'],
  ] as const
).map(([id, displayName]) => ({ id, displayName, externalId: null, distributionMethod: 'store' }));
