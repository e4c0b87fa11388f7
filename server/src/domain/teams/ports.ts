/** Ports to Charter's own facts about teams: which it governs, reserved names, templates, lifecycles. */
import type { PageQuery } from '../../kernel/page.ts';
import type { AnswerSelection, Metadata } from './metadata.ts';
import type { ExpiryAction, LifecycleCause, LifecycleState } from './model.ts';
import type { TimeLimitSettings } from './time-limits.ts';

/** Facts about a governed team. */
export interface TeamFacts {
  teamId: string;
  /** Null for a team that Charter did not create. */
  templateId: string | null;
  /** Null without a template, or if it was deleted. */
  templateName: string | null;
  /** Null for a team without a lifecycle record. Such a team is active. */
  lifecycleState: LifecycleState | null;
  /** Why the owners were asked; null while the team is active. */
  lifecycleCause: LifecycleCause | null;
  /** Announced end of the grace period, and the action that follows; null while the team is active. */
  expiresAt: Date | null;
  expiryAction: ExpiryAction | null;
}

/** A comparison of the time at which a team ends. */
export interface EndClause {
  operator: 'eq' | 'ge' | 'gt' | 'le' | 'lt';
  value: Date;
}

export interface TeamFactsStore {
  /** Returns the facts about the governed ones among the teams, in any order. */
  of(teamIds: readonly string[]): Promise<TeamFacts[]>;
  /** Returns the ids of all governed teams, or of those from one template. */
  governedIds(templateId?: string): Promise<string[]>;
  /** Returns the ids of the teams that a lifecycle run has put into this state. */
  idsInState(state: LifecycleState): Promise<string[]>;
  /** Returns the settings of the templates whose teams have an end, by template. */
  timeLimits(): Promise<ReadonlyMap<string, TimeLimitSettings>>;
  /** Returns the ids of the teams whose end meets every comparison. A team without an end meets none. */
  idsEnding(clauses: readonly EndClause[]): Promise<string[]>;
  /** Returns the ids of the teams with guests from this mail domain, in lower case. */
  idsWithGuestsFrom(domain: string): Promise<string[]>;
  /** Returns the ids of the teams that a job or an operation of Charter is changing. */
  underChange(teamIds: readonly string[]): Promise<string[]>;
}

/** A team that Charter created, that has a policy attached, or that was created or changed outside Charter. */
export interface GovernedTeam {
  teamId: string;
  /** Null for a team that Charter did not create. */
  templateId: string | null;
  /** Time at which Charter created it, its first policy was attached, or an external change of it was detected. */
  since: Date;
  /** Ids of the attached policies. */
  policyIds: readonly string[];
  /** Whether a check has recorded the channels of the team, because a policy for channels applied to it. */
  hasKnownChannels: boolean;
  /** The stored answers of the team; empty if there are none. */
  metadata: Metadata;
}

/** Selects teams to check against their policies. */
export type GovernedTeamSelection =
  | { teamIds: readonly string[] }
  /** Teams from these templates and with these answers. An absent condition does not limit the selection. */
  | { templateIds?: readonly string[]; answers?: AnswerSelection }
  | { attachedTo: string };

/** The teams that policies govern. */
export interface GovernedTeamStore {
  /**
   * Starts to govern teams that were created or changed outside Charter, without a template, unless they are already
   * governed. Schedules them for an immediate check. Runs in a transaction that also writes an audit record.
   */
  govern(teamIds: readonly string[], at: Date): Promise<void>;

  find(teamId: string): Promise<GovernedTeam | undefined>;
  /** Lists at most `top` + 1 governed teams, ordered by id. */
  list(query: PageQuery): Promise<GovernedTeam[]>;
  /** Stops governing a team. Returns false when it was not governed. */
  remove(teamId: string): Promise<boolean>;

  /** Schedules the teams for an immediate check (flows/restoration). */
  makeDue(selection: GovernedTeamSelection, at: Date): Promise<void>;
  /** Leases due teams until `leaseUntil`, the longest due first. Skips teams with an unfinished job. */
  leaseDue(now: Date, leaseUntil: Date, limit: number): Promise<GovernedTeam[]>;
  /** Schedules leased teams for `next`, unless they became due in the meantime. */
  settleDue(teamIds: readonly string[], leaseUntil: Date, next: Date): Promise<void>;
}

export interface NameRequestOptions {
  /** Id of the requesting job or intent, whose own reservation is ignored. */
  exceptId?: string;
  /** The team to be renamed. Earlier and pending renames of the same team do not conflict. */
  exceptTeamId?: string;
  /** Start of the window in which another job or change may have assigned the name. */
  endedSince: Date;
}

/** Names that pending jobs and intents assign to teams. The suite knows the current names (suite.ts). */
export interface TeamNameStore {
  /**
   * Whether another job or intent is about to give a team this name, or has done so since `endedSince`. Compares names
   * by their keys (domain/names/key.ts).
   */
  isRequested(name: string, options: NameRequestOptions): Promise<boolean>;
  lock(name: string): Promise<void>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    teamNames: TeamNameStore;
    teamFacts: TeamFactsStore;
    governedTeams: GovernedTeamStore;
  }
}
