/** Invariants that hold whatever faults the stand-in injected. */
import assert from 'node:assert/strict';
import type { CallLog, RecordedCall } from './calls.ts';
import type { StoredChannel, StoredTab, Tenant } from './tenant.ts';

const exists = ({ deletedAt }: { deletedAt?: number }): boolean => deletedAt === undefined;

function duplicatesIn(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
}

const tabText = ({ tab, appId }: StoredTab): string =>
  `${appId} ${tab.displayName} ${tab.configuration?.contentUrl}`;

/**
 * Asserts that no two groups and no two channels of a team have the same name, and that no two tabs of a channel are
 * equal. Members can't exist twice.
 */
export function assertNothingTwice(tenant: Tenant): void {
  const groups = [...tenant.groups.values()].filter(exists).filter(({ group }) => group.groupTypes?.length);
  const names = groups.map(({ group }) => group.displayName ?? '');
  assert.deepEqual(duplicatesIn(names), [], 'groups that exist twice');
  for (const { team } of tenant.teams()) {
    const channels = [...team.channels.values()].filter(exists);
    const doubled = duplicatesIn(channels.map(({ channel }) => channel.displayName?.toLowerCase() ?? ''));
    assert.deepEqual(doubled, [], `channels of ${team.team.displayName} that exist twice`);
    for (const channel of channels) {
      const tabs = duplicatesIn([...channel.tabs.values()].filter(exists).map(tabText));
      assert.deepEqual(tabs, [], `tabs of ${channel.channel.displayName} that exist twice`);
    }
  }
}

/** Asserts that no call exceeded a published limit. */
export function assertWithinBudgets(calls: readonly RecordedCall[]): void {
  const exceeding = calls.filter(({ exceeded }) => exceeded.length > 0);
  assert.deepEqual(exceeding.slice(0, 5), [], `${exceeding.length} calls exceeded a budget`);
}

/** Maximum number of concurrent calls of all workers. */
const IN_FLIGHT = 24;

const withoutQuery = ({ method, path }: RecordedCall): string => `${method} ${path.split('?')[0]}`;

/** Addresses that many jobs call: the app catalogue, and people among the deleted items. */
const SHARED = /^GET \/(appCatalogs\/teamsApps|directory\/deletedItems\/\{group\})$/;

/**
 * Asserts that no call was made before the Retry-After of an earlier call with the same method and path. Ignores calls
 * that began before that response, and responses around the death of a worker, because a signal takes a moment to end
 * it. Another run may make the call at the time of the response, because it reserved its time before the pause was
 * written. Two runs of a job can meet in this way when a killed worker had already queued the next run, and the job is
 * retried as well.
 */
export function assertRetryAfterRespected({ all: calls, deaths }: Pick<CallLog, 'all' | 'deaths'>): void {
  const isResponseLost = ({ number }: RecordedCall): boolean =>
    deaths.some((death) => Math.abs(number - death) < IN_FLIGHT);
  const waits = new Map<string, RecordedCall[]>();
  const early: string[] = [];
  for (const call of calls) {
    const key = `${call.tenantId} ${call.clientId} ${withoutQuery(call)}`;
    for (const earlier of waits.get(key) ?? []) {
      const knew = call.number > (earlier.answeredAfter ?? Number.POSITIVE_INFINITY);
      const isOfAnother = call.run === undefined ? SHARED.test(call.route ?? '') : call.run !== earlier.run;
      const isCrossing = call.at === earlier.at && isOfAnother;
      const until = earlier.at + (earlier.retryAfterSeconds ?? 0) * 1000;
      if (knew && !isCrossing && call.at < until) {
        early.push(
          `${withoutQuery(call)} (${earlier.number}, ${call.number}) came ${(until - call.at) / 1000} s before its time, ${(call.at - earlier.at) / 1000} s after it, in run ${call.run} after ${earlier.run}`,
        );
      }
    }
    if (call.retryAfterSeconds !== undefined && !isResponseLost(call))
      waits.set(key, [...(waits.get(key) ?? []), call]);
  }
  assert.deepEqual(early.slice(0, 5), [], `${early.length} calls came before their Retry-After`);
}

const POLL_SECONDS = 30;

/**
 * Asserts that no operation was polled again within 30 seconds ("Polling requirements" of the Teams API overview).
 */
export function assertPollsSpaced(calls: readonly RecordedCall[]): void {
  const last = new Map<string, number>();
  const hasty: string[] = [];
  for (const call of calls) {
    if (call.route !== 'GET /teams/{team}/operations/{operation}') continue;
    const at = last.get(call.path);
    if (at !== undefined && call.at - at < POLL_SECONDS * 1000) hasty.push(call.path);
    last.set(call.path, call.at);
  }
  assert.deepEqual(hasty.slice(0, 5), [], `${hasty.length} polls came within ${POLL_SECONDS} s`);
}

export interface ExpectedTeam {
  /** Display name. */
  team: string;
  /** Display names, without the first channel. */
  channels: readonly string[];
  /** Display names of all tabs. */
  tabs: readonly string[];
  /** User ids. */
  owners: readonly string[];
  members: readonly string[];
}

const sorted = (values: Iterable<string>): string[] => [...values].sort();

/** Asserts that each team exists with exactly the expected content. */
export function assertComplete(tenant: Tenant, expected: readonly ExpectedTeam[]): void {
  const teams = tenant.teams();
  for (const one of expected) {
    const found = teams.filter(({ team }) => team.team.displayName === one.team);
    assert.equal(found.length, 1, `teams named ${one.team}`);
    const { group, team } = found[0]!;
    const channels: StoredChannel[] = [...team.channels.values()].filter(exists);
    const names = channels
      .filter(({ id }) => id !== team.primaryChannelId)
      .map(({ channel }) => channel.displayName ?? '');
    assert.deepEqual(sorted(names), sorted(one.channels), `channels of ${one.team}`);
    const tabs = channels.flatMap((channel) => [...channel.tabs.values()].filter(exists));
    assert.deepEqual(
      sorted(tabs.map(({ tab }) => tab.displayName ?? '')),
      sorted(one.tabs),
      `tabs of ${one.team}`,
    );
    assert.deepEqual(sorted(group.owners), sorted(one.owners), `owners of ${one.team}`);
    const members = new Set([...group.owners, ...group.members]);
    assert.deepEqual(sorted(members), sorted([...one.owners, ...one.members]), `members of ${one.team}`);
  }
}
