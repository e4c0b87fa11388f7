/** Which hooks may hear of an event (contract 4): decided when it is handed on, whatever the hook asked for. */

import type { Suite } from '../../engine/suite.ts';
import { hasCode } from '../../kernel/errors.ts';
import type { TeamChannel } from '../channels/model.ts';
import { roleOf, type TeamMember } from '../teams/model.ts';
import { type CreatorAccount, presentScope } from './access.ts';
import type { HookScope, SubscribedHook } from './model.ts';
import type { DescribedEvent } from './ports.ts';

export type HearingSuite = Pick<Suite, 'teams' | 'channels' | 'users'>;

/** The private or shared channel that the event names. A channel of unknown type may be one. */
function restrictedChannelOf({ body }: DescribedEvent): string | undefined {
  const { channel } = JSON.parse(body) as { channel?: Pick<TeamChannel, 'id'> & Partial<TeamChannel> };
  return channel?.membershipType === 'standard' ? undefined : channel?.id;
}

/** Of one batch of events: asks the suite once for all creators, and once for each team and restricted channel. */
export class Hearing {
  readonly #suite: HearingSuite;
  readonly #tenantId: string;
  readonly #hooks: readonly SubscribedHook[];
  readonly #people = new Map<string, Promise<Set<string>>>();
  #accounts: Promise<Map<string, CreatorAccount>> | undefined;

  /** @param hooks all that `hears` will be asked about */
  constructor(suite: HearingSuite, tenantId: string, hooks: readonly SubscribedHook[]) {
    this.#suite = suite;
    this.#tenantId = tenantId;
    this.#hooks = hooks;
  }

  /** Of what the hook may hear of this event; undefined: it may not. */
  async hears(hook: SubscribedHook, event: DescribedEvent): Promise<HookScope | undefined> {
    this.#accounts ??= this.#readAccounts();
    const scope = presentScope(hook, (await this.#accounts).get(hook.creator.id));
    if (scope === 'tenant') return scope;
    return scope === 'personal' && (await this.#concernsCreator(hook, event)) ? scope : undefined;
  }

  async #concernsCreator(hook: SubscribedHook, event: DescribedEvent): Promise<boolean> {
    const { id, kind } = hook.creator;
    if (event.concernedIds.includes(id)) return true;
    // An app owns no team.
    if (kind !== 'user') return false;
    if (event.audience !== null) return event.audience.includes(id);
    if (event.teamId === null || !(await this.#isOwner(event.teamId, id))) return false;
    // Also an owner may read a private or shared channel only as one of its members.
    const channelId = restrictedChannelOf(event);
    return channelId === undefined || this.#isInChannel(event.teamId, channelId, id);
  }

  async #readAccounts(): Promise<Map<string, CreatorAccount>> {
    const people = this.#hooks.filter(({ creator }) => creator.kind === 'user');
    const ids = [...new Set(people.map(({ creator }) => creator.id))];
    if (ids.length === 0) return new Map();
    const users = await this.#suite.users.resolve(this.#tenantId, ids);
    return new Map(ids.map((id, index) => [id, users[index]]));
  }

  #isOwner(teamId: string, personId: string): Promise<boolean> {
    return this.#isAmong(teamId, personId, async () => {
      const members = await this.#suite.teams.listMembers(this.#tenantId, teamId);
      return members.filter(({ roles }) => roleOf(roles) === 'owner');
    });
  }

  #isInChannel(teamId: string, channelId: string, personId: string): Promise<boolean> {
    return this.#isAmong(`${teamId}/${channelId}`, personId, () =>
      this.#suite.channels.listMembers(this.#tenantId, teamId, channelId),
    );
  }

  /** One call for the people of a place, however many of them have hooks. */
  async #isAmong(place: string, personId: string, list: () => Promise<TeamMember[]>): Promise<boolean> {
    let people = this.#people.get(place);
    if (people === undefined) {
      people = readIds(list);
      this.#people.set(place, people);
    }
    return (await people).has(personId.toLowerCase());
  }
}

async function readIds(list: () => Promise<TeamMember[]>): Promise<Set<string>> {
  try {
    return new Set((await list()).map(({ userId }) => userId.toLowerCase()));
  } catch (error) {
    // It is gone since: nobody is there.
    if (hasCode(error, 'NotFound')) return new Set();
    throw error;
  }
}
