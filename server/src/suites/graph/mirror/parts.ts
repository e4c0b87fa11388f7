/** The parts that the modules of the mirror share. */
import type { Clock, Sleep } from '../../../kernel/clock.ts';
import type { SuiteDatabase } from '../../../kernel/suite-database.ts';
import type { CloudCapabilities } from '../accounts/account.ts';
import type { GraphTransport } from '../client/transport.ts';
import type { GroupIndex } from './group-index.ts';
import type { KnownChannels } from './known-channels.ts';
import type { PendingChanges } from './pending-changes.ts';
import type { TeamReads } from './shared-reads.ts';
import type { MemberCopy, TeamCopy } from './team-copy.ts';

/** The objects that Charter has made in Microsoft 365 (effects/effects.ts). */
interface MadeObjects {
  /** Whether Charter has made the channel so recently that Graph may not show it everywhere. */
  hasMade(tenantId: string, key: { kind: 'channel'; scope: string }, channelId: string): Promise<boolean>;
  /** Forgets what was made in a deleted team. */
  forgetTeam(tenantId: string, teamId: string): Promise<void>;
}

export interface MirrorParts {
  database: SuiteDatabase;
  clock: Clock;
  groups: GroupIndex;
  /** Reads of teams that people wait for. */
  reads: TeamReads;
  copy: TeamCopy;
  memberCopy: MemberCopy;
  knownChannels: KnownChannels;
  pendingChanges: PendingChanges;
  effects: MadeObjects;
  /** What Microsoft Graph offers in the cloud of the organisations. */
  cloud: CloudCapabilities;
  /** Whether the calls are those of jobs and of repeated work. */
  isBackground: boolean;
  /** Waits for operations of Graph. Undefined in background work, which retries later. */
  waitForOperation: Sleep | undefined;
  isRegistered(tenantId: string): Promise<boolean>;
  /** Returns the client of a tenant. Calls in a tenant without a registration throw ServiceUnavailable. */
  graphOf(tenantId: string): GraphTransport;
}
