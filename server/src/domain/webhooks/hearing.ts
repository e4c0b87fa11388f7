/** Which hooks may hear of an event (contract 4): decided when it is handed on, whatever the hook asked for. */
import { hasCode } from '../../kernel/errors.ts';
import { isApproverOf } from '../approvals/policy.ts';
import type { Suite } from '../suite.ts';
import { roleOf } from '../teams/model.ts';
import type { SubscribedHook } from './model.ts';
import { type CreatorAccount, presentScope } from './policy.ts';
import type { DescribedEvent, RequestFacts } from './ports.ts';

export type HearingSuite = Pick<Suite, 'teams' | 'users'>;

/** Made the request, will own its team, approves it, or has decided it. */
const concerns = (request: RequestFacts, personId: string): boolean =>
  personId === request.requesterId ||
  personId === request.deciderId ||
  request.plannedOwnerIds.includes(personId) ||
  isApproverOf(request, personId);

/** Of one batch of events: asks the suite once for all creators, and once for each team. */
export class Hearing {
  readonly #suite: HearingSuite;
  readonly #tenantId: string;
  readonly #hooks: readonly SubscribedHook[];
  readonly #owners = new Map<string, Promise<Set<string>>>();
  #accounts: Promise<Map<string, CreatorAccount>> | undefined;

  /** @param hooks all that mayHear will be asked about */
  constructor(suite: HearingSuite, tenantId: string, hooks: readonly SubscribedHook[]) {
    this.#suite = suite;
    this.#tenantId = tenantId;
    this.#hooks = hooks;
  }

  async mayHear(hook: SubscribedHook, event: DescribedEvent): Promise<boolean> {
    this.#accounts ??= this.#readAccounts();
    const scope = presentScope(hook, (await this.#accounts).get(hook.creator.id));
    if (scope !== 'personal') return scope === 'tenant';
    const { id, kind } = hook.creator;
    if (event.request !== null && concerns(event.request, id)) return true;
    // An app owns no team.
    if (kind !== 'user') return false;
    if (event.audience !== null) return event.audience.includes(id);
    return event.teamId !== null && this.#isOwner(event.teamId, id);
  }

  async #readAccounts(): Promise<Map<string, CreatorAccount>> {
    const people = this.#hooks.filter(({ creator }) => creator.kind === 'user');
    const ids = [...new Set(people.map(({ creator }) => creator.id))];
    if (ids.length === 0) return new Map();
    const users = await this.#suite.users.resolve(this.#tenantId, ids);
    return new Map(ids.map((id, index) => [id, users[index]]));
  }

  /** One call for a team, however many people have hooks. */
  async #isOwner(teamId: string, personId: string): Promise<boolean> {
    let owners = this.#owners.get(teamId);
    if (owners === undefined) {
      owners = this.#readOwners(teamId);
      this.#owners.set(teamId, owners);
    }
    return (await owners).has(personId.toLowerCase());
  }

  async #readOwners(teamId: string): Promise<Set<string>> {
    try {
      const members = await this.#suite.teams.listMembers(this.#tenantId, teamId);
      const owners = members.filter(({ roles }) => roleOf(roles) === 'owner');
      return new Set(owners.map(({ userId }) => userId.toLowerCase()));
    } catch (error) {
      // It is gone since: nobody owns it.
      if (hasCode(error, 'NotFound')) return new Set();
      throw error;
    }
  }
}
