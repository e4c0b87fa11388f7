/** Decides the next step of a search for owners: a pure function of the given facts. */
import { DAY_MILLISECONDS, halfwayBetween } from '../../kernel/clock.ts';
import type { Candidate, OwnerRequest, OwnerRules, RequestStatus } from './model.ts';

export interface SearchFacts {
  at: Date;
  /** When the search began. */
  startedAt: Date;
  rules: OwnerRules;
  /** Ids of the owners who can act. */
  owners: ReadonlySet<string>;
  /** The requests of this search. */
  requests: readonly OwnerRequest[];
  /** Ids of the people in the requests who could own the team now. */
  eligible: ReadonlySet<string>;
}

/** People who could own the team and do not own it yet. */
export interface FoundPeople {
  /** In the order in which Charter asks them. */
  candidates: readonly Candidate[];
  /** Members of the fallback group. */
  fallback: readonly Candidate[];
}

export interface SearchStep {
  state: 'searching' | 'exhausted';
  /** Requests whose status changes, with the new status. */
  resolved: { request: OwnerRequest; status: RequestStatus }[];
  /** Pending requests whose people are reminded. */
  reminded: OwnerRequest[];
  asked: Candidate[];
  /** Members of the fallback group who are appointed without being asked. */
  chosen: Candidate[];
  /** Requests whose people are to be appointed; without those of `chosen`. */
  accepted: OwnerRequest[];
  /** Time of the next step, if nobody does anything. */
  dueAt: Date;
}

/** Time after an appointment in which the directory's copy of the team may still lack the owner. */
const SETTLING_MILLISECONDS = 60 * 60_000;

/** A search without candidates looks for new ones after this time. */
const EXHAUSTED_MILLISECONDS = DAY_MILLISECONDS;

const remindsAt = ({ createdAt, expiresAt }: OwnerRequest): number =>
  halfwayBetween(createdAt, expiresAt).getTime();

const settlesAt = ({ resolvedAt }: OwnerRequest): number =>
  resolvedAt === null ? 0 : resolvedAt.getTime() + SETTLING_MILLISECONDS;

function resolutionOf(
  request: OwnerRequest,
  { at, owners, eligible }: SearchFacts,
): RequestStatus | undefined {
  const { personId, status, expiresAt } = request;
  if (status !== 'pending' && status !== 'accepted') return undefined;
  if (owners.has(personId)) return status === 'accepted' ? 'appointed' : 'withdrawn';
  if (!eligible.has(personId)) return 'withdrawn';
  return status === 'pending' && expiresAt <= at ? 'expired' : undefined;
}

/** Resolves all open requests of a search that ends. */
export const resolveAtEnd = (
  requests: readonly OwnerRequest[],
  owners: ReadonlySet<string>,
): SearchStep['resolved'] =>
  requests
    .filter(({ status }) => status === 'pending' || status === 'accepted')
    .map((request) => ({
      request,
      status: request.status === 'accepted' && owners.has(request.personId) ? 'appointed' : 'withdrawn',
    }));

/** Returns when members of the fallback group are appointed at the latest; undefined without such a group. */
function deadlineOf({ startedAt, rules }: SearchFacts): Date | undefined {
  if (rules.fallbackGroupId === undefined) return undefined;
  return new Date(startedAt.getTime() + rules.deadlineDays * DAY_MILLISECONDS);
}

function isOverdue(facts: SearchFacts): boolean {
  const deadline = deadlineOf(facts);
  return deadline !== undefined && deadline <= facts.at;
}

/**
 * Groups the requests of a search by their next status. `coming` has the requests that count towards the missing
 * owners. After the deadline, pending requests do not count.
 */
