/**
 * Seeded faults of a real tenant. The fault of a call depends on the seed, on the call (tenant, method, path, body) and
 * on its number of repetitions, but not on the order of other calls. A seed therefore gives the same run regardless of
 * how workers interleave.
 */
import { createHash } from 'node:crypto';
import type { Behaviour, Fault, NotificationFault, ObjectKind, Occasion } from './behaviour.ts';

export interface HostileOptions {
  seed: number;
  /** Shares of all calls, 0 to 1. */
  throttled?: number;
  unavailable?: number;
  /** Share of the calls that write. */
  notFoundButDone?: number;
  /** Share of the calls that create an object. */
  conflictButDone?: number;
  /** Shares of all calls. */
  lost?: number;
  serverError?: number;
  expiredToken?: number;
  /** Maximum Retry-After, in seconds. */
  longestRetryAfter?: number;
  /** Maximum time in seconds during which reads do not find a new object. */
  hidden?: Partial<Record<ObjectKind, number>>;
  /** Maximum duration of an operation, in seconds. */
  operation?: number;
  /** Shares of the changes whose notification is not sent, or is sent twice. */
  missedNotification?: number;
  duplicatedNotification?: number;
  /** Periods in which every call fails with 503, in milliseconds since 1970. */
  outages?: readonly { from: number; to: number }[];
  /** Periods without the administrator's consent, in which every call fails with 403. */
  revocations?: readonly { from: number; to: number; tenantId?: string }[];
}

/** Default values. The times come from Microsoft's documentation and from reports of users. */
const USUAL = {
  throttled: 0.15,
  unavailable: 0.05,
  notFoundButDone: 0.1,
  conflictButDone: 0.03,
  lost: 0.05,
  serverError: 0.05,
  expiredToken: 0.005,
  longestRetryAfter: 60,
  hidden: {
    group: 300,
    team: 120,
    channel: 60,
    tab: 30,
    member: 30,
    folder: 240,
    item: 20,
    plan: 20,
    list: 20,
    page: 20,
  } as Partial<Record<ObjectKind, number>>,
  operation: 120,
  missedNotification: 0.1,
  duplicatedNotification: 0.1,
  outages: [] as readonly { from: number; to: number }[],
  revocations: [] as readonly { from: number; to: number; tenantId?: string }[],
};

/** Returns a uniformly distributed number from 0 to 1 that depends only on the texts. */
function chance(...texts: readonly (string | number)[]): number {
  return createHash('sha256').update(texts.join('\n')).digest().readUInt32BE() / 2 ** 32;
}

const OUTAGE_RETRY_SECONDS = 120;
/** Returns whether the call creates an object. */
const isCreation = ({ method, route }: Occasion): boolean =>
  method === 'POST' || method === 'PUT' || route.includes('uniqueName');

/** Returns whether a 429 of the called service may lack Retry-After ("Throttling limits", identity services). */
const isDirectory = ({ route }: Occasion): boolean =>
  / \/(users|groups|directoryObjects)\b/.test(route) && !/team/i.test(route);

class HostileBehaviour implements Behaviour {
  readonly #options: typeof USUAL & HostileOptions;
  /** Number of times that each call was made. */
  readonly #times = new Map<string, number>();

  constructor(options: HostileOptions) {
    this.#options = { ...USUAL, ...options, hidden: { ...USUAL.hidden, ...options.hidden } };
  }

  #key({ method, path, body, tenantId }: Occasion): string {
    return `${tenantId} ${method} ${path} ${body}`;
  }

  #isWithin(spans: readonly { from: number; to: number; tenantId?: string }[], occasion: Occasion): boolean {
    return spans.some(
      ({ from, to, tenantId }) =>
        occasion.at >= from && occasion.at < to && (tenantId === undefined || tenantId === occasion.tenantId),
    );
  }

  faultOf(occasion: Occasion): Fault | undefined {
    const { outages, revocations, seed, longestRetryAfter } = this.#options;
    if (this.#isWithin(outages, occasion)) return { kind: 'unavailable', seconds: OUTAGE_RETRY_SECONDS };
    if (this.#isWithin(revocations, occasion)) return { kind: 'revoked' };
    const key = this.#key(occasion);
    const time = (this.#times.get(key) ?? 0) + 1;
    this.#times.set(key, time);
    const seconds = 1 + Math.floor(chance(seed, key, time, 'wait') * longestRetryAfter);
    return this.#draw(occasion, chance(seed, key, time), chance(seed, key, time, 'kind'), seconds);
  }

  #draw(occasion: Occasion, drawn: number, kind: number, seconds: number): Fault | undefined {
    const shares = this.#options;
    const isRead = occasion.method === 'GET';
    const faults: [share: number, fault: Fault][] = [
      [
        shares.throttled,
        { kind: 'throttled', seconds: isDirectory(occasion) && kind < 0.3 ? undefined : seconds },
      ],
      [shares.unavailable, { kind: 'unavailable', seconds }],
      [shares.expiredToken, { kind: 'expired token' }],
      [shares.lost, { kind: 'lost', hasEffect: kind < 0.8 }],
      [
        shares.serverError,
        {
          kind: 'error',
          status: ([500, 502, 504] as const)[Math.floor(kind * 30) % 3]!,
          hasEffect: kind < 0.5,
        },
      ],
      [isRead ? 0 : shares.notFoundButDone, { kind: 'not found but done' }],
      [isCreation(occasion) ? shares.conflictButDone : 0, { kind: 'conflict but done' }],
    ];
    let end = 0;
    for (const [share, fault] of faults) {
      end += share;
      if (drawn < end) return fault;
    }
    return undefined;
  }

  hiddenFor(kind: ObjectKind, occasion: Occasion): number {
    const { seed, hidden } = this.#options;
    const drawn = chance(seed, this.#key(occasion), kind, 'hidden');
    // The power makes most delays short and few long.
    return Math.ceil(drawn ** 3 * (hidden[kind] ?? 0) * 1000);
  }

  operationTakes(occasion: Occasion): number {
    const { seed, operation } = this.#options;
    return Math.round(chance(seed, this.#key(occasion), 'operation') * operation * 1000);
  }

  notificationFault(changeNumber: number): NotificationFault {
    const { seed, missedNotification, duplicatedNotification } = this.#options;
    const drawn = chance(seed, changeNumber, 'notification');
    if (drawn < missedNotification) return 'missed';
    return drawn < missedNotification + duplicatedNotification ? 'duplicated' : undefined;
  }
}

export const hostile = (options: HostileOptions): Behaviour => new HostileBehaviour(options);

/** Shares of failing calls, a tenth in total. */
const A_TENTH = {
  throttled: 0.02,
  unavailable: 0.025,
  lost: 0.02,
  serverError: 0.025,
  notFoundButDone: 0.005,
  conflictButDone: 0.005,
  expiredToken: 0,
};

/** A tenant in which a tenth of the calls fails, and new objects are hidden for up to 20 seconds. */
export const hostileToATenth = (seed: number): Behaviour =>
  hostile({
    seed,
    ...A_TENTH,
    longestRetryAfter: 20,
    hidden: { group: 20, team: 20, channel: 10, tab: 10, member: 10 },
    operation: 30,
  });
