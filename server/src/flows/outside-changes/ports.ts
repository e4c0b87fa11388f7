/** The port to a suite that others change too. It notices their changes; record-outside-changes.ts records them. */
import type { MemberRole, TeamPatch } from '../../domain/teams/model.ts';
import type { Actor } from '../../engine/principal.ts';

export type OutsideFact =
  | { kind: 'created' }
  | { kind: 'updated'; changes: TeamPatch & { sensitivityLabelId?: string | null } }
  | { kind: 'archived' | 'unarchived' }
  /** `owners` as they were: nobody can list them any more. */
  | { kind: 'deleted'; owners: readonly string[] }
  | {
      kind: 'memberAdded' | 'memberUpdated' | 'memberRemoved';
      member: { id: string; displayName: string; mail: string | null; role: MemberRole };
    };

/** A comparison of a team, or of a person in it, with what was last recorded. */
export interface OutsideChange {
  /** The same each time until the change is settled. */
  id: string;
  team: { id: string; displayName: string };
  noticedAt: Date;
  /** Empty when nothing has changed. */
  facts: readonly OutsideFact[];
}

export interface OutsideChanges<Change extends OutsideChange = OutsideChange> {
  /** Names the suite as the author: it does not say who made a change. */
  readonly actor: Actor;
  /**
   * Leases what may have changed for a minute, reads it and compares it. Returns an empty list when nothing is due. What
   * can't be read yet is left out, and due again after the lease. @throws ServiceUnavailable
   */
  take(tenantId: string): Promise<Change[]>;
  /** Returns those that neither Charter nor anybody else has changed since they were taken. */
  current(tenantId: string, changes: readonly Change[]): Promise<Change[]>;
  /** Saves the state that was recorded, unless something has changed since. */
  settle(tenantId: string, changes: readonly Change[]): Promise<void>;
}