function sortRequests(facts: SearchFacts) {
  const { at, owners, requests } = facts;
  const resolved = requests.flatMap((request) => {
    const status = resolutionOf(request, facts);
    return status === undefined ? [] : [{ request, status }];
  });
  const closed = new Set(resolved.map(({ request }) => request.id));
  const open = requests.filter(({ id }) => !closed.has(id));
  const pending = open.filter(({ status }) => status === 'pending');
  const accepted = open.filter(({ status }) => status === 'accepted');
  const settling = requests.filter(
    (request) =>
      request.status === 'appointed' && !owners.has(request.personId) && settlesAt(request) > at.getTime(),
  );
  const waiting = isOverdue(facts) ? [] : pending;
  return { resolved, pending, accepted, settling, coming: [...waiting, ...accepted, ...settling] };
}

type SortedRequests = ReturnType<typeof sortRequests>;

const missingOf = ({ rules, owners }: SearchFacts, { coming }: SortedRequests): number =>
  rules.minimumOwners - owners.size - coming.length;

/**
 * Whether more owners are missing than are asked or being appointed, so the step needs further people. After the
 * deadline, only those who are being appointed count.
 */
export const needsPeople = (facts: SearchFacts): boolean => missingOf(facts, sortRequests(facts)) > 0;

/** Returns the first people who are not among the others, at most `count`, which can be negative. */
const take = (people: readonly Candidate[], count: number, others: readonly Candidate[] = []): Candidate[] =>
  people.filter(({ id }) => !others.some((other) => other.id === id)).slice(0, Math.max(0, count));

/**
 * Returns the next step of a search in a team with too few owners. Each person is asked once in a search, and nobody
 * who declined is appointed. As many people are asked at a time as owners are missing. After the deadline, members of
 * the fallback group are appointed first, even if they have been asked and have not answered yet.
 * @param found unused unless `needsPeople`
 */
export function decideStep(facts: SearchFacts, { candidates, fallback }: FoundPeople): SearchStep {
  const { at, rules, requests } = facts;
  const deadline = deadlineOf(facts);
  const sorted = sortRequests(facts);
  const { resolved, pending, accepted, settling, coming } = sorted;
  const missing = missingOf(facts, sorted);

  const met = new Set(requests.map(({ personId }) => personId));
  const unmet = candidates.filter(({ id }) => !met.has(id));
  // People who did not answer in time, or were demoted after an appointment, can still be appointed.
  const rejected = requests.filter(({ status }) => status === 'declined' || status === 'failed');
  const barred = new Set([...rejected, ...coming].map(({ personId }) => personId));
  const free = fallback.filter(({ id }) => !barred.has(id));
  let asked: Candidate[];
  let chosen: Candidate[];
  if (isOverdue(facts)) {
    chosen = take(free, missing);
    asked = take(unmet, missing - chosen.length - pending.length, chosen);
  } else {
    asked = take(unmet, missing);
    chosen = take(free, missing - asked.length, asked);
  }

  const reminded = pending.filter(
    (request) => request.remindedAt === null && remindsAt(request) <= at.getTime(),
  );
  const isWaiting = pending.length + accepted.length + settling.length + asked.length + chosen.length > 0;
  const answerBy = new Date(at.getTime() + rules.answerDays * DAY_MILLISECONDS);
  const times = [
    ...pending.map((request) =>
      request.remindedAt === null && !reminded.includes(request)
        ? remindsAt(request)
        : request.expiresAt.getTime(),
    ),
    ...settling.map(settlesAt),
    ...(deadline !== undefined && deadline > at ? [deadline.getTime()] : []),
    ...(asked.length > 0 ? [halfwayBetween(at, answerBy).getTime()] : []),
    ...(isWaiting ? [] : [at.getTime() + EXHAUSTED_MILLISECONDS]),
  ];
  return {
    state: isWaiting ? 'searching' : 'exhausted',
    resolved,
    reminded,
    asked,
    chosen,
    accepted,
    // A pending appointment is repeated by the next check of the team.
    dueAt: times.length === 0 ? at : new Date(Math.min(...times)),
  };
}
