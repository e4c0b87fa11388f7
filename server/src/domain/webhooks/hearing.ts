/** Which hooks may hear of an event (contract 4): decided when it is handed on, whatever the hook asked for. */
import { isApproverOf } from '../approvals/policy.ts';
import type { Suite } from '../suite.ts';
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

/** Of one batch of events: asks the suite once for all creators, and once for each team and person. */
export class Hearing {
  readonly #suite: HearingSuite;
  readonly #tenantId: string;
  readonly #hooks: readonly SubscribedHook[];
  readonly #owners = new Map<string, Promise<boolean>>();
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

  #isOwner(teamId: string, personId: string): Promise<boolean> {
    const key = JSON.stringify([teamId, personId]);
    let known = this.#owners.get(key);
    if (known === undefined) {
      known = this.#suite.teams
        .access(this.#tenantId, teamId, personId)
        .then((access) => access?.role === 'owner');
      this.#owners.set(key, known);
    }
    return known;
  }
}
