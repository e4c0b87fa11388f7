/** Decides which webhooks receive an event, at its fan-out (docs/specification.md, section 4). */

import type { EventType } from '../../engine/events/model.ts';
import type { Suite } from '../../engine/suite.ts';
import { hasCode } from '../../kernel/errors.ts';
import type { TeamChannel } from '../channels/model.ts';
import { roleOf, type TeamMember } from '../teams/model.ts';
import { type CreatorAccount, currentScope } from './access.ts';
import type { HookScope, SubscribedHook } from './model.ts';
import type { DescribedEvent } from './ports.ts';

export type RecipientsSuite = Pick<Suite, 'teams' | 'channels' | 'users'>;

/** The part of the suite that resolves the ids of users. */
export interface UserResolver {
  users: Pick<Suite['users'], 'resolve'>;
}

/** Whether the webhook was active when the event happened, and subscribes to its type and template. */
export function subscribesTo(hook: SubscribedHook, event: DescribedEvent): boolean {
  const wasActive = hook.active || (hook.inactiveSince !== null && event.occurredAt < hook.inactiveSince);
  if (!wasActive || !hook.events.includes(event.type)) return false;
  return (
    hook.templates.length === 0 ||
    (event.templateId !== undefined && hook.templates.includes(event.templateId))
  );
}

/** Whether the webhook needs no facts about an event: it receives all events it subscribes to, or none. */
export const needsNoFacts = (hook: SubscribedHook): boolean =>
  hook.templates.length === 0 && currentScope(hook, { accountEnabled: true }) !== 'personal';

/** Events about a team request, except those of its approval. */
const OF_REQUESTS: readonly EventType[] = ['team_created', 'team_provisioning_completed'];

/** Whether the person is requester, approver, decider or planned owner of the request that the event is about. */
function isPartyTo({ type, request, approval }: DescribedEvent, personId: string): boolean {
  const isOfRequest = OF_REQUESTS.includes(type);
  const decided = isOfRequest || approval?.isSubject ? approval : null;
  const requested = isOfRequest ? request : null;
  // The suite lists owners only after they are added.
  const plannedOwnerIds = type === 'team_created' ? requested?.plannedOwnerIds : undefined;
  return (
    (decided ?? requested)?.requesterId === personId ||
    decided?.deciderId === personId ||
    decided?.approverIds.includes(personId) === true ||
    plannedOwnerIds?.includes(personId) === true
  );
}

/** Returns the id of the event's channel if it is private or shared. A channel of unknown type counts as restricted. */
function restrictedChannelOf({ body }: DescribedEvent): string | undefined {
  const { channel } = JSON.parse(body) as { channel?: Pick<TeamChannel, 'id'> & Partial<TeamChannel> };
  return channel?.membershipType === 'standard' ? undefined : channel?.id;
}

/**
 * The recipients of one batch of events. Queries the suite once for all creators, and once for each team and restricted
 * channel.
 */
export class Recipients {
  readonly #suite: RecipientsSuite;
  readonly #tenantId: string;
  readonly #hooks: readonly SubscribedHook[];
  readonly #people = new Map<string, Promise<Set<string>>>();
  #accounts: Promise<Map<string, CreatorAccount>> | undefined;

  /** @param hooks every webhook that `scopeOf` is called with */
  constructor(suite: RecipientsSuite, tenantId: string, hooks: readonly SubscribedHook[]) {
    this.#suite = suite;
    this.#tenantId = tenantId;
    this.#hooks = hooks;
  }

  /** Returns the scope by which the webhook receives the event; undefined when it may not. */
  async scopeOf(hook: SubscribedHook, event: DescribedEvent): Promise<HookScope | undefined> {
    this.#accounts ??= readCreatorAccounts(this.#suite, this.#tenantId, this.#hooks);
    const scope = currentScope(hook, (await this.#accounts).get(hook.creator.id));
    if (scope === 'tenant') return scope;
    return scope === 'personal' && (await this.#concernsCreator(hook, event)) ? scope : undefined;
  }

  async #concernsCreator(hook: SubscribedHook, event: DescribedEvent): Promise<boolean> {
    const { id, kind } = hook.creator;
    if (isPartyTo(event, id)) return true;
    // An app owns no team.
    if (kind !== 'user') return false;
    if (event.audience !== null) return event.audience.includes(id);
    if (event.teamId === null || !(await this.#isOwner(event.teamId, id))) return false;
    // An owner of the team reads a private or shared channel only as one of its members.
    const channelId = restrictedChannelOf(event);
    return channelId === undefined || this.#isInChannel(event.teamId, channelId, id);
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

  /** Whether `list` contains the person. Lists the people of a team or channel once for all webhooks. */
  async #isAmong(place: string, personId: string, list: () => Promise<TeamMember[]>): Promise<boolean> {
    let people = this.#people.get(place);
    if (people === undefined) {
      people = readIds(list);
      this.#people.set(place, people);
    }
    return (await people).has(personId);
  }
}

/** Returns the accounts of the people who created the webhooks, by their ids. */
export async function readCreatorAccounts(
  suite: UserResolver,
  tenantId: string,
  hooks: readonly SubscribedHook[],
): Promise<Map<string, CreatorAccount>> {
  const people = hooks.filter(({ creator }) => creator.kind === 'user');
  const ids = [...new Set(people.map(({ creator }) => creator.id))];
  if (ids.length === 0) return new Map();
  const users = await suite.users.resolve(tenantId, ids);
  return new Map(ids.map((id, index) => [id, users[index]]));
}

async function readIds(list: () => Promise<TeamMember[]>): Promise<Set<string>> {
  try {
    return new Set((await list()).map(({ userId }) => userId));
  } catch (error) {
    // A deleted team or channel has no recipients.
    if (hasCode(error, 'NotFound')) return new Set();
    throw error;
  }
}
