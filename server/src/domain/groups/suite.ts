/** The groups of the suite's directory. See `engine/suite.ts` for the rules of every call. */
import type { Group, GroupPage, GroupQuery } from './model.ts';

export interface SuiteGroups {
  list(tenantId: string, query: GroupQuery): Promise<GroupPage>;
  /** Returns the groups with these ids, in order; undefined for each unknown id. */
  find(tenantId: string, groupIds: readonly string[]): Promise<(Group | undefined)[]>;
}

declare module '../../engine/suite.ts' {
  interface Suite {
    groups: SuiteGroups;
  }
}
