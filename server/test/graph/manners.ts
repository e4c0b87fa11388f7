/** How the stand-in behaves: polite, or with the faults of a real tenant (`hostile.ts`). */
import type { ObjectKind } from './route.ts';

/** What happens to one call. The effect is made in all cases but those that say so. */
export type Fault =
  /** 429, without the effect; the directory sometimes leaves out Retry-After. */
  | { kind: 'throttled'; seconds: number | undefined }
  /** 503, without the effect. */
  | { kind: 'unavailable'; seconds: number }
  | { kind: 'error'; status: 500 | 501 | 502 | 504; hasEffect: boolean }
  /** 404 for what was done. */
  | { kind: 'not found but done' }
  /** 409 for what was done. */
  | { kind: 'conflict but done' }
  /** The connection is reset. */
  | { kind: 'lost'; hasEffect: boolean }
  /** 401: the token is invalid from now on. */
  | { kind: 'expired token' }
  /** 403 for all calls: the administrator took the consent away. */
  | { kind: 'revoked' };

/** A call as a fault may depend on it. */
export interface Occasion {
  method: string;
  route: string;
  /** Path and query. */
  path: string;
  /** Text of the body. */
  body: string;
  tenantId: string;
  clientId: string;
  /** Milliseconds since 1970 on the stand-in's clock. */
  at: number;
}

/** What happens to the notifications of a change. */
export type NotificationFault = 'duplicated' | 'missed' | undefined;

export interface Manners {
  faultOf(occasion: Occasion): Fault | undefined;
  /** How long reads do not find a new object, in milliseconds. */
  hiddenFor(kind: ObjectKind, occasion: Occasion): number;
  /** How long an operation takes, in milliseconds. */
  operationTakes(occasion: Occasion): number;
  notificationFault(changeNumber: number): NotificationFault;
}

export const POLITE: Manners = {
  faultOf: () => undefined,
  hiddenFor: () => 0,
  operationTakes: () => 0,
  notificationFault: () => undefined,
};
