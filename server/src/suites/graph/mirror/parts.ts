/** The parts that the modules of the mirror share. */
import type { Clock, Sleep } from '../../../kernel/clock.ts';
import type { SuiteDatabase } from '../../../kernel/suite-database.ts';
import type { CloudCapabilities } from '../accounts/account.ts';
import type { StorageTransport } from '../client/storage.ts';
import type { GraphTransport } from '../client/transport.ts';
import type { FolderCache } from './folder-cache.ts';
import type { GroupIndex } from './group-index.ts';
import type { KnownChannels } from './known-channels.ts';
import type { PendingChanges } from './pending-changes.ts';
import type { TeamReads } from './shared-reads.ts';
import type { MemberCopy, TeamCopy } from './team-copy.ts';

/** The objects that Charter has created in Microsoft 365 (effects/effects.ts). */
interface MadeObjects {
  /** Whether Charter has created the channel so recently that Graph may not show it everywhere. */
  hasMade(tenantId: string, key: { kind: 'channel'; scope: string }, channelId: string): Promise<boolean>;
  /** Deletes the records of a deleted team, and of what Charter created in it. */
  forgetTeam(tenantId: string, teamId: string): Promise<void>;
}

export interface MirrorParts {
  database: SuiteDatabase;
  clock: Clock;
  groups: GroupIndex;
  /** Reads of teams for people's requests. */
  reads: TeamReads;
  copy: TeamCopy;
  memberCopy: MemberCopy;
  knownChannels: KnownChannels;
  folders: FolderCache;
  pendingChanges: PendingChanges;
  effects: MadeObjects;
  /** The features of Microsoft Graph in the cloud of the organisations. */
  cloud: CloudCapabilities;
  /** Whether the calls belong to jobs and scheduled work. */
  isBackground: boolean;
  /** Waits for operations of Graph. Undefined in background work, which retries later. */
  waitForOperation: Sleep | undefined;
  isRegistered(tenantId: string): Promise<boolean>;
  /** Returns the client of a tenant. Calls in a tenant without a registration throw ServiceUnavailable. */
  graphOf(tenantId: string): GraphTransport;
  /** Returns the client for addresses of uploads, copies and downloads. */
  storageOf(tenantId: string): StorageTransport;
}
