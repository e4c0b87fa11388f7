/** The parts that the modules of the effects share. */
import type { SuiteUsers } from '../../../domain/directory/suite.ts';
import type { AccountPurpose } from '../accounts/account.ts';
import type { GraphTransport } from '../client/transport.ts';
import type { MirrorParts } from '../mirror/parts.ts';
import type { Effects } from './effects.ts';
import type { Turns } from './turns.ts';

export interface GraphParts extends MirrorParts {
  effects: Effects;
  turns: Turns;
  users: SuiteUsers;
  /**
   * Returns a client that acts as the connected account of the tenant; undefined unless its permissions suffice for
   * the purpose.
   */
  accountFor(tenantId: string, purpose: AccountPurpose): Promise<AccountAccess | undefined>;
}

/** A connected account, and the client that acts as it. */
export interface AccountAccess {
  userId: string;
  graph: GraphTransport;
}
